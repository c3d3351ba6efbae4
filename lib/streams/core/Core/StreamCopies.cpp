// Selects the copies of a lane's operators to build.
//
/// \file
/// The products of a stencil with symmetric weights, and the operators of
/// neighbouring positions of one beat, often compute the same of the same
/// registers. Synthesis merges them, so they are built once. And of the
/// positions of a beat few are at a border: for the others its test comes out
/// the same always, and what it chooses stands for the choice.
#include "roofline/Core/StreamCopies.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Core/StreamSchedule.h"
#include "roofline/Core/StreamWalk.h"
#include "roofline/Stream/DeadNodes.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <compare>
#include <optional>
#include <unordered_map>
#include <utility>

namespace roofline {
namespace {

/// Signal on an operand's wires: a value from outside or a copy, and how many
/// steps ago.
struct Signal {
  DatapathOp Op = DatapathOp::Constant;
  uint64_t Value = 0; ///< of Op, or the copy's node
  uint32_t Slot = 0;
  int64_t Delay = 0; ///< [step]
  uint32_t Bits = 0;
  auto operator<=>(const Signal &) const = default;
};
/// Operation and type, and its operands.
struct Function {
  DatapathOp Op;
  ScalarKind Scalar;
  uint32_t Bits;
  std::array<Signal, 3> Operands;
  bool operator==(const Function &) const = default;
};

struct Hash {
  size_t operator()(const Function &F) const {
    uint64_t H = uint64_t(F.Op) << 32 | F.Bits;
    for (const Signal &S : F.Operands)
      for (uint64_t Part :
           {uint64_t(S.Op), S.Value, uint64_t(S.Slot), uint64_t(S.Delay)})
        H = (H ^ Part ^ H >> 29) * 0x9e3779b97f4a7c15;
    return size_t(H ^ H >> 32);
  }
};

/// Synthesis swaps the operands of Verilog's own operators alone.
bool isSwapped(DatapathOp Op) {
  const DatapathOperator &Operator = facts(Op);
  return Operator.commutes() && Operator.Class != OperatorClass::Extreme &&
         Operator.Class != OperatorClass::Float;
}

/// Facts that hold for a position of a beat in all beats.
class SlotFacts {
public:
  SlotFacts(const StreamKernel &K, const StreamDesign &D)
      : K(K), Vector(D.Vector), Beats(beatBox(K.Space, D.Vector).Size[0]),
        Facts(K.Nodes.size() * D.Vector) {
    for (uint32_t N = 0; N < K.Nodes.size(); ++N)
      for (uint32_t Slot = 0; Slot < Vector; ++Slot)
        Facts[N * Vector + Slot] = factOf(K.Nodes[N], Slot);
  }

  /// The operand that node \p N always has the value of.
  std::optional<uint32_t> chosen(uint32_t N, uint32_t Slot) const {
    const DatapathNode &Node = K.Nodes[N];
    if (Node.Op == DatapathOp::Select)
      if (auto If = test(Node, 0, Slot))
        return Node.Operands[*If ? 1 : 2];
    const bool Joins = Node.Op == DatapathOp::And || Node.Op == DatapathOp::Or;
    if (Joins && Node.Type.Bits == 1)
      for (unsigned I : {0u, 1u}) // true and x; false or x
        if (test(Node, I, Slot) == (Node.Op == DatapathOp::And))
          return Node.Operands[1 - I];
    return std::nullopt;
  }

private:
  /// A coordinate, Vector * beat + First, or the result of a test.
  struct Fact {
    std::optional<int64_t> First;
    std::optional<bool> Test;
  };
  const StreamKernel &K;
  const uint32_t Vector;
  const int64_t Beats;
  std::vector<Fact> Facts; ///< by node and slot

