// Which hardware an operation of the datapath takes.
//
/// \file
/// Latencies are those that the modules of rtl/ declare; unittests/Codegen
/// compares the two.
#include "roofline/Model/StreamSchedule.h"

#include <bit>

namespace roofline {
namespace {

uint64_t mask(unsigned Bits) {
  return Bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << Bits) - 1;
}

/// The bits of operand \p I where it is a constant.
std::optional<uint64_t> constantOperand(const StreamKernel &K,
                                        const DatapathNode &N, unsigned I) {
  const DatapathNode &O = K.Nodes[N.Operands[I]];
  if (O.Op != DatapathOp::Constant)
    return std::nullopt;
  return O.Value & mask(O.Type.Bits);
}

OperatorUnit multiplierUnit(const StreamKernel &K, const DatapathNode &N) {
  for (unsigned I : {0u, 1u})
    if (auto C = constantOperand(K, N, I)) {
      if (*C == 0 || std::has_single_bit(*C))
        return {UnitKind::Wire, 0};
      if (isTwoTerms(*C, N.Type.Bits))
        return {UnitKind::ShiftAdd, 1};
    }
  return {UnitKind::Multiplier, 3};
}

OperatorUnit dividerUnit(const StreamKernel &K, const DatapathNode &N) {
  bool Signed = N.Op == DatapathOp::SDiv || N.Op == DatapathOp::SRem;
  bool Remainder = N.Op == DatapathOp::URem || N.Op == DatapathOp::SRem;
  auto C = constantOperand(K, N, 1);
  if (!C || *C == 0)
    return {UnitKind::Divider, N.Type.Bits + (Signed ? 2u : 0u)};
  if (*C == 1 || (!Signed && std::has_single_bit(*C)))
    return {UnitKind::Wire, 0};
  bool Negative = *C >> (N.Type.Bits - 1) & 1;
  if (std::has_single_bit(*C) && !Negative)
    return {UnitKind::Logic, 1};
  return {UnitKind::ConstantDivider,
          3 + (Signed ? 1u : 0u) + (Remainder ? 4u : 0u)};
}

/// Fraction bits of an IEEE 754 format.
unsigned fraction(unsigned Bits) { return Bits == 64 ? 52 : 23; }

unsigned ceilLog4(unsigned N) { return (std::bit_width(N - 1) + 1) / 2; }

/// Source: docs/rtl-float.md.
unsigned floatLatency(DatapathOp Op, unsigned Bits, unsigned From) {
  unsigned Products = (fraction(Bits) + 1 + 16) / 17;
  switch (Op) {
  case DatapathOp::FAdd:
  case DatapathOp::FSub:
    return 8;
  case DatapathOp::FMul:
    return 5 + Products;
  case DatapathOp::FDiv:
    return fraction(Bits) + 10;
  case DatapathOp::FSqrt:
    return fraction(Bits) + 7;
  case DatapathOp::Fma:
    return 9 + Products;
  case DatapathOp::SIntToF:
  case DatapathOp::UIntToF:
    return 2 + ceilLog4(From);
  case DatapathOp::FToSInt:
  case DatapathOp::FToUInt:
    return 4;
  case DatapathOp::FToF:
    return Bits > From ? 1 + ceilLog4(fraction(From)) : 4;
  default: // comparisons, FMin, FMax
    return 2;
  }
}

} // namespace

uint64_t identity(DatapathOp Op, uint32_t Bits) noexcept {
  uint64_t Ones = ~uint64_t(0) >> (64 - Bits);
  switch (Op) {
  case DatapathOp::Mul:
    return 1;
  case DatapathOp::And:
  case DatapathOp::UMin:
    return Ones;
  case DatapathOp::SMin:
    return Ones >> 1;
  case DatapathOp::SMax:
    return Ones ^ Ones >> 1;
  default: // Add, Or, Xor, UMax
    return 0;
  }
}

