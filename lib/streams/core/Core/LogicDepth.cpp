// How much logic a signal passes between two registers of a datapath.
#include "roofline/Core/LogicDepth.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace roofline {
namespace {

/// Levels of LUTs with \p Inputs that join \p N signals.
uint32_t treeLevels(uint32_t N, uint32_t Inputs) {
  uint32_t Levels = 0;
  for (; N > 1; N = (N + Inputs - 1) / Inputs)
    ++Levels;
  return Levels;
}

/// Depth of one operation. A carry chain has one LUT before it; its result bit
/// comes from the chain itself.
struct OwnDepth {
  uint32_t Levels = 0, Carry = 0;
  /// Bits of the result depend on operand bits up to their own place alone.
  bool KeepsPlace = true;
};

/// Levels of a table whose choices are \p Choices deep: up to 6 bits of an
/// index are inputs of one LUT, and a LUT more chooses by each two.
uint32_t tableLevels(uint32_t Choices) {
  return Choices <= 6 ? 1 : 1 + (Choices - 5) / 2;
}

/// To a value. Chains of operations that keep the place of a bit are passed
/// side by side: the longest one counts, not their sum.
struct Path {
  uint32_t Levels = 0;
  uint32_t Before = 0; ///< [bit] of chains that had ended
  uint32_t Chain = 0;  ///< [bit]
};

OwnDepth ownDepth(const StreamKernel &K, const DatapathNode &N,
                  const OperatorUnit &Unit) {
  uint32_t Width = K.Nodes[N.Operands.back()].Type.Bits;
  switch (facts(N.Op).Class) {
  case OperatorClass::Sum:
    return {1, Width, true};
  case OperatorClass::Product:
    return Unit.Kind == UnitKind::ShiftAdd ? OwnDepth{1, Width, true}
                                           : OwnDepth();
  case OperatorClass::Bitwise:
  case OperatorClass::Choice:
    return {1, 0, true};
  case OperatorClass::Equality: // 3 pairs of bits a LUT
    return {1 + treeLevels((Width + 2) / 3, 6), 0, false};
  case OperatorClass::Order:
    return {1, Width, false};
  case OperatorClass::Extreme: // a comparison that selects
    return {2, Width, false};
  case OperatorClass::Shift: // a LUT selects one of 4 bits
    return {treeLevels(std::bit_ceil(Width), 4), 0, false};
  case OperatorClass::Quotient: // by a power of two: a bias is added
    return {1, Width, false};
  default:
    return {};
  }
}

} // namespace

LogicDepth logicDepth(const StreamKernel &K, const DatapathSchedule &S) {
  assert(S.Nodes.size() == K.Nodes.size() &&
         "the schedule is that of the kernel");
  LogicDepth Longest;
  std::vector<Path> To(K.Nodes.size());
  // Choices of a table up to a node within it, one behind the other.
  std::vector<uint32_t> Choices(K.Nodes.size());
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    const DatapathNode &N = K.Nodes[I];
    const OperatorUnit &Unit = S.Nodes[I].Unit;
    if (!S.Nodes[I].Used || N.Operands.empty())
      continue;
    Path &P = To[I];
    uint32_t Below = 0; // choices that end in this node
    for (uint32_t O : N.Operands) {
      Below = std::max(Below, Choices[O]);
      if (S.Nodes[O].Unit.Latency == 0) { // else a register is in between
        P.Levels = std::max(P.Levels, To[O].Levels);
        P.Before = std::max(P.Before, To[O].Before);
        P.Chain = std::max(P.Chain, To[O].Chain);
      }
    }
    if (S.Nodes[I].WithinTable)
      Choices[I] = Below + 1;
    else if (Unit.Kind == UnitKind::Wire)
      Choices[I] = Below;
    OwnDepth Own;
    if (S.Nodes[I].WithinTable)
      Own.Levels = 0;
    else if (Below > 0 && N.Op == DatapathOp::Select)
      Own.Levels = tableLevels(Below + 1);
    else if (Unit.Kind == UnitKind::Logic || Unit.Kind == UnitKind::ShiftAdd)
      Own = ownDepth(K, N, Unit);
    else if (Unit.Kind == UnitKind::Wire)
      Own.KeepsPlace = N.Op != DatapathOp::LShr && N.Op != DatapathOp::AShr;
    else if (std::string Name(name(N.Op));
             std::find(Longest.Modules.begin(), Longest.Modules.end(), Name) ==
             Longest.Modules.end())
      Longest.Modules.push_back(std::move(Name));
    P.Levels += Own.Levels;
    if (Own.KeepsPlace) {
      P.Chain = std::max(P.Chain, Own.Carry);
    } else {
      P.Before += P.Chain + Own.Carry;
      P.Chain = 0;
    }
    Longest.Levels = std::max(Longest.Levels, P.Levels);
    Longest.CarryBits = std::max(Longest.CarryBits, P.Before + P.Chain);
  }
  return Longest;
}

} // namespace roofline
