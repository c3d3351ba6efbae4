// hls::gather and hls::scatter: several elements of an array at once.
#ifndef ROOFLINE_HLS_HLS_ARRAY_PARTITION_H
#define ROOFLINE_HLS_HLS_ARRAY_PARTITION_H

#include "roofline_hls/MacrosAway.inc"

#include "hls_vector.h"

namespace hls {

// All elements at once: hardware has no loop over them.
template <class T, std::size_t N>
ROOFLINE_HLS_INLINE vector<T, N> gather(const T *From,
                                        const std::size_t (&Indices)[N]) {
  vector<T, N> Result;
#pragma clang loop unroll(full)
  for (std::size_t I = 0; I < N; ++I)
    Result[I] = From[Indices[I]];
  return Result;
}

template <class T, std::size_t N>
ROOFLINE_HLS_INLINE void scatter(T *To, const std::size_t (&Indices)[N],
                                 const vector<T, N> &Values) {
#pragma clang loop unroll(full)
  for (std::size_t I = 0; I < N; ++I)
    To[Indices[I]] = Values[I];
}

} // namespace hls

#include "roofline_hls/MacrosBack.inc"

#endif