bool isLowMask(const StreamKernel &K, uint32_t Node) noexcept {
  const DatapathNode &N = K.Nodes[Node];
  return N.Op == DatapathOp::Constant && N.Value != 0 &&
         (N.Value & (N.Value + 1)) == 0;
}

bool isTwoTerms(uint64_t C, uint32_t Bits) noexcept {
  if (std::popcount(C) == 2)
    return true;
  // A run of ones, perhaps up to the top: -2^b is 2^Bits - 2^b.
  uint64_t Run = C >> std::countr_zero(C);
  return C && std::has_single_bit((Run & mask(Bits)) + 1);
}

ProductFactors productFactors(const StreamKernel &K, uint32_t Node) noexcept {
  const DatapathNode &N = K.Nodes[Node];
  const uint32_t Width = N.Type.Bits;
  bool Extends = false;
  auto SignedBits = [&](uint32_t Operand) -> uint32_t {
    const DatapathNode &O = K.Nodes[Operand];
    if (O.Op == DatapathOp::Constant) {
      bool Negative = O.Value >> (Width - 1) & 1;
      return 1 + uint32_t(std::bit_width((Negative ? ~O.Value : O.Value) &
                                         mask(Width)));
    }
    if (O.Op != DatapathOp::SignExtend && O.Op != DatapathOp::ZeroExtend)
      return Width;
    uint32_t From = K.Nodes[O.Operands[0]].Type.Bits;
    Extends |= O.Op == DatapathOp::SignExtend;
    return From + (O.Op == DatapathOp::ZeroExtend);
  };
  uint32_t Left = SignedBits(N.Operands[0]), Right = SignedBits(N.Operands[1]);
  if (!Extends || Left >= Width || Right >= Width)
    return {Width, Width, false};
  return {Left, Right, true};
}

OperatorUnit operatorUnit(const StreamKernel &K, uint32_t Node) noexcept {
  const DatapathNode &N = K.Nodes[Node];
  switch (N.Op) {
  case DatapathOp::Constant:
  case DatapathOp::Argument:
  case DatapathOp::Position:
  case DatapathOp::Input:
  case DatapathOp::AtOffset:
    return {UnitKind::Source, 0};
  case DatapathOp::Mul:
    return multiplierUnit(K, N);
  case DatapathOp::UDiv:
  case DatapathOp::SDiv:
  case DatapathOp::URem:
  case DatapathOp::SRem:
    return dividerUnit(K, N);
  case DatapathOp::And:
  case DatapathOp::Or:
  case DatapathOp::Xor:
    if (constantOperand(K, N, 0) || constantOperand(K, N, 1) ||
        (N.Op == DatapathOp::Or && N.Value))
      return {UnitKind::Wire, 0};
    return {UnitKind::Logic, 1};
  case DatapathOp::Shl:
  case DatapathOp::LShr:
  case DatapathOp::AShr:
  case DatapathOp::RotateLeft:
    if (constantOperand(K, N, 1))
      return {UnitKind::Wire, 0};
    return {UnitKind::Logic, 1};
  case DatapathOp::PopCount:
  case DatapathOp::CountLeadingZeros:
  case DatapathOp::CountTrailingZeros:
    return {UnitKind::BitCount, 1};
  case DatapathOp::ReverseBits:
  case DatapathOp::SwapBytes:
  case DatapathOp::Truncate:
  case DatapathOp::ZeroExtend:
  case DatapathOp::SignExtend:
  case DatapathOp::Bitcast:
  case DatapathOp::FNeg:
  case DatapathOp::FAbs:
    return {UnitKind::Wire, 0};
  default:
    if (N.Op < DatapathOp::FAdd)
      return {UnitKind::Logic, 1};
    return {UnitKind::Float,
            floatLatency(N.Op, N.Type.Bits, K.Nodes[N.Operands[0]].Type.Bits)};
  }
}

unsigned reductionLatency(const Reduction &R) noexcept {
  return R.Op < DatapathOp::FAdd ? 0
                                 : floatLatency(R.Op, R.Type.Bits, R.Type.Bits);
}

} // namespace roofline
