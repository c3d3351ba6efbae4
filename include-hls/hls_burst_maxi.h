// hls::burst_maxi: bursts of a memory port that the source asks for itself.
//
/// \file
/// Requests are kept in their order, and each read or write takes the next
/// address of its oldest request. A source reads and writes what it asked for,
/// which is asserted where a program runs. Under __SYNTHESIS__ the methods have
/// no body, so that LLVM IR shows requests and accesses as calls.
#ifndef ROOFLINE_HLS_HLS_BURST_MAXI_H
#define ROOFLINE_HLS_HLS_BURST_MAXI_H

#include "roofline_hls/MacrosAway.inc"

#include "roofline_hls/Bits.h"
#ifndef __SYNTHESIS__
#include <deque>
#include <utility>
#endif

namespace hls {

template <class T> class burst_maxi {
  T *Memory;

public:
  using value_type = T;
  ROOFLINE_HLS_INLINE burst_maxi(T *Pointer) : Memory(Pointer) {}

#ifdef __SYNTHESIS__
  __attribute__((nothrow)) void read_request(size_t Offset, size_t Count);
  __attribute__((nothrow)) T read();
  __attribute__((nothrow)) void write_request(size_t Offset, size_t Count);
  __attribute__((nothrow)) void write(T Value);
  __attribute__((nothrow)) void write_response();
  // Elements of another width than the port's.
  template <class U>
  __attribute__((nothrow)) void read_request_unaligned(size_t Offset,
                                                       size_t Count);
  template <class U> __attribute__((nothrow)) U read();
  template <class U>
  __attribute__((nothrow)) void write_request_unaligned(size_t Offset,
                                                        size_t Count);
  template <class U> __attribute__((nothrow)) void write(U Value);
#else
  void read_request(size_t Offset, size_t Count) {
    Reads.push_back({Offset, Count});
  }
  T read() { return Memory[taken(Reads)]; }
  void write_request(size_t Offset, size_t Count) {
    Writes.push_back({Offset, Count});
  }
  void write(const T &Value) { Memory[taken(Writes)] = Value; }
  void write_response() {}

private:
  /// Offset and length of what is left of each burst.
  using Bursts = std::deque<std::pair<size_t, size_t>>;
  Bursts Reads, Writes;

  static size_t taken(Bursts &B) {
    while (!B.empty() && B.front().second == 0)
      B.pop_front();
    assert(!B.empty() && "no burst was asked for");
    --B.front().second;
    return B.front().first++;
  }
#endif
};

} // namespace hls

#include "roofline_hls/MacrosBack.inc"

#endif
