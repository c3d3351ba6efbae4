// Beats of an AXI stream with its side channels.
//
/// \file
/// hls::axis, and ap_axis and ap_axiu with signed and unsigned data. A side
/// channel of width 0 is not there.
#ifndef ROOFLINE_HLS_AP_AXI_SDATA_H
#define ROOFLINE_HLS_AP_AXI_SDATA_H

#include "roofline_hls/MacrosAway.inc"

#include "ap_int.h"
#include "hls_stream.h"

/// Side channels that the beats of an AXI stream have, besides the data.
enum : unsigned {
  AXIS_ENABLE_DATA = 1,
  AXIS_ENABLE_DEST = 2,
  AXIS_ENABLE_ID = 4,
  AXIS_ENABLE_KEEP = 8,
  AXIS_ENABLE_LAST = 16,
  AXIS_ENABLE_STRB = 32,
  AXIS_ENABLE_USER = 64,
  AXIS_DISABLE_ALL = 0,
  AXIS_ENABLE_ALL = 127
};

namespace roofline_hls {

/// A side channel that is not there: takes values and has none.
struct NoChannel {
  NoChannel() = default;
  template <class T> constexpr NoChannel(const T &) {}
  constexpr operator int() const { return 0; }
};
template <int W> struct Channel {
  using type = ap_uint<W>;
};
template <> struct Channel<0> {
  using type = NoChannel;
};

/// Bytes of a beat's data.
template <class T, Form = Kind<T>::form> struct DataBytes {
  static constexpr int value = (Kind<T>::W + 7) / 8;
};
template <class T> struct DataBytes<T, Form::None> {
  static constexpr int value = sizeof(T);
};
template <class T>
struct DataBytes<T, Form::Floating> : DataBytes<T, Form::None> {};

} // namespace roofline_hls

namespace hls {

template <class T, std::size_t User = 0, std::size_t Id = 0,
          std::size_t Dest = 0>
struct axis {
  static constexpr int bytes = roofline_hls::DataBytes<T>::value;
  T data;
  ap_uint<bytes> keep;
  ap_uint<bytes> strb;
  typename roofline_hls::Channel<int(User)>::type user;
  ap_uint<1> last;
  typename roofline_hls::Channel<int(Id)>::type id;
  typename roofline_hls::Channel<int(Dest)>::type dest;

  ROOFLINE_HLS_FN T get_data() const { return data; }
  ROOFLINE_HLS_FN void set_data(const T &Value) { data = Value; }
  ROOFLINE_HLS_FN ap_uint<bytes> get_keep() const { return keep; }
  ROOFLINE_HLS_FN void set_keep(const ap_uint<bytes> &Value) { keep = Value; }
  ROOFLINE_HLS_FN ap_uint<bytes> get_strb() const { return strb; }
  ROOFLINE_HLS_FN void set_strb(const ap_uint<bytes> &Value) { strb = Value; }
  ROOFLINE_HLS_FN ap_uint<1> get_last() const { return last; }
  ROOFLINE_HLS_FN void set_last(const ap_uint<1> &Value) { last = Value; }
  ROOFLINE_HLS_FN void keep_all() {
    keep.set();
    strb.set();
  }
};

/// Data, with the side channels of a mask.
template <class T, unsigned Mask = AXIS_ENABLE_KEEP | AXIS_ENABLE_LAST>
using axis_data = axis<T>;
/// No data, but a user channel of that many bits.
template <std::size_t User, unsigned Mask = AXIS_ENABLE_USER | AXIS_ENABLE_LAST>
struct axis_user {
  ap_uint<int(User)> user;
  ap_uint<1> last;
  ROOFLINE_HLS_FN ap_uint<int(User)> get_user() const { return user; }
  ROOFLINE_HLS_FN void set_user(const ap_uint<int(User)> &Value) {
    user = Value;
  }
  ROOFLINE_HLS_FN ap_uint<1> get_last() const { return last; }
  ROOFLINE_HLS_FN void set_last(const ap_uint<1> &Value) { last = Value; }
};

} // namespace hls

template <int D, int User = 0, int Id = 0, int Dest = 0>
struct ap_axis : hls::axis<ap_int<D>, User, Id, Dest> {};
template <int D, int User = 0, int Id = 0, int Dest = 0>
struct ap_axiu : hls::axis<ap_uint<D>, User, Id, Dest> {};
template <int D, int User = 0, int Id = 0, int Dest = 0>
struct qdma_axis : hls::axis<ap_uint<D>, User, Id, Dest> {};

#include "roofline_hls/MacrosBack.inc"

#endif
