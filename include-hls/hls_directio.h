// Ports of processes that are no streams: hls::ap_none, ap_vld, ap_ack, ap_hs.
//
/// \file
/// Each is a value beside its handshake. A program that runs has a queue, which
/// a read does not wait for in ap_none.
#ifndef ROOFLINE_HLS_HLS_DIRECTIO_H
#define ROOFLINE_HLS_HLS_DIRECTIO_H

#include "roofline_hls/MacrosAway.inc"

#include "hls_stream.h"

namespace hls {

template <class T> class ap_hs : public stream<T> {
public:
  using stream<T>::stream;
  ROOFLINE_HLS_INLINE bool valid() const { return !this->empty(); }
};
template <class T> class ap_vld : public ap_hs<T> {
public:
  using ap_hs<T>::ap_hs;
};
template <class T> class ap_ack : public ap_hs<T> {
public:
  using ap_hs<T>::ap_hs;
};

/// A wire: it always has a value.
template <class T> class ap_none {
public:
  ROOFLINE_HLS_INLINE T read() const { return Value; }
  ROOFLINE_HLS_INLINE void read(T &To) const { To = Value; }
  ROOFLINE_HLS_INLINE void write(const T &From) { Value = From; }
  ROOFLINE_HLS_INLINE operator T() const { return Value; }
  ROOFLINE_HLS_INLINE ap_none &operator=(const T &From) {
    Value = From;
    return *this;
  }

private:
  T Value = T();
};

} // namespace hls

#include "roofline_hls/MacrosBack.inc"

#endif
