// hls:: functions of mathematics for float, double, half, integers and fixed
// point.
//
/// \file
/// A floating-point function is the compiler's: LLVM's intrinsic where there is
/// one. A fixed-point one is computed as double and quantised to the argument's
/// format; the vendor's own has another last bit at times.
#ifndef ROOFLINE_HLS_HLS_MATH_H
#define ROOFLINE_HLS_HLS_MATH_H

#include "roofline_hls/MacrosAway.inc"

#include "ap_fixed.h"
#include "hls_half.h"

// The special functions of C++17 are most of <cmath>, and no kernel has them.
#ifdef __SYNTHESIS__
#pragma push_macro("_GLIBCXX_USE_STD_SPEC_FUNCS")
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#endif
#include <cmath>
#ifdef __SYNTHESIS__
#pragma pop_macro("_GLIBCXX_USE_STD_SPEC_FUNCS")
#endif
#include <math.h>

// clang-format off
#define ROOFLINE_HLS_UNARY(X) \
  X(sqrt) X(cbrt) X(exp) X(exp2) X(exp10) X(expm1) X(log) X(log2) X(log10) \
  X(log1p) X(sin) X(cos) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) \
  X(tanh) X(asinh) X(acosh) X(atanh) X(erf) X(erfc) X(tgamma) X(lgamma) \
  X(floor) X(ceil) X(trunc) X(round) X(rint) X(nearbyint) X(logb)
#define ROOFLINE_HLS_BINARY(X) \
  X(pow) X(atan2) X(hypot) X(fmod) X(remainder) X(fmin) X(fmax) X(fdim) \
  X(copysign) X(nextafter)
// clang-format on

namespace roofline_hls {

/// A function's result: the argument's format.
template <class T, Form = Kind<T>::form> struct MathResult {};
template <class T> struct MathResult<T, Form::Integer> {
  using type = Integer<Kind<T>::W, Kind<T>::S>;
};
template <class T> struct MathResult<T, Form::Fixed> {
  using type = Fixed<Kind<T>::W, Kind<T>::I, Kind<T>::S>;
};

#define ROOFLINE_HLS_FUNCTION(NAME)                                            \
  template <class T>                                                           \
  ROOFLINE_HLS_INLINE typename MathResult<T>::type NAME(const T &X) {          \
    return __builtin_##NAME(floating<double>(X));                              \
  }
ROOFLINE_HLS_UNARY(ROOFLINE_HLS_FUNCTION)
#undef ROOFLINE_HLS_FUNCTION
#define ROOFLINE_HLS_FUNCTION(NAME)                                            \
  template <class T>                                                           \
  ROOFLINE_HLS_INLINE typename MathResult<T>::type NAME(const T &X,            \
                                                        const T &Y) {          \
    return __builtin_##NAME(floating<double>(X), floating<double>(Y));         \
  }
ROOFLINE_HLS_BINARY(ROOFLINE_HLS_FUNCTION)
#undef ROOFLINE_HLS_FUNCTION

template <int W> ROOFLINE_HLS_INLINE ap_int<W> abs(const ap_int<W> &X) {
  return X < 0 ? ap_int<W>(-X) : X;
}
template <int W> ROOFLINE_HLS_INLINE ap_uint<W> abs(const ap_uint<W> &X) {
  return X;
}
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
ROOFLINE_HLS_INLINE Fixed<W, I, S>
abs(const ap_fixed_base<W, I, S, Q, O, N> &X) {
  return X.is_neg() ? Fixed<W, I, S>(-X) : Fixed<W, I, S>(X);
}

} // namespace roofline_hls

// Sources call a function of a fixed-point number with and without hls::.
#define ROOFLINE_HLS_FUNCTION(NAME) using roofline_hls::NAME;
ROOFLINE_HLS_UNARY(ROOFLINE_HLS_FUNCTION)
ROOFLINE_HLS_BINARY(ROOFLINE_HLS_FUNCTION)
using roofline_hls::abs;