  const Fact &fact(const DatapathNode &N, unsigned I, uint32_t Slot) const {
    return Facts[N.Operands[I] * Vector + Slot];
  }
  std::optional<bool> test(const DatapathNode &N, unsigned I,
                           uint32_t Slot) const {
    return fact(N, I, Slot).Test;
  }
  int64_t last(int64_t First) const {
    return First + int64_t(Vector) * (Beats - 1);
  }
  std::optional<int64_t> constant(const DatapathNode &N, unsigned I,
                                  bool Signed = false) const {
    const DatapathNode &O = K.Nodes[N.Operands[I]];
    const uint32_t Bits = O.Type.Bits;
    if (O.Op != DatapathOp::Constant || O.Type.Scalar != ScalarKind::Int ||
        Bits > 62)
      return std::nullopt;
    const int64_t Value = int64_t(O.Value & lowMask(Bits));
    const bool Negative = Signed && Value >> (Bits - 1) & 1;
    return Value - (Negative ? int64_t(1) << Bits : 0);
  }
  bool fits(int64_t First, uint32_t Bits) const {
    return First >= 0 && Bits <= 62 && last(First) < int64_t(1) << Bits;
  }
  /// Operand \p I, from \p First on, has no sign.
  bool isPositive(const DatapathNode &N, unsigned I, int64_t First) const {
    return fits(First, K.Nodes[N.Operands[I]].Type.Bits - 1u);
  }
  /// In the type of \p N.
  Fact coordinate(const DatapathNode &N, int64_t First) const {
    return {fits(First, N.Type.Bits) ? std::optional(First) : std::nullopt, {}};
  }
  Fact factOf(const DatapathNode &N, uint32_t Slot) const;
  std::optional<bool> compared(const DatapathNode &N, uint32_t Slot) const;
};

SlotFacts::Fact SlotFacts::factOf(const DatapathNode &N, uint32_t Slot) const {
  switch (N.Op) {
  case DatapathOp::Position:
    return N.Value == 0 ? coordinate(N, Slot) : Fact();
  case DatapathOp::Add:
    for (unsigned I : {0u, 1u})
      if (auto By = constant(N, I, /*Signed=*/true))
        if (auto First = fact(N, 1 - I, Slot).First)
          return coordinate(N, *First + *By);
    return {};
  case DatapathOp::ZeroExtend:
  case DatapathOp::SignExtend:
  case DatapathOp::Truncate:
    if (auto First = fact(N, 0, Slot).First;
        First && (N.Op != DatapathOp::SignExtend || isPositive(N, 0, *First)))
      return coordinate(N, *First);
    return {};
  case DatapathOp::Equal:
  case DatapathOp::NotEqual:
  case DatapathOp::ULess:
  case DatapathOp::SLess:
  case DatapathOp::ULessEqual:
  case DatapathOp::SLessEqual:
    return {{}, compared(N, Slot)};
  case DatapathOp::And:
  case DatapathOp::Or:
    if (N.Type.Bits == 1)
      for (unsigned I : {0u, 1u})
        if (test(N, I, Slot) == (N.Op == DatapathOp::Or))
          return {{}, N.Op == DatapathOp::Or};
    return {};
  case DatapathOp::Xor: // with 1
    if (auto Of = test(N, 0, Slot); Of && N.Type.Bits == 1 && constant(N, 1))
      return {{}, *Of != (*constant(N, 1) != 0)};
    return {};
  default:
    return {};
  }
}

/// A comparison of a coordinate with a constant, where all beats agree.
std::optional<bool> SlotFacts::compared(const DatapathNode &N,
                                        uint32_t Slot) const {
  const bool IsLeft = constant(N, 1).has_value();
  const unsigned Moves = IsLeft ? 0 : 1;
  const bool Signed =
      N.Op == DatapathOp::SLess || N.Op == DatapathOp::SLessEqual;
  const std::optional<int64_t> C = constant(N, 1 - Moves, Signed),
                               First = fact(N, Moves, Slot).First;
  if (!C || !First || (Signed && !isPositive(N, Moves, *First)))
    return std::nullopt;
  const int64_t Last = last(*First);
  auto Always = [](bool If, bool Never) {
    return If || Never ? std::optional(If) : std::nullopt;
  };
  switch (N.Op) {
  case DatapathOp::Equal:
  case DatapathOp::NotEqual:
    if (*C < *First || *C > Last || (*C - *First) % Vector != 0)
      return N.Op == DatapathOp::NotEqual;
    return std::nullopt;
  case DatapathOp::ULess:
  case DatapathOp::SLess:
    return IsLeft ? Always(Last < *C, *First >= *C)
                  : Always(*C < *First, *C >= Last);
  default:
    return IsLeft ? Always(Last <= *C, *First > *C)
                  : Always(*C <= *First, *C > Last);
  }
}

class Sharing {
public:
  Sharing(const StreamKernel &K, const DatapathSchedule &S,
          const StreamDesign &D)
      : K(K), S(S), D(D), Copies(K.Nodes.size() * D.Vector),
        ReadAtOffset(K.Nodes.size()) {
    for (const DatapathNode &N : K.Nodes)
      if (N.Op == DatapathOp::AtOffset)
        ReadAtOffset[N.Operands[0]] = true;
  }

