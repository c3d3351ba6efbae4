// Channels of N processes: one stream that is split, or many that are merged.
//
/// \file
/// hls::split and hls::merge, in turns or by load. Under __SYNTHESIS__ the ends
/// are streams and what lies between them has no code. A program that runs
/// passes values on when its user calls pass().
#ifndef ROOFLINE_HLS_HLS_NP_CHANNEL_H
#define ROOFLINE_HLS_HLS_NP_CHANNEL_H

#include "roofline_hls/MacrosAway.inc"

#include "hls_stream.h"

namespace roofline_hls {

/// One stream in, Count out.
template <class T, int Count> struct Split {
  hls::stream<T> in;
  hls::stream<T> out[Count];
#ifndef __SYNTHESIS__
  void pass() {
    for (; !in.empty(); Next = (Next + 1) % Count)
      out[Next].write(in.read());
  }

private:
  int Next = 0;
#endif
};

/// Count streams in, one out.
template <class T, int Count> struct Merge {
  hls::stream<T> in[Count];
  hls::stream<T> out;
#ifndef __SYNTHESIS__
  void pass() {
    for (int Empty = 0; Empty < Count; Next = (Next + 1) % Count)
      if (in[Next].empty()) {
        ++Empty;
      } else {
        out.write(in[Next].read());
        Empty = 0;
      }
  }

private:
  int Next = 0;
#endif
};

} // namespace roofline_hls

namespace hls {
namespace split {
template <class T, int Count, int InDepth = 2, int OutDepth = 0>
using round_robin = roofline_hls::Split<T, Count>;
template <class T, int Count, int InDepth = 2, int OutDepth = 0>
using load_balance = roofline_hls::Split<T, Count>;
} // namespace split
namespace merge {
template <class T, int Count, int InDepth = 2, int OutDepth = 0>
using round_robin = roofline_hls::Merge<T, Count>;
template <class T, int Count, int InDepth = 2, int OutDepth = 0>
using load_balance = roofline_hls::Merge<T, Count>;
} // namespace merge
} // namespace hls

#include "roofline_hls/MacrosBack.inc"

#endif