namespace hls {

ROOFLINE_HLS_UNARY(ROOFLINE_HLS_FUNCTION)
ROOFLINE_HLS_BINARY(ROOFLINE_HLS_FUNCTION)
#undef ROOFLINE_HLS_FUNCTION
using roofline_hls::abs;

#define ROOFLINE_HLS_FUNCTION(NAME)                                            \
  ROOFLINE_HLS_INLINE float NAME(float X) { return __builtin_##NAME##f(X); }   \
  ROOFLINE_HLS_INLINE double NAME(double X) { return __builtin_##NAME(X); }    \
  ROOFLINE_HLS_INLINE half NAME(half X) {                                      \
    return static_cast<half>(__builtin_##NAME##f(static_cast<float>(X)));      \
  }                                                                            \
  ROOFLINE_HLS_INLINE float NAME##f(float X) {                                 \
    return __builtin_##NAME##f(X);                                             \
  }                                                                            \
  ROOFLINE_HLS_INLINE half half_##NAME(half X) { return NAME(X); }             \
  template <class T,                                                           \
            roofline_hls::Enable<                                              \
                roofline_hls::isForm<T>(roofline_hls::Form::C), int> = 0>      \
  ROOFLINE_HLS_INLINE double NAME(T X) {                                       \
    return __builtin_##NAME(static_cast<double>(X));                           \
  }
ROOFLINE_HLS_UNARY(ROOFLINE_HLS_FUNCTION)
#undef ROOFLINE_HLS_FUNCTION

#define ROOFLINE_HLS_FUNCTION(NAME)                                            \
  ROOFLINE_HLS_INLINE float NAME(float X, float Y) {                           \
    return __builtin_##NAME##f(X, Y);                                          \
  }                                                                            \
  ROOFLINE_HLS_INLINE double NAME(double X, double Y) {                        \
    return __builtin_##NAME(X, Y);                                             \
  }                                                                            \
  ROOFLINE_HLS_INLINE half NAME(half X, half Y) {                              \
    return static_cast<half>(                                                  \
        __builtin_##NAME##f(static_cast<float>(X), static_cast<float>(Y)));    \
  }                                                                            \
  ROOFLINE_HLS_INLINE float NAME##f(float X, float Y) {                        \
    return __builtin_##NAME##f(X, Y);                                          \
  }
ROOFLINE_HLS_BINARY(ROOFLINE_HLS_FUNCTION)
#undef ROOFLINE_HLS_FUNCTION
#undef ROOFLINE_HLS_UNARY
#undef ROOFLINE_HLS_BINARY

ROOFLINE_HLS_INLINE float fma(float X, float Y, float Z) {
  return __builtin_fmaf(X, Y, Z);
}
ROOFLINE_HLS_INLINE double fma(double X, double Y, double Z) {
  return __builtin_fma(X, Y, Z);
}
ROOFLINE_HLS_INLINE float mad(float X, float Y, float Z) { return X * Y + Z; }
ROOFLINE_HLS_INLINE double mad(double X, double Y, double Z) {
  return X * Y + Z;
}
ROOFLINE_HLS_INLINE float ldexp(float X, int E) {
  return __builtin_ldexpf(X, E);
}
ROOFLINE_HLS_INLINE double ldexp(double X, int E) {
  return __builtin_ldexp(X, E);
}
ROOFLINE_HLS_INLINE float frexp(float X, int *E) {
  return __builtin_frexpf(X, E);
}
ROOFLINE_HLS_INLINE double frexp(double X, int *E) {
  return __builtin_frexp(X, E);
}
ROOFLINE_HLS_INLINE float modf(float X, float *Whole) {
  return __builtin_modff(X, Whole);
}
ROOFLINE_HLS_INLINE double modf(double X, double *Whole) {
  return __builtin_modf(X, Whole);
}
ROOFLINE_HLS_INLINE long lrint(double X) { return __builtin_lrint(X); }
ROOFLINE_HLS_INLINE long lround(double X) { return __builtin_lround(X); }
ROOFLINE_HLS_INLINE long long llrint(double X) { return __builtin_llrint(X); }
ROOFLINE_HLS_INLINE long long llround(double X) { return __builtin_llround(X); }
ROOFLINE_HLS_INLINE int ilogb(double X) { return __builtin_ilogb(X); }

#define ROOFLINE_HLS_SINCOS(T)                                                 \
  ROOFLINE_HLS_INLINE void sincos(T X, T *Sine, T *Cosine) {                   \
    *Sine = sin(X);                                                            \
    *Cosine = cos(X);                                                          \
  }
ROOFLINE_HLS_SINCOS(float)
ROOFLINE_HLS_SINCOS(double)
ROOFLINE_HLS_SINCOS(half)
#undef ROOFLINE_HLS_SINCOS

#define ROOFLINE_HLS_INVERSE(T)                                                \
  ROOFLINE_HLS_INLINE T recip(T X) { return static_cast<T>(T(1) / X); }        \
  ROOFLINE_HLS_INLINE T rsqrt(T X) { return static_cast<T>(T(1) / sqrt(X)); }  \
  ROOFLINE_HLS_INLINE T sinpi(T X) {                                           \
    return sin(static_cast<T>(X * T(M_PI)));                                   \
  }                                                                            \
  ROOFLINE_HLS_INLINE T cospi(T X) {                                           \
    return cos(static_cast<T>(X * T(M_PI)));                                   \
  }                                                                            \
  ROOFLINE_HLS_INLINE bool signbit(T X) {                                      \
    return __builtin_signbit(double(X));                                       \
  }                                                                            \
  ROOFLINE_HLS_INLINE bool isnan(T X) { return __builtin_isnan(X); }           \
  ROOFLINE_HLS_INLINE bool isinf(T X) { return __builtin_isinf(X); }           \
  ROOFLINE_HLS_INLINE bool isfinite(T X) { return __builtin_isfinite(X); }     \
  ROOFLINE_HLS_INLINE bool isnormal(T X) { return __builtin_isnormal(X); }     \
  ROOFLINE_HLS_INLINE T abs(T X) { return static_cast<T>(X < T(0) ? -X : X); } \
  ROOFLINE_HLS_INLINE T fabs(T X) { return abs(X); }
#define ROOFLINE_HLS_BUILTIN_ABS(T, BUILTIN)                                   \
  ROOFLINE_HLS_INLINE T abs(T X) { return BUILTIN(X); }
ROOFLINE_HLS_INVERSE(float)
ROOFLINE_HLS_INVERSE(double)
ROOFLINE_HLS_INVERSE(half)
#undef ROOFLINE_HLS_INVERSE
ROOFLINE_HLS_BUILTIN_ABS(int, __builtin_abs)
ROOFLINE_HLS_BUILTIN_ABS(long, __builtin_labs)
ROOFLINE_HLS_BUILTIN_ABS(long long, __builtin_llabs)
#undef ROOFLINE_HLS_BUILTIN_ABS

template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
ROOFLINE_HLS_INLINE bool signbit(const ap_fixed_base<W, I, S, Q, O, N> &X) {
  return X.is_neg();
}
template <int W, bool S>
ROOFLINE_HLS_INLINE bool signbit(const ap_int_base<W, S> &X) {
  return X.sign();
}
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
ROOFLINE_HLS_INLINE roofline_hls::Fixed<W, I, S>
recip(const ap_fixed_base<W, I, S, Q, O, N> &X) {
  return 1.0 / X.to_double();
}
template <int W, int I, bool S, ap_q_mode Q, ap_o_mode O, int N>
ROOFLINE_HLS_INLINE roofline_hls::Fixed<W, I, S>
rsqrt(const ap_fixed_base<W, I, S, Q, O, N> &X) {
  return 1.0 / __builtin_sqrt(X.to_double());
}
template <class T> ROOFLINE_HLS_INLINE T max(const T &X, const T &Y) {
  return X < Y ? Y : X;
}
template <class T> ROOFLINE_HLS_INLINE T min(const T &X, const T &Y) {
  return Y < X ? Y : X;
}

} // namespace hls

#include "roofline_hls/MacrosBack.inc"

#endif