  std::vector<NodeCopy> run() {
    std::vector<uint32_t> Order;
    for (uint32_t I = 0; I < K.Nodes.size(); ++I)
      Order.push_back(I);
    std::stable_sort(Order.begin(), Order.end(), [&](uint32_t A, uint32_t B) {
      return emissionOrder(S, A) < emissionOrder(S, B);
    });
    std::unordered_map<Function, NodeCopy, Hash> First;
    First.reserve(Copies.size());
    std::optional<SlotFacts> Facts;
    if (D.Vector > 1)
      Facts.emplace(K, D);
    for (uint32_t N : Order)
      for (uint32_t Slot = 0; Slot < D.Vector; ++Slot) {
        const NodeCopy Own = {N, S.Nodes[N].PerSlot ? Slot : 0};
        NodeCopy &Copy = Copies[N * D.Vector + Slot];
        const bool IsOperator = S.Nodes[N].Used && !S.Cycles.NodeGroup[N] &&
                                !K.Nodes[N].Operands.empty() &&
                                K.Nodes[N].Op != DatapathOp::AtOffset;
        if (!IsOperator)
          Copy = Own;
        else if (auto Of = Facts ? standIn(*Facts, Own) : std::nullopt)
          Copy = *Of;
        else
          Copy = First.try_emplace(function(Own), Own).first->second;
      }
    if (D.Vector > 1)
      leaveOutUnread();
    return std::move(Copies);
  }

private:
  /// Returns the copy that \p C always chooses, where it can be read instead.
  std::optional<NodeCopy> standIn(const SlotFacts &Facts, NodeCopy C) const {
    auto Chosen = Facts.chosen(C.Node, C.Slot);
    if (!Chosen || ReadAtOffset[C.Node] || S.Nodes[C.Node].Invariant)
      return std::nullopt;
    const ValuePlace V = valuePlace(K, *Chosen, C.Slot, D.Vector);
    NodeCopy Copy = Copies[V.Node * D.Vector + V.Slot];
    Copy.Lag += S.Nodes[C.Node].ready() - S.Nodes[V.Node].ready() - V.Ahead;
    // Coordinates are named by their readers.
    const bool CanStand = K.Nodes[Copy.Node].Op != DatapathOp::Position &&
                          (V.Node == *Chosen || !isSource(Copy.Node));
    return CanStand ? std::optional(Copy) : std::nullopt;
  }

