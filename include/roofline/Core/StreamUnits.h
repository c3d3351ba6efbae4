// The hardware unit of each operation of a datapath.
#ifndef ROOFLINE_CORE_STREAMUNITS_H
#define ROOFLINE_CORE_STREAMUNITS_H

#include "roofline/Stream/LiveBits.h"
#include "roofline/Stream/StreamKernel.h"

namespace roofline {

/// How one operation is built. The width is that of the result for arithmetic,
/// of the operands for comparisons.
enum class UnitKind : uint8_t {
  Source,          ///< constant, argument, position, tap, offset: nothing
  Wire,            ///< renamed bits, or inverters: no register
  Logic,           ///< one LUT or carry chain level, then its register
  ShiftAdd,        ///< x * (2^a + 2^b) or (2^a - 2^b): an adder, its register
  Multiplier,      ///< roofline_mul, three stages
  Divider,         ///< roofline_divide, one bit of the quotient a stage
  ConstantDivider, ///< roofline_divide_constant: a multiplier by 2^k/d
  BitCount,        ///< roofline_popcount, roofline_count_zeros
  Float,           ///< a roofline_f* module
};

struct OperatorUnit {
  UnitKind Kind = UnitKind::Source;
  /// [step] registers between operands and result in form Pipe; in Comb all
  /// are 0, and the output has the one register.
  unsigned Latency = 0;
  bool operator==(const OperatorUnit &) const = default;
};

/// The hardware of node \p Node of \p K. Every operation of
/// Stream/StreamKernel.h has one; Float in form Comb has none
/// (whyNotBuildable() says so).
OperatorUnit operatorUnit(const StreamKernel &K, uint32_t Node) noexcept;

/// [bit] that \p Node of \p K takes as a number with a sign.
uint32_t signedBits(const StreamKernel &K, uint32_t Node) noexcept;

/// [bit] of the factors: of numbers with a sign, else modulo 2^width.
struct ProductFactors {
  uint32_t Left = 0, Right = 0;
  bool Signed = false;
};
/// The factors of multiplication \p Node. Signed where an operand has copies of
/// its sign, which would cost more rows, up to what `roofline calibrate`
/// measures so.
ProductFactors productFactors(const StreamKernel &K, uint32_t Node) noexcept;
/// x << First plus or minus x << Second.
struct TwoTerms {
  uint32_t First = 0, Second = 0; ///< [bit] the type's width: nothing
  bool Adds = false;
};
/// The two terms of \p Factor modulo 2^Bits, where two do: a ShiftAdd.
std::optional<TwoTerms> twoTerms(uint64_t Factor, uint32_t Bits) noexcept;

/// [cycle] registers of a reduction's operator before its accumulator: 0 of an
/// integer operator, which accumulates every cycle.
unsigned reductionLatency(const Reduction &R) noexcept;

/// Whether a product modulo 2^\p Width of whole numbers is the sum of three of
/// parts, each in the register of a DSP block: as many blocks, a shorter path.
constexpr bool addsParts(uint32_t Width) noexcept {
  return Width > 27 && Width <= 34; // a block's widest factor; of two parts
}
/// Whether multiplication \p Node is one of them.
bool addsParts(const StreamKernel &K, uint32_t Node,
               const std::vector<LiveBits> &Live);

/// [bit] of the divisor's magnitude that may be set, of the Divider \p Node.
uint32_t divisorBits(const StreamKernel &K, uint32_t Node,
                     const std::vector<LiveBits> &Live);
/// True where the Divider \p Node keeps remainders of all bits, as by 0 they
/// are the dividend: that of a remainder, and of the quotient that shares it.
bool keepsRest(const StreamKernel &K, uint32_t Node);

} // namespace roofline

#endif
