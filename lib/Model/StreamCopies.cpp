// Which copies of the operators of a lane are built.
//
/// \file
/// The products of a stencil with symmetric weights, and the operators of
/// neighbouring positions of one beat, often compute the same of the same
/// registers. Synthesis merges them, so they are built once.
#include "roofline/Model/StreamSchedule.h"

#include <algorithm>
#include <array>
#include <compare>
#include <unordered_map>

namespace roofline {
namespace {

/// What is on an operand's wires: a value from outside or a copy, and how many
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
  std::array<Signal, 3> Of;
  bool operator==(const Function &) const = default;
};

struct Hash {
  size_t operator()(const Function &F) const {
    uint64_t H = uint64_t(F.Op) << 32 | F.Bits;
    for (const Signal &S : F.Of)
      for (uint64_t Part :
           {uint64_t(S.Op), S.Value, uint64_t(S.Slot), uint64_t(S.Delay)})
        H = (H ^ Part ^ H >> 29) * 0x9e3779b97f4a7c15;
    return size_t(H ^ H >> 32);
  }
};

bool commutes(DatapathOp Op) {
  switch (Op) {
  case DatapathOp::Add:
  case DatapathOp::Mul:
  case DatapathOp::And:
  case DatapathOp::Or:
  case DatapathOp::Xor:
  case DatapathOp::Equal:
  case DatapathOp::NotEqual:
    return true;
  default:
    return false;
  }
}

class Sharing {
public:
  Sharing(const StreamKernel &K, const DatapathSchedule &S,
          const StreamDesign &D)
      : K(K), S(S), D(D), Copies(K.Nodes.size() * D.Vector) {}

  std::vector<NodeCopy> run() {
    std::vector<uint32_t> Order;
    for (uint32_t I = 0; I < K.Nodes.size(); ++I)
      Order.push_back(I);
    std::stable_sort(Order.begin(), Order.end(), [&](uint32_t A, uint32_t B) {
      return emissionOrder(S, A) < emissionOrder(S, B);
    });
    std::unordered_map<Function, NodeCopy, Hash> First;
    First.reserve(Copies.size());
    for (uint32_t N : Order)
      for (uint32_t Slot = 0; Slot < D.Vector; ++Slot) {
        NodeCopy Own = {N, S.Nodes[N].PerSlot ? Slot : 0};
        Copies[N * D.Vector + Slot] =
            S.Nodes[N].Used && !K.Nodes[N].Operands.empty() &&
                    K.Nodes[N].Op != DatapathOp::AtOffset
                ? First.try_emplace(function(Own), Own).first->second
                : Own;
      }
    return std::move(Copies);
  }

private:
  const StreamKernel &K;
  const DatapathSchedule &S;
  const StreamDesign &D;
  std::vector<NodeCopy> Copies;

  Function function(const NodeCopy &C) const {
    const DatapathNode &N = K.Nodes[C.Node];
    Function F = {N.Op, N.Type.Scalar, N.Type.Bits, {}};
    for (size_t I = 0; I < N.Operands.size(); ++I)
      F.Of[I] = signal(N.Operands[I], S.Nodes[C.Node].Start, C.Slot);
    if (commutes(N.Op) && F.Of[1] < F.Of[0])
      std::swap(F.Of[0], F.Of[1]);
    return F;
  }

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
    case DatapathOp::Input: {
      TapPlace T = tapPlace(K, N, Slot, D.Vector);
      return {N.Op, N.Value, T.Slot, T.Delay + Stage, Bits};
    }
    default: {
      ValuePlace V = valuePlace(K, O, Slot, D.Vector);
      NodeCopy C = Copies[V.Node * D.Vector + V.Slot];
      int64_t Delay =
          S.Nodes[O].Invariant ? 0 : Stage - S.Nodes[V.Node].ready() - V.Ahead;
      return {K.Nodes[C.Node].Op, C.Node, C.Slot, Delay, Bits};
    }
    }
  }
};

} // namespace

std::pair<bool, int32_t> emissionOrder(const DatapathSchedule &S,
                                       uint32_t Node) noexcept {
  return {!S.Nodes[Node].Invariant, S.Nodes[Node].Start};
}

std::vector<NodeCopy> builtCopies(const StreamKernel &K,
                                  const DatapathSchedule &S,
                                  const StreamDesign &D) {
  return Sharing(K, S, D).run();
}

} // namespace roofline
