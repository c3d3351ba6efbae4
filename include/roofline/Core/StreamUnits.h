// The hardware unit of each operation of a datapath.
#ifndef ROOFLINE_CORE_STREAMUNITS_H
#define ROOFLINE_CORE_STREAMUNITS_H

#include "roofline/Stream/LiveBits.h"
#include "roofline/Stream/StreamKernel.h"

namespace roofline {

/// Hardware of one operation. The unit has the width of the result for
/// arithmetic, and the width of the operands for comparisons.
enum class UnitKind : uint8_t {
  Source,          ///< constant, argument, position, tap, offset: no hardware
  Wire,            ///< renamed bits, or inverters: no register
  Logic,           ///< one level of LUTs or one carry chain, and a register
  ShiftAdd,        ///< x * (2^a + 2^b) or (2^a - 2^b): an adder and a register
  Multiplier,      ///< roofline_mul, three stages
  Divider,         ///< roofline_divide, a stage for each bit of the quotient
  ConstantDivider, ///< roofline_divide_constant: a multiplier by 2^k/d
  BitCount,        ///< roofline_popcount, roofline_count_zeros
  Float,           ///< a roofline_f* module
};

/// Hardware unit with its latency.
struct OperatorUnit {
  UnitKind Kind = UnitKind::Source;
  /// [step] Registers between operands and result in form Pipe. In form Comb
  /// every unit has 0, and the output has the only register.
  unsigned Latency = 0;
  bool operator==(const OperatorUnit &) const = default;
};

/// Returns the hardware of node \p Node of \p K. Every operation of
/// Stream/StreamKernel.h has a unit, but Float has none in form Comb:
/// whyNotBuildable() refuses it.
OperatorUnit operatorUnit(const StreamKernel &K, uint32_t Node) noexcept;

/// Returns the [bit] that the value of \p Node needs as a signed number.
uint32_t signedBits(const StreamKernel &K, uint32_t Node) noexcept;

/// [bit] Widths of a product's factors: of signed numbers where Signed, else
/// of numbers modulo 2^width.
struct ProductFactors {
  uint32_t Left = 0, Right = 0;
  bool Signed = false;
};
/// Returns the factors of multiplication \p Node. They are signed where an
/// operand has copies of its sign, which would cost more rows, and where
/// `roofline calibrate` measures signed products of these widths.
ProductFactors productFactors(const StreamKernel &K, uint32_t Node) noexcept;
/// Product by a constant: x << First plus (Adds) or minus x << Second.
struct TwoTerms {
  uint32_t First = 0, Second = 0; ///< [bit] the type's width for no term
  bool Adds = false;
};
/// Returns the two terms of \p Factor modulo 2^Bits, for a ShiftAdd; nothing
/// where \p Factor needs more.
std::optional<TwoTerms> twoTerms(uint64_t Factor, uint32_t Bits) noexcept;

/// Returns the [cycle] of registers in a reduction's operator before its
/// accumulator. 0 for an integer operator, which accumulates every cycle.
unsigned reductionLatency(const Reduction &R) noexcept;

/// Interleaves the sums of floats of \p K, so that a step takes a cycle: by as
/// many as the adder, and the registers of its operands, have stages, up to a
/// power of two.
StreamKernel interleaved(StreamKernel K);
/// Returns \p K with sums in the kernel's own order.
StreamKernel inOrder(StreamKernel K);
/// Returns the [step] from the last value of \p R, a reduction over \p Steps
/// steps, to its result: 0 in order. Interleaved, each halving of the partial
/// sums takes one round of them.
int64_t foldSteps(const Reduction &R, int64_t Steps) noexcept;
/// Returns the [step] from the last value to the first halving.
int64_t fillSteps(const Reduction &R, int64_t Steps) noexcept;

/// True where a product modulo 2^\p Width of full-width factors is built as a
/// sum of three partial products, each in the register of a DSP block. It takes
/// as many blocks and has a shorter path.
constexpr bool addsParts(uint32_t Width) noexcept {
  return Width > 27 && Width <= 34; // widest factor of one block; of two parts
}
/// True where multiplication \p Node is built from three partial products.
bool addsParts(const StreamKernel &K, uint32_t Node,
               const std::vector<LiveBits> &Live);

/// Returns the [bit] that the magnitude of the divisor of Divider \p Node
/// needs.
uint32_t divisorBits(const StreamKernel &K, uint32_t Node,
                     const std::vector<LiveBits> &Live);
/// True where Divider \p Node must keep all bits of the remainder, because the
/// remainder of a division by 0 is the dividend. Holds for a remainder, and for
/// a quotient that shares its divider with a remainder.
bool keepsRest(const StreamKernel &K, uint32_t Node);

} // namespace roofline

#endif
