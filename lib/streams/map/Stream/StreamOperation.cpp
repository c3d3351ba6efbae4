// Computes the operations of a datapath.
//
/// \file
/// A NaN that arithmetic makes is the canonical quiet one; of two zeros the
/// negative one is the smaller. Built without contraction of products and sums
/// (lib/streams/map/Stream/CMakeLists.txt).
#include "roofline/Stream/StreamOperation.h"

#include "roofline/Base/FloatFormat.h"
#include "roofline/Stream/OperatorParts.h"

#include <bit>
#include <cassert>
#include <cmath>
#include <type_traits>
#include <utility>

namespace roofline {
namespace {

uint64_t mask(unsigned Bits) { return ~uint64_t(0) >> (64 - Bits); }

[[gnu::always_inline]] inline int64_t asSigned(uint64_t Value, unsigned Bits) {
  return int64_t(Value << (64 - Bits)) >> (64 - Bits);
}

uint64_t reversed(uint64_t Value, unsigned Bits, unsigned Group) {
  uint64_t Result = 0;
  for (unsigned I = 0; I < Bits; I += Group)
    Result |= (Value >> I & mask(Group)) << (Bits - Group - I);
  return Result;
}

[[gnu::always_inline]] inline uint64_t divide(DatapathOp Op, uint64_t A,
                                              uint64_t B, unsigned Bits) {
  bool IsQuotient = Op == DatapathOp::UDiv || Op == DatapathOp::SDiv;
  if (B == 0)
    return IsQuotient ? ~uint64_t(0) : A;
  if (Op == DatapathOp::UDiv || Op == DatapathOp::URem)
    return IsQuotient ? A / B : A % B;
  int64_t Divisor = asSigned(B, Bits), Dividend = asSigned(A, Bits);
  if (Divisor == -1) // the least integer has no opposite: it wraps
    return IsQuotient ? -A : 0;
  return IsQuotient ? Dividend / Divisor : Dividend % Divisor;
}

/// Computes \p Op of integers of \p Bits; the result may carry bits beyond
/// them.
[[gnu::always_inline]] inline uint64_t
integer(DatapathOp Op, const uint64_t *Values, unsigned Bits) {
  const uint64_t A = Values[0], B = Values[1];
  int64_t SA = asSigned(A, Bits), SB = asSigned(B, Bits);
  switch (Op) {
  case DatapathOp::Add:
    return A + B;
  case DatapathOp::Sub:
    return A - B;
  case DatapathOp::Mul:
    return A * B;
  case DatapathOp::UDiv:
  case DatapathOp::SDiv:
  case DatapathOp::URem:
  case DatapathOp::SRem:
    return divide(Op, A, B, Bits);
  case DatapathOp::And:
    return A & B;
  case DatapathOp::Or:
    return A | B;
  case DatapathOp::Xor:
    return A ^ B;
  case DatapathOp::Shl:
    return B >= Bits ? 0 : A << B;
  case DatapathOp::LShr:
    return B >= Bits ? 0 : A >> B;
  case DatapathOp::AShr:
    return SA >> (B >= Bits ? 63 : B);
  case DatapathOp::UMin:
    return A < B ? A : B;
  case DatapathOp::UMax:
    return A < B ? B : A;
  case DatapathOp::SMin:
    return SA < SB ? A : B;
  case DatapathOp::SMax:
    return SA < SB ? B : A;
  case DatapathOp::PopCount:
    return std::popcount(A);
  case DatapathOp::CountLeadingZeros:
    return std::countl_zero(A) - (64 - Bits);
  case DatapathOp::CountTrailingZeros:
    return A == 0 ? Bits : std::countr_zero(A);
  case DatapathOp::ReverseBits:
    return reversed(A, Bits, 1);
  case DatapathOp::SwapBytes:
    return reversed(A, Bits, 8);
  case DatapathOp::RotateLeft: {
    unsigned Turn = B % Bits;
    return Turn == 0 ? A : A << Turn | A >> (Bits - Turn);
  }
  case DatapathOp::Equal:
    return A == B;
  case DatapathOp::NotEqual:
    return A != B;
  case DatapathOp::ULess:
    return A < B;
  case DatapathOp::ULessEqual:
    return A <= B;
  case DatapathOp::SLess:
    return SA < SB;
  case DatapathOp::SLessEqual:
    return SA <= SB;
  default:
    return applyExpression(Op, Bits, Values);
  }
}

template <typename Float>
using BitsOf = std::conditional_t<
    sizeof(Float) == 2, uint16_t,
    std::conditional_t<sizeof(Float) == 4, uint32_t, uint64_t>>;

template <typename Float> Float toFloat(uint64_t Bits) {
  return std::bit_cast<Float>(BitsOf<Float>(Bits));
}

/// In what the operations of Float are computed: that float's sums, products,
/// quotients and roots, rounded to half, are those of half, as it has more than
/// twice as many bits (24 for 11).
template <typename Float>
using WideOf = std::conditional_t<sizeof(Float) == 2, float, Float>;

template <typename Float> uint64_t toBits(WideOf<Float> Value) {
  return std::isnan(Value) ? quietNaNBits(8 * sizeof(Float))
                           : std::bit_cast<BitsOf<Float>>(Float(Value));
}

/// The smaller one, or the number where the other one is a NaN.
template <typename Float> Float smaller(Float A, Float B) {
  if (std::isnan(A) || std::isnan(B))
    return std::isnan(A) ? B : A;
  if (A == B)
    return std::signbit(A) ? A : B;
  return A < B ? A : B;
}

template <typename Float>
[[gnu::always_inline]] inline uint64_t arithmetic(DatapathOp Op,
                                                  const uint64_t *Values) {
  constexpr BitsOf<Float> SignBit = BitsOf<Float>(1) << (8 * sizeof(Float) - 1);
  WideOf<Float> A = toFloat<Float>(Values[0]), B = toFloat<Float>(Values[1]);
  switch (Op) {
  case DatapathOp::FAdd:
    return toBits<Float>(A + B);
  case DatapathOp::FSub:
    return toBits<Float>(A - B);
  case DatapathOp::FMul:
    return toBits<Float>(A * B);
  case DatapathOp::FDiv:
    return toBits<Float>(A / B);
  case DatapathOp::FSqrt:
    return toBits<Float>(std::sqrt(A));
  case DatapathOp::Fma:
    return toBits<Float>(
        std::fma(A, B, WideOf<Float>(toFloat<Float>(Values[2]))));
  case DatapathOp::FNeg:
    return Values[0] ^ SignBit;
  case DatapathOp::FAbs:
    return Values[0] & ~SignBit & mask(8 * sizeof(Float));
  case DatapathOp::FMin:
    return toBits<Float>(smaller(A, B));
  case DatapathOp::FMax:
    return toBits<Float>(-smaller(-A, -B));
  case DatapathOp::FMinFirst:
    return B < A ? Values[1] : Values[0];
  case DatapathOp::FMaxFirst:
    return B > A ? Values[1] : Values[0];
  case DatapathOp::FMinLast:
    return A < B ? Values[0] : Values[1];
  case DatapathOp::FMaxLast:
    return A > B ? Values[0] : Values[1];
  case DatapathOp::FEqual:
    return A == B;
  case DatapathOp::FLess:
    return A < B;
  case DatapathOp::FLessEqual:
    return A <= B;
  default: // FUnordered
    return std::isnan(A) || std::isnan(B);
  }
}

/// Towards zero; the nearest integer there is where it is out of range, and 0
/// of a NaN.
uint64_t toInteger(double Value, unsigned Bits, bool Signed) {
  double Limit = std::ldexp(1.0, int(Signed ? Bits - 1 : Bits));
  double Whole = std::trunc(Value);
  if (std::isnan(Value))
    return 0;
  if (Whole >= Limit)
    return Signed ? mask(Bits) >> 1 : mask(Bits);
  if (Whole < (Signed ? -Limit : 0))
    return Signed ? mask(Bits) ^ (mask(Bits) >> 1) : 0;
  return Signed ? uint64_t(int64_t(Whole)) : uint64_t(Whole);
}

double toDouble(uint64_t Bits, const ValueType &From) {
  return From.Bits == 16   ? double(toFloat<_Float16>(Bits))
         : From.Bits == 32 ? double(toFloat<float>(Bits))
                           : toFloat<double>(Bits);
}

template <typename Number>
uint64_t fromNumber(Number Value, const ValueType &To) {
  return To.Bits == 16   ? toBits<_Float16>(float(_Float16(Value)))
         : To.Bits == 32 ? toBits<float>(float(Value))
                         : toBits<double>(double(Value));
}

/// applyOperation(), which folds to one operation where \p Op is a constant.
[[gnu::always_inline]] inline uint64_t apply(DatapathOp Op, const ValueType &To,
                                             const ValueType &From,
                                             const uint64_t *Values) {
  switch (Op) {
  case DatapathOp::Select:
    return Values[0] ? Values[1] : Values[2];
  case DatapathOp::Or: // a finish has those of floats, too
    return Values[0] | Values[1];
  case DatapathOp::Truncate:
    return Values[0] & mask(To.Bits);
  case DatapathOp::ZeroExtend:
  case DatapathOp::Bitcast:
    return Values[0];
  case DatapathOp::SignExtend:
    return asSigned(Values[0], From.Bits) & mask(To.Bits);
  case DatapathOp::FToSInt:
  case DatapathOp::FToUInt:
    return toInteger(toDouble(Values[0], From), To.Bits,
                     Op == DatapathOp::FToSInt) &
           mask(To.Bits);
  case DatapathOp::SIntToF:
    return fromNumber(asSigned(Values[0], From.Bits), To);
  case DatapathOp::UIntToF:
    return fromNumber(Values[0], To);
  case DatapathOp::FToF:
    return fromNumber(toDouble(Values[0], From), To);
  default:
    if (From.Scalar == ScalarKind::Float)
      return From.Bits == 16   ? arithmetic<_Float16>(Op, Values)
             : From.Bits == 32 ? arithmetic<float>(Op, Values)
                               : arithmetic<double>(Op, Values);
    return integer(Op, Values, From.Bits) & mask(To.Bits);
  }
}

/// Columns by one operation: what is the same for all places is decided once.
template <unsigned Op>
void applyColumns(ValueType To, ValueType From,
                  const std::array<const uint64_t *, 3> &Values, size_t Count,
                  uint64_t *__restrict Results) {
  for (size_t I = 0; I < Count; ++I) {
    const uint64_t Here[3] = {Values[0][I], Values[1][I], Values[2][I]};
    Results[I] = apply(DatapathOp(Op), To, From, Here);
  }
}

template <unsigned... Ops>
constexpr auto columnFunctions(std::integer_sequence<unsigned, Ops...>) {
  return std::array{&applyColumns<Ops>...};
}

} // namespace

uint64_t applyOperation(DatapathOp Op, const ValueType &To,
                        const ValueType &From, const uint64_t *Values) {
  return apply(Op, To, From, Values);
}

uint64_t applyExpression(DatapathOp Op, uint32_t Width,
                         const uint64_t *Values) {
  assert(Width >= 1 && Width <= 64 && "an operator has words of 1 to 64 bits");
  auto TypeOf = [](uint32_t Bits) {
    return ValueType{ScalarKind::Int, uint16_t(Bits), 1};
  };
  return foldExpression<uint64_t>(
      Op, Width, [&](uint64_t I) { return Values[I]; },
      [](uint64_t Number, uint32_t) { return Number; },
      [&](const OperatorPart &P, const std::array<uint64_t, 3> &Operands,
          uint32_t From) {
        return applyOperation(P.Op, TypeOf(P.bits(Width)), TypeOf(From),
                              Operands.data());
      });
}

void applyOperations(DatapathOp Op, const ValueType &To, const ValueType &From,
                     const std::array<const uint64_t *, 3> &Values,
                     size_t Count, uint64_t *Results) {
  static constexpr auto Functions =
      columnFunctions(std::make_integer_sequence<unsigned, NumDatapathOps>());
  Functions[unsigned(Op)](To, From, Values, Count, Results);
}

} // namespace roofline
