// Multiplier blocks that a source asks for itself: dsp48e2, dsp58, dspcplx.
//
/// \file
/// A block multiplies, adds and passes operands on to the next one. Its
/// registers are flags, which say nothing about the values.
#ifndef ROOFLINE_HLS_HLS_DSP_BUILTINS_H
#define ROOFLINE_HLS_HLS_DSP_BUILTINS_H

#include "roofline_hls/MacrosAway.inc"

#include "ap_int.h"
#include <complex>

namespace roofline_hls {

enum DspRegisters : long {
  REG_A1 = 1 << 0,
  REG_A2 = 1 << 1,
  REG_B1 = 1 << 2,
  REG_B2 = 1 << 3,
  REG_D = 1 << 4,
  REG_AD = 1 << 5,
  REG_C = 1 << 6,
  REG_M = 1 << 7,
  REG_P = 1 << 8,
  NO_PIPELINE = 0,
  BALANCED_PIPELINE = REG_A2 | REG_B2 | REG_D | REG_AD | REG_M | REG_P,
  FULL_PIPELINE = BALANCED_PIPELINE | REG_A1 | REG_B1 | REG_C
};

template <int WidthA, int WidthB, int WidthC> struct Dsp {
  using A_t = ap_int<WidthA>;
  using B_t = ap_int<WidthB>;
  using C_t = ap_int<WidthC>;
  /// Result, with operands for the next block of a cascade.
  struct R_t {
    C_t pcout;
    A_t acout;
    B_t bcout;
  };
  template <long Registers> struct cascade {
    ROOFLINE_HLS_INLINE R_t mul_add(A_t A, B_t B, C_t C) {
      return {C_t(A * B + C), A, B};
    }
    ROOFLINE_HLS_INLINE R_t mul_sub(A_t A, B_t B, C_t C) {
      return {C_t(C - A * B), A, B};
    }
    ROOFLINE_HLS_INLINE R_t add_mul_add(A_t A, A_t D, B_t B, C_t C) {
      return {C_t(A_t(A + D) * B + C), A, B};
    }
  };
};

} // namespace roofline_hls

#define ROOFLINE_HLS_DSP(Name, WidthA, WidthB, WidthC)                         \
  namespace hls {                                                              \
  namespace Name {                                                             \
  using namespace roofline_hls;                                                \
  using A_t = Dsp<WidthA, WidthB, WidthC>::A_t;                                \
  using B_t = Dsp<WidthA, WidthB, WidthC>::B_t;                                \
  using C_t = Dsp<WidthA, WidthB, WidthC>::C_t;                                \
  using R_t = Dsp<WidthA, WidthB, WidthC>::R_t;                                \
  template <long Registers>                                                    \
  using cascade =                                                              \
      typename Dsp<WidthA, WidthB, WidthC>::template cascade<Registers>;       \
  }                                                                            \
  }
ROOFLINE_HLS_DSP(dsp48e2, 27, 18, 48)
ROOFLINE_HLS_DSP(dsp58, 27, 24, 58)
#undef ROOFLINE_HLS_DSP

namespace hls {
namespace dspcplx {

using namespace roofline_hls;
using A_t = std::complex<ap_int<18>>;
using B_t = A_t;
using C_t = std::complex<ap_int<58>>;
struct R_t {
  C_t pcout;
  A_t acout;
  B_t bcout;
};
template <long Registers> struct cascade {
  ROOFLINE_HLS_INLINE R_t mul_add(A_t A, B_t B, C_t C) {
    return {
        C_t(ap_int<58>(C.real() + A.real() * B.real() - A.imag() * B.imag()),
            ap_int<58>(C.imag() + A.real() * B.imag() + A.imag() * B.real())),
        A, B};
  }
};

} // namespace dspcplx
} // namespace hls

#include "roofline_hls/MacrosBack.inc"

#endif
