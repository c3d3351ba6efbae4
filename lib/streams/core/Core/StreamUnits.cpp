// Picks the hardware of a datapath operation.
//
/// \file
/// Latencies are those that the modules of rtl/ declare;
/// unittests/streams/Codegen compares the two.
#include "roofline/Core/StreamUnits.h"

#include "roofline/Base/FloatFormat.h"
#include "roofline/Base/LowMask.h"
#include "roofline/Core/StreamSchedule.h"
#include "roofline/Stream/OperatorParts.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace roofline {
namespace {

/// The bits of operand \p I where it is a constant.
std::optional<uint64_t> constantOperand(const StreamKernel &K,
                                        const DatapathNode &N, unsigned I) {
  const DatapathNode &O = K.Nodes[N.Operands[I]];
  if (O.Op != DatapathOp::Constant)
    return std::nullopt;
  return O.Value & lowMask(O.Type.Bits);
}

OperatorUnit multiplierUnit(const StreamKernel &K, const DatapathNode &N) {
  for (unsigned I : {0u, 1u})
    if (auto C = constantOperand(K, N, I)) {
      if (*C == 0 || std::has_single_bit(*C))
        return {UnitKind::Wire, 0};
      if (twoTerms(*C, N.Type.Bits))
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

unsigned ceilLog4(unsigned N) { return (std::bit_width(N - 1) + 1) / 2; }

/// Source: docs/rtl-float.md.
unsigned floatLatency(DatapathOp Op, unsigned Bits, unsigned From) {
  const unsigned Fraction = fractionBits(Bits);
  const unsigned Products = std::max(2u, (Fraction + 1 + 16) / 17);
  switch (Op) {
  case DatapathOp::FAdd:
  case DatapathOp::FSub:
    return 5 + ceilLog4(Fraction + 5);
  case DatapathOp::FMul:
    return 5 + Products;
  case DatapathOp::FDiv:
    return Fraction + 7 + ceilLog4(Fraction + 1);
  case DatapathOp::FSqrt:
    return Fraction + 4 + ceilLog4(Fraction + 1);
  case DatapathOp::Fma:
    return 5 + Products + ceilLog4(3 * Fraction + 8);
  case DatapathOp::SIntToF:
  case DatapathOp::UIntToF:
    return 2 + ceilLog4(From);
  case DatapathOp::FToSInt:
  case DatapathOp::FToUInt:
    return 4;
  case DatapathOp::FToF:
    return Bits > From ? 1 + ceilLog4(fractionBits(From) + 1) : 4;
  default: // comparisons, minima and maxima
    return 2;
  }
}

} // namespace

/// The lowest bit of \p C, and the one above its last, where its ones are one
/// run.
static std::optional<std::pair<uint32_t, uint32_t>> runOfOnes(uint64_t C) {
  const uint32_t Low = uint32_t(std::countr_zero(C));
  const uint32_t Ones = uint32_t(std::popcount(C));
  return Ones && uint32_t(std::bit_width(C)) == Low + Ones
             ? std::optional(std::pair(Low, Low + Ones))
             : std::nullopt;
}

std::optional<TwoTerms> twoTerms(uint64_t C, uint32_t Bits) noexcept {
  assert(Bits >= 1 && Bits <= 64 && "a product has 1 to 64 bits");
  if (std::popcount(C) == 2)
    return TwoTerms{uint32_t(std::bit_width(C) - 1),
                    uint32_t(std::countr_zero(C)), true};
  // Perhaps up to the top: -2^b is 2^Bits - 2^b.
  if (auto Run = runOfOnes(C))
    return TwoTerms{Run->second, Run->first, false};
  if (auto Run = runOfOnes(-C & lowMask(Bits)))
    return TwoTerms{Run->first, Run->second, false};
  return std::nullopt;
}

/// [bit] that \p Node takes as a number with a sign; \p Extends where some of
/// its own are copies of the sign.
static uint32_t signedBits(const StreamKernel &K, uint32_t Node,
                           bool &Extends) {
  const DatapathNode &N = K.Nodes[Node];
  const uint32_t Width = N.Type.Bits;
  auto OfOperand = [&] { return signedBits(K, N.Operands[0], Extends); };
  switch (N.Op) {
  case DatapathOp::Constant:
    return roofline::signedBits(N.Value, Width);
  case DatapathOp::SignExtend:
    Extends = true;
    return OfOperand();
  case DatapathOp::ZeroExtend:
    return std::min(Width, K.Nodes[N.Operands[0]].Type.Bits + 1u);
  case DatapathOp::Truncate:
    return std::min(Width, OfOperand());
  case DatapathOp::AShr:
    if (auto By = constantOperand(K, N, 1)) {
      uint32_t Bits = OfOperand();
      Extends |= *By > 0;
      return *By < Bits ? Bits - uint32_t(*By) : 1;
    }
    return Width;
  default:
    return Width;
  }
}

uint32_t signedBits(const StreamKernel &K, uint32_t Node) noexcept {
  assert(Node < K.Nodes.size() && "a number is a node of the kernel");
  bool Extends = false;
  return signedBits(K, Node, Extends);
}

ProductFactors productFactors(const StreamKernel &K, uint32_t Node) noexcept {
  assert(Node < K.Nodes.size() &&
         facts(K.Nodes[Node].Op).Class == OperatorClass::Product &&
         "factors are those of a multiplication");
  const DatapathNode &N = K.Nodes[Node];
  bool Extends = false;
  uint32_t Left = signedBits(K, N.Operands[0], Extends);
  uint32_t Right = signedBits(K, N.Operands[1], Extends);
  uint32_t Wider = std::max(Left, Right), Other = std::min(Left, Right);
  bool IsMeasured = Wider <= 32 || (Wider <= 36 && Other <= 28);
  // Where the product of the upper parts is cut off whole, a product modulo
  // 2^width has as few DSP blocks, and its own cost.
  constexpr uint32_t Part = 17; // [bit] of a factor beside its sign
  bool IsCut = Other > Part + 1 && N.Type.Bits <= 2 * Part;
  if (!Extends || !IsMeasured || IsCut || Other >= N.Type.Bits)
    return {N.Type.Bits, N.Type.Bits, false};
  return {Left, Right, true};
}

bool addsParts(const StreamKernel &K, uint32_t Node,
               const std::vector<LiveBits> &Live) {
  assert(Live.size() == K.Nodes.size() && "each node has its live bits");
  const DatapathNode &N = K.Nodes[Node];
  return addsParts(N.Type.Bits) && !productFactors(K, Node).Signed &&
         std::all_of(N.Operands.begin(), N.Operands.end(),
                     [&](uint32_t Operand) {
                       return Live[Operand].High == N.Type.Bits;
                     });
}

uint32_t divisorBits(const StreamKernel &K, uint32_t Node,
                     const std::vector<LiveBits> &Live) {
  assert(Node < K.Nodes.size() &&
         facts(K.Nodes[Node].Op).Class == OperatorClass::Quotient &&
         "a divisor is that of a division");
  assert(Live.size() == K.Nodes.size() && "each node has its live bits");
  const DatapathNode &N = K.Nodes[Node];
  const uint32_t Width = N.Type.Bits;
  uint32_t Bits = std::max(1u, Live[N.Operands[1]].High);
  if ((N.Op == DatapathOp::SDiv || N.Op == DatapathOp::SRem) && Bits >= Width)
    Bits = signedBits(K, N.Operands[1]);
  return std::min(Bits, Width);
}

bool keepsRest(const StreamKernel &K, uint32_t Node) {
  assert(Node < K.Nodes.size() &&
         facts(K.Nodes[Node].Op).Class == OperatorClass::Quotient &&
         "a remainder is that of a division");
  auto Source = [&](uint32_t N) {
    while (K.Nodes[N].Op == DatapathOp::ZeroExtend ||
           K.Nodes[N].Op == DatapathOp::SignExtend ||
           K.Nodes[N].Op == DatapathOp::Truncate)
      N = K.Nodes[N].Operands[0];
    return N;
  };
  const std::vector<uint32_t> &By = K.Nodes[Node].Operands;
  return std::any_of(
      K.Nodes.begin(), K.Nodes.end(), [&](const DatapathNode &Node) {
        return (Node.Op == DatapathOp::URem || Node.Op == DatapathOp::SRem) &&
               Source(Node.Operands[0]) == Source(By[0]) &&
               Source(Node.Operands[1]) == Source(By[1]);
      });
}

OperatorUnit operatorUnit(const StreamKernel &K, uint32_t Node) noexcept {
  assert(Node < K.Nodes.size() && "a unit is that of a node of the kernel");
  const DatapathNode &N = K.Nodes[Node];
  switch (facts(N.Op).Class) {
  case OperatorClass::Source:
    return {UnitKind::Source, 0};
  case OperatorClass::Product:
    return multiplierUnit(K, N);
  case OperatorClass::Quotient:
    return dividerUnit(K, N);
  case OperatorClass::Bitwise:
    if (!hasInnerParts(N.Op) &&
        (constantOperand(K, N, 0) || constantOperand(K, N, 1) ||
         (N.Op == DatapathOp::Or && N.Value)))
      return {UnitKind::Wire, 0};
    return {UnitKind::Logic, 1};
  case OperatorClass::Shift:
    if (constantOperand(K, N, 1))
      return {UnitKind::Wire, 0};
    return {UnitKind::Logic, 1};
  case OperatorClass::Count:
    return {UnitKind::BitCount, 1};
  case OperatorClass::Wiring:
    return {UnitKind::Wire, 0};
  case OperatorClass::Sum:
  case OperatorClass::Extreme:
  case OperatorClass::Equality:
  case OperatorClass::Order:
  case OperatorClass::Choice:
    return {UnitKind::Logic, 1};
  case OperatorClass::Float:
    return {UnitKind::Float,
            floatLatency(N.Op, N.Type.Bits, K.Nodes[N.Operands[0]].Type.Bits)};
  }
  __builtin_unreachable();
}

unsigned reductionLatency(const Reduction &R) noexcept {
  return facts(R.Op).Class == OperatorClass::Float && !isFloatExtreme(R.Op)
             ? floatLatency(R.Op, R.Type.Bits, R.Type.Bits)
             : 0;
}

StreamKernel interleaved(StreamKernel K) {
  for (Reduction &R : K.Reductions)
    if (R.Op == DatapathOp::FAdd || R.Op == DatapathOp::Fma)
      R.Interleave = std::bit_ceil(reductionLatency(R) + 1);
  return K;
}

StreamKernel inOrder(StreamKernel K) {
  for (Reduction &R : K.Reductions)
    R.Interleave = 1;
  return K;
}

int64_t fillSteps(const Reduction &R, int64_t Steps) noexcept {
  assert(R.Interleave >= 1 && Steps >= 0 &&
         "a reduction has at least one partial sum, and no negative steps");
  return std::max<int64_t>(0, int64_t(R.Interleave) - Steps);
}

int64_t foldSteps(const Reduction &R, int64_t Steps) noexcept {
  assert(std::has_single_bit(R.Interleave) &&
         "the partial sums are a power of two");
  if (R.Interleave == 1)
    return 0;
  const int64_t Rounds = std::bit_width(R.Interleave) - 1;
  return fillSteps(R, Steps) + Rounds * R.Interleave + reductionLatency(R);
}

} // namespace roofline
