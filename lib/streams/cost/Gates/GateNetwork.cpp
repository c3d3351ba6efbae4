// Gates as they are built: simplified first, then looked up.
#include "roofline/Gates/GateNetwork.h"

#include <cassert>
#include <utility>

namespace roofline {

static constexpr Literal False = Literal::constant(false);
static constexpr Literal True = Literal::constant(true);

static uint32_t hashOf(GateNetwork::Kind Is, Literal A, Literal B) noexcept {
  uint64_t Key = (uint64_t(A.Code) << 32 | B.Code) * 2 + (uint32_t(Is) & 1);
  return uint32_t((Key * 0x9e3779b97f4a7c15) >> 32);
}

GateNetwork::GateNetwork() : Nodes(1), Table(1024) {}

Literal GateNetwork::makeInput() {
  Nodes.push_back({{uint32_t(Ins.size())}, {}, Kind::Input});
  Ins.push_back(uint32_t(Nodes.size() - 1));
  return Literal::of(Ins.back());
}

size_t GateNetwork::placeOf(Kind Is, Literal A, Literal B) const {
  size_t Place = hashOf(Is, A, B) & (Table.size() - 1);
  for (; Table[Place]; Place = (Place + 1) & (Table.size() - 1)) {
    const Node &N = Nodes[Table[Place]];
    if (N.A == A && N.B == B && N.Is == Is)
      break;
  }
  return Place;
}

void GateNetwork::growTable() {
  Table.assign(4 * Table.size(), 0);
  for (uint32_t I = 0; I < Nodes.size(); ++I)
    if (Nodes[I].isGate())
      Table[placeOf(Nodes[I].Is, Nodes[I].A, Nodes[I].B)] = I;
}

Literal GateNetwork::findOrBuild(Kind Is, Literal A, Literal B) {
  if (2 * Nodes.size() > Table.size())
    growTable();
  uint32_t &Entry = Table[placeOf(Is, A, B)];
  if (!Entry) {
    Entry = uint32_t(Nodes.size());
    Nodes.push_back({A, B, Is});
  }
  return Literal::of(Entry);
}

/// A & B where \p B is a gate: found smaller if A is among B's operands.
Literal GateNetwork::simplifiedAnd(Literal A, Literal B, bool &Simplified) {
  Node N = Nodes[B.node()];
  if (!N.isGate())
    return False;
  Simplified = true;
  for (int Turn = 0; Turn < 2; ++Turn, std::swap(N.A, N.B)) {
    if (A.node() != N.A.node())
      continue;
    bool Same = A == N.A;
    if (N.Is == Kind::Xor) // A fixes one operand.
      return makeAnd(A, N.B ^ (B.isInverted() != Same));
    if (!B.isInverted())
      return Same ? B : False;
    return Same ? makeAnd(A, ~N.B) : A;
  }
  const Node &M = Nodes[A.node()];
  if (M.Is == Kind::And && N.Is == Kind::And) {
    Literal P[] = {M.A, M.B}, R[] = {N.A, N.B};
    for (int I = 0; I < 2; ++I)
      for (int K = 0; K < 2; ++K) {
        Literal Q = P[1 - I], S = R[1 - K];
        if (!A.isInverted() && P[I] == ~R[K])
          return B.isInverted() ? A : False;
        if (!A.isInverted() && B.isInverted() && P[I] == R[K])
          return makeAnd(A, ~S);
        if (!A.isInverted() || !B.isInverted())
          continue;
        if (P[I] == ~R[K] && Q == ~S) // ~(PQ) & ~(~P ~Q)
          return makeXor(P[I], Q);
        if (P[I] == ~R[K] && Q == S)
          return ~Q;
      }
  }
  Simplified = false;
  return False;
}

Literal GateNetwork::makeAnd(Literal A, Literal B) {
  assert(A.node() < Nodes.size() && B.node() < Nodes.size() &&
         "the operands of a gate are built before it");
  if (A > B)
    std::swap(A, B);
  if (A.node() == 0)
    return A == True ? B : False;
  if (A.node() == B.node())
    return A == B ? A : False;
  bool Simplified = false;
  Literal L = simplifiedAnd(A, B, Simplified);
  if (!Simplified)
    L = simplifiedAnd(B, A, Simplified);
  return Simplified ? L : findOrBuild(Kind::And, A, B);
}

/// A ^ B of uncomplemented literals, B a gate.
Literal GateNetwork::simplifiedXor(Literal A, Literal B, bool &Simplified) {
  Node N = Nodes[B.node()];
  if (!N.isGate())
    return False;
  Simplified = true;
  for (int Turn = 0; Turn < 2; ++Turn, std::swap(N.A, N.B)) {
    if (A.node() == N.A.node()) {
      if (N.Is == Kind::Xor)
        return N.B;
      // A ^ (A & B) = A & ~B; A ^ (~A & B) = A | B
      return N.A.isInverted() ? makeOr(A, N.B) : makeAnd(A, ~N.B);
    }
    const Node &M = Nodes[A.node()];
    if (N.Is == Kind::Xor && M.Is == Kind::Xor)
      for (bool First : {true, false})
        if ((First ? M.A : M.B) == N.A)
          return makeXor(First ? M.B : M.A, N.B);
  }
  Simplified = false;
  return False;
}

Literal GateNetwork::makeXor(Literal A, Literal B) {
  assert(A.node() < Nodes.size() && B.node() < Nodes.size() &&
         "the operands of a gate are built before it");
  bool Invert = A.isInverted() != B.isInverted();
  A = Literal::of(A.node());
  B = Literal::of(B.node());
  if (A > B)
    std::swap(A, B);
  if (A.node() == 0)
    return B ^ Invert;
  if (A == B)
    return False ^ Invert;
  bool Simplified = false;
  Literal L = simplifiedXor(A, B, Simplified);
  if (!Simplified)
    L = simplifiedXor(B, A, Simplified);
  return (Simplified ? L : findOrBuild(Kind::Xor, A, B)) ^ Invert;
}

Literal GateNetwork::makeMux(Literal Select, Literal Then, Literal Else) {
  if (Then == Else)
    return Then;
  if (Then == ~Else)
    return makeXor(Select, Else);
  return makeOr(makeAnd(Select, Then), makeAnd(~Select, Else));
}

Literal GateNetwork::makeMajority(Literal A, Literal B, Literal C) {
  return makeOr(makeAnd(A, B), makeAnd(C, makeXor(A, B)));
}

/// Joins halves until one literal is left.
template <typename Join>
static Literal treeOf(std::span<const Literal> Operands, Literal Empty,
                      Join JoinTwo) {
  if (Operands.size() < 2)
    return Operands.empty() ? Empty : Operands[0];
  size_t Half = Operands.size() / 2;
  return JoinTwo(treeOf(Operands.first(Half), Empty, JoinTwo),
                 treeOf(Operands.subspan(Half), Empty, JoinTwo));
}

Literal GateNetwork::makeAndOf(std::span<const Literal> Operands) {
  return treeOf(Operands, True,
                [this](Literal A, Literal B) { return makeAnd(A, B); });
}

Literal GateNetwork::makeOrOf(std::span<const Literal> Operands) {
  return treeOf(Operands, False,
                [this](Literal A, Literal B) { return makeOr(A, B); });
}

Literal GateNetwork::makeXorOf(std::span<const Literal> Operands) {
  return treeOf(Operands, False,
                [this](Literal A, Literal B) { return makeXor(A, B); });
}

std::vector<uint64_t>
GateNetwork::evaluate(std::span<const uint64_t> Inputs) const {
  assert(Inputs.size() == Ins.size() && "one word for each input");
  std::vector<uint64_t> Words(Nodes.size());
  for (uint32_t I = 1; I < Nodes.size(); ++I) {
    const Node &N = Nodes[I];
    if (!N.isGate())
      Words[I] = Inputs[N.A.Code];
    else if (N.Is == Kind::And)
      Words[I] = valueOf(Words, N.A) & valueOf(Words, N.B);
    else
      Words[I] = valueOf(Words, N.A) ^ valueOf(Words, N.B);
  }
  return Words;
}

std::vector<uint32_t> GateNetwork::fanouts() const {
  std::vector<uint32_t> Count(Nodes.size());
  for (const Node &N : Nodes)
    if (N.isGate())
      ++Count[N.A.node()], ++Count[N.B.node()];
  for (Literal L : Outs)
    ++Count[L.node()];
  return Count;
}

GateNetwork withoutDeadGates(const GateNetwork &Network) {
  const auto &Nodes = Network.nodes();
  GateNetwork New;
  constexpr Literal Unbuilt{~0u};
  std::vector<Literal> NewLiteral(Nodes.size(), Unbuilt);
  NewLiteral[0] = False;
  for (uint32_t I : Network.inputs())
    NewLiteral[I] = New.makeInput();
  std::vector<uint32_t> Stack;
  for (Literal Out : Network.outputs()) {
    Stack.push_back(Out.node());
    while (!Stack.empty()) {
      uint32_t I = Stack.back();
      const GateNetwork::Node &N = Nodes[I];
      Literal A = NewLiteral[I] == Unbuilt ? NewLiteral[N.A.node()] : False;
      Literal B = NewLiteral[I] == Unbuilt ? NewLiteral[N.B.node()] : False;
      if (A == Unbuilt || B == Unbuilt) {
        Stack.push_back(A == Unbuilt ? N.A.node() : N.B.node());
        continue;
      }
      Stack.pop_back();
      if (NewLiteral[I] == Unbuilt)
        NewLiteral[I] =
            New.makeGate(N.Is, A ^ N.A.isInverted(), B ^ N.B.isInverted());
    }
    New.addOutput(NewLiteral[Out.node()] ^ Out.isInverted());
  }
  return New;
}

} // namespace roofline