  /// Drops operator copies that no built operator and no result reads.
  void leaveOutUnread() {
    std::vector<uint8_t> Read(Copies.size());
    std::vector<NodeCopy> Work;
    auto Take = [&](uint32_t Operand, uint32_t Slot) {
      const ValuePlace V = valuePlace(K, Operand, Slot, D.Vector);
      const NodeCopy C = Copies[V.Node * D.Vector + V.Slot];
      if (!std::exchange(Read[C.Node * D.Vector + C.Slot], 1))
        Work.push_back(C);
    };
    for (uint32_t Slot = 0; Slot < D.Vector; ++Slot)
      forEachResult(K, [&](uint32_t N) { Take(N, Slot); });
    while (!Work.empty()) {
      const NodeCopy C = Work.back();
      Work.pop_back();
      for (uint32_t O : K.Nodes[C.Node].Operands)
        Take(O, C.Slot);
    }
    for (uint32_t N = 0; N < K.Nodes.size(); ++N)
      for (uint32_t Slot = 0; Slot < D.Vector; ++Slot)
        if (NodeCopy &C = Copies[N * D.Vector + Slot];
            C == NodeCopy{N, Slot} && !Read[N * D.Vector + Slot] &&
            !K.Nodes[N].Operands.empty() &&
            K.Nodes[N].Op != DatapathOp::AtOffset)
          C = NotBuilt;
  }

  const StreamKernel &K;
  const DatapathSchedule &S;
  const StreamDesign &D;
  std::vector<NodeCopy> Copies;
  std::vector<bool> ReadAtOffset; ///< by node

  Function function(const NodeCopy &C) const {
    const DatapathNode &N = K.Nodes[C.Node];
    Function F = {N.Op, N.Type.Scalar, N.Type.Bits, {}};
    for (size_t I = 0; I < N.Operands.size(); ++I)
      F.Operands[I] = signal(N.Operands[I], S.Nodes[C.Node].Start, C.Slot);
    if (isSwapped(N.Op) && F.Operands[1] < F.Operands[0])
      std::swap(F.Operands[0], F.Operands[1]);
    return F;
  }

  bool isSource(uint32_t N) const { return K.Nodes[N].Operands.empty(); }

  Signal signal(uint32_t O, int32_t Stage, uint32_t Slot) const {
    const DatapathNode &N = K.Nodes[O];
    uint32_t Bits = N.Type.Bits;
    switch (N.Op) {
    case DatapathOp::Constant:
    case DatapathOp::Argument:
      return {N.Op, N.Value, 0, 0, Bits};
    case DatapathOp::Position: // kernels of a chain count at other stages
      return {N.Op, N.Value + 3 * uint64_t(S.Nodes[O].Start),
              N.Value == 0 ? Slot : 0, Stage, Bits};
    case DatapathOp::Previous:
      return {N.Op, N.Value, 0, Stage - S.Nodes[O].Start, Bits};
    case DatapathOp::Input: {
      TapPlace T = tapPlace(K, N, Slot, D.Vector);
      return {N.Op, N.Value, T.Slot, T.Delay + Stage, Bits};
    }
    default: {
      ValuePlace V = valuePlace(K, O, Slot, D.Vector);
      NodeCopy C = Copies[V.Node * D.Vector + V.Slot];
      if (isSource(C.Node))
        return signal(C.Node, Stage, C.Slot);
      int64_t Delay = S.Nodes[C.Node].Invariant
                          ? 0
                          : Stage - S.Nodes[V.Node].ready() - V.Ahead + C.Lag;
      return {K.Nodes[C.Node].Op, C.Node, C.Slot, Delay, Bits};
    }
    }
  }
};

} // namespace

std::pair<bool, int32_t> emissionOrder(const DatapathSchedule &S,
                                       uint32_t Node) noexcept {
  assert(Node < S.Nodes.size() && "a node is one of the schedule");
  return {!S.Nodes[Node].Invariant, S.Nodes[Node].Start};
}

std::vector<NodeCopy> builtCopies(const StreamKernel &K,
                                  const DatapathSchedule &S,
                                  const StreamDesign &D) {
  assert(S.Nodes.size() == K.Nodes.size() &&
         "the schedule is that of the kernel");
  assert(D.Vector >= 1 && "a beat has at least one position");
  return Sharing(K, S, D).run();
}

} // namespace roofline
