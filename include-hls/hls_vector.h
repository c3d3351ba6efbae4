// hls::vector: N elements that move and are computed together.
//
/// \file
/// Operators work element by element; the elements lie one after the other,
/// without gaps, as a word of memory has them.
#ifndef ROOFLINE_HLS_HLS_VECTOR_H
#define ROOFLINE_HLS_HLS_VECTOR_H

#include "roofline_hls/MacrosAway.inc"

#include "roofline_hls/Bits.h"
#include <array>
#include <cstddef>
#include <initializer_list>

// All elements at once: hardware has no loop over them.
#define ROOFLINE_HLS_EACH _Pragma("clang loop unroll(full)") for

namespace hls {

/// Greatest power of two that divides a size.
constexpr std::size_t vectorAlignment(std::size_t Bytes) {
  return Bytes & (~Bytes + 1);
}

template <class T, std::size_t N>
class alignas(vectorAlignment(sizeof(T) * N)) vector {
  T Elements[N];

public:
  using value_type = T;
  static constexpr std::size_t width = N;
  vector() = default;
  ROOFLINE_HLS_FN vector(const T &Value) : Elements() {
    ROOFLINE_HLS_EACH(std::size_t I = 0; I < N; ++I)
    Elements[I] = Value;
  }
  ROOFLINE_HLS_FN vector(std::initializer_list<T> Values) : Elements() {
    std::size_t I = 0;
    for (const T &Value : Values)
      if (I < N)
        Elements[I++] = Value;
  }
  ROOFLINE_HLS_FN explicit vector(const T (&Values)[N]) : Elements() {
    ROOFLINE_HLS_EACH(std::size_t I = 0; I < N; ++I)
    Elements[I] = Values[I];
  }
  ROOFLINE_HLS_FN T &operator[](std::size_t Index) { return Elements[Index]; }
  ROOFLINE_HLS_FN const T &operator[](std::size_t Index) const {
    return Elements[Index];
  }
  ROOFLINE_HLS_FN T *begin() { return Elements; }
  ROOFLINE_HLS_FN const T *begin() const { return Elements; }
  ROOFLINE_HLS_FN T *end() { return Elements + N; }
  ROOFLINE_HLS_FN const T *end() const { return Elements + N; }
  ROOFLINE_HLS_FN T *data() { return Elements; }
  ROOFLINE_HLS_FN const T *data() const { return Elements; }
  static ROOFLINE_HLS_FN std::size_t size() { return N; }

#define ROOFLINE_HLS_VECTOR_OPERATOR(OP)                                       \
  ROOFLINE_HLS_FN vector &operator OP## = (const vector &R) {                  \
    ROOFLINE_HLS_EACH(std::size_t I = 0; I < N; ++I)                           \
    Elements[I] OP## = R.Elements[I];                                          \
    return *this;                                                              \
  }                                                                            \
  friend ROOFLINE_HLS_FN vector operator OP(vector L, const vector &R) {       \
    L OP## = R;                                                                \
    return L;                                                                  \
  }
  ROOFLINE_HLS_VECTOR_OPERATOR(+)
  ROOFLINE_HLS_VECTOR_OPERATOR(-)
  ROOFLINE_HLS_VECTOR_OPERATOR(*)
  ROOFLINE_HLS_VECTOR_OPERATOR(/)
  ROOFLINE_HLS_VECTOR_OPERATOR(%)
  ROOFLINE_HLS_VECTOR_OPERATOR(&)
  ROOFLINE_HLS_VECTOR_OPERATOR(|)
  ROOFLINE_HLS_VECTOR_OPERATOR(^)
  ROOFLINE_HLS_VECTOR_OPERATOR(<<)
  ROOFLINE_HLS_VECTOR_OPERATOR(>>)
#undef ROOFLINE_HLS_VECTOR_OPERATOR

#define ROOFLINE_HLS_VECTOR_REDUCTION(NAME, OP)                                \
  ROOFLINE_HLS_FN T NAME() const {                                             \
    T Result = Elements[0];                                                    \
    ROOFLINE_HLS_EACH(std::size_t I = 1; I < N; ++I)                           \
    Result OP## = Elements[I];                                                 \
    return Result;                                                             \
  }
  ROOFLINE_HLS_VECTOR_REDUCTION(reduce_add, +)
  ROOFLINE_HLS_VECTOR_REDUCTION(reduce_mult, *)
  ROOFLINE_HLS_VECTOR_REDUCTION(reduce_and, &)
  ROOFLINE_HLS_VECTOR_REDUCTION(reduce_or, |)
  ROOFLINE_HLS_VECTOR_REDUCTION(reduce_xor, ^)
#undef ROOFLINE_HLS_VECTOR_REDUCTION

  ROOFLINE_HLS_FN vector operator-() const {
    vector Result;
    ROOFLINE_HLS_EACH(std::size_t I = 0; I < N; ++I)
    Result.Elements[I] = -Elements[I];
    return Result;
  }
  friend ROOFLINE_HLS_FN bool operator==(const vector &L, const vector &R) {
    bool Same = true;
    ROOFLINE_HLS_EACH(std::size_t I = 0; I < N; ++I)
    Same = Same && L.Elements[I] == R.Elements[I];
    return Same;
  }
  friend ROOFLINE_HLS_FN bool operator!=(const vector &L, const vector &R) {
    return !(L == R);
  }
};

} // namespace hls

#undef ROOFLINE_HLS_EACH

#include "roofline_hls/MacrosBack.inc"

#endif
