// Balanced trees, and several structures in one network.
#include "Restructure.h"

#include <algorithm>
#include <functional>

namespace roofline {

namespace {

/// Rebuilds a network with trees of one operator joined by depth.
class TreeBalancer {
public:
  explicit TreeBalancer(const GateNetwork &Network)
      : Old(Network), Readers(Network.fanouts()) {
    R.Now.assign(Old.nodes().size(), NoLiteral);
    R.Now[0] = Literal::constant(false);
    for (uint32_t I : Old.inputs())
      R.Now[I] = R.Net.makeInput();
    Depth.resize(R.Net.nodes().size());
  }

  RebuiltNetwork run() {
    for (Literal L : Old.outputs())
      R.Net.addOutput(rebuilt(L));
    return std::move(R);
  }

private:
  Literal rebuilt(Literal L) {
    uint32_t I = L.node();
    if (R.Now[I] == NoLiteral) {
      GateNetwork::Kind Is = Old.nodes()[I].Is;
      std::vector<Literal> Operands;
      bool Invert = false;
      collect(Is, I, Operands, Invert);
      for (Literal &Each : Operands)
        Each = rebuilt(Each);
      R.Now[I] = joined(Is, Operands) ^ Invert;
    }
    return R.Now[I] ^ L.isInverted();
  }

  /// Operands of the tree below \p Node.
  void collect(GateNetwork::Kind Is, uint32_t Node, std::vector<Literal> &To,
               bool &Invert) {
    const GateNetwork::Node &N = Old.nodes()[Node];
    for (Literal L : {N.A, N.B}) {
      bool MayInvert = Is == GateNetwork::Kind::Xor || !L.isInverted();
      if (Old.nodes()[L.node()].Is == Is && Readers[L.node()] == 1 &&
          MayInvert) {
        Invert ^= L.isInverted();
        collect(Is, L.node(), To, Invert);
      } else
        To.push_back(L);
    }
  }

  Literal joined(GateNetwork::Kind Is, std::vector<Literal> &Operands) {
    auto IsLater = [&](Literal A, Literal B) {
      return Depth[A.node()] > Depth[B.node()];
    };
    std::stable_sort(Operands.begin(), Operands.end(), IsLater);
    while (Operands.size() > 1) {
      Literal A = Operands.back(), B = Operands[Operands.size() - 2];
      Operands.resize(Operands.size() - 2);
      Literal New = R.Net.makeGate(Is, A, B);
      for (size_t I = Depth.size(); I < R.Net.nodes().size(); ++I) {
        const GateNetwork::Node &N = R.Net.nodes()[I];
        Depth.push_back(1 + std::max(Depth[N.A.node()], Depth[N.B.node()]));
      }
      Operands.insert(
          std::upper_bound(Operands.begin(), Operands.end(), New, IsLater),
          New);
    }
    return Operands[0];
  }

  const GateNetwork &Old;
  std::vector<uint32_t> Readers, Depth;
  RebuiltNetwork R;
};

/// Copies the main network in the order of depth; before each node, the other
/// structures of it whose operands are there already.
class ChoiceBuilder {
public:
  ChoiceBuilder(const GateNetwork &Main,
                std::span<const StructureVariant> Variants)
      : Main(Main), Variants(Variants), Now(Main.nodes().size(), NoLiteral),
        Others(Main.nodes().size()), Made(Variants.size()) {
    for (size_t V = 0; V < Variants.size(); ++V) {
      const auto &InMain = Variants[V].InMain;
      Made[V].assign(InMain.size(), NoLiteral);
      for (uint32_t I = 1; I < InMain.size(); ++I)
        if (InMain[I] != NoLiteral && Variants[V].Net->nodes()[I].isGate())
          Others[InMain[I].node()].push_back({V, I});
    }
  }

  ChoiceNetwork run() {
    Now[0] = Literal::constant(false);
    for (uint32_t I : Main.inputs())
      Now[I] = C.Net.makeInput();
    for (uint32_t I : byDepth()) {
      Alternatives.clear();
      for (auto [V, Node] : Others[I])
        addAlternative(V, Node);
      const GateNetwork::Node &N = Main.nodes()[I];
      Literal L = C.Net.makeGate(N.Is, Now[N.A.node()] ^ N.A.isInverted(),
                                 Now[N.B.node()] ^ N.B.isInverted());
      Now[I] = L;
      link(L);
    }
    for (Literal L : Main.outputs())
      C.Net.addOutput(Now[L.node()] ^ L.isInverted());
    C.Next.resize(C.Net.nodes().size(), NoLiteral);
    return std::move(C);
  }

private:
  std::vector<uint32_t> byDepth() const {
    std::vector<uint32_t> Depth(Main.nodes().size()), Order;
    for (uint32_t I = 1; I < Depth.size(); ++I) {
      const GateNetwork::Node &N = Main.nodes()[I];
      if (!N.isGate())
        continue;
      Depth[I] = 1 + std::max(Depth[N.A.node()], Depth[N.B.node()]);
      Order.push_back(I);
    }
    std::stable_sort(Order.begin(), Order.end(), [&](uint32_t A, uint32_t B) {
      return Depth[A] < Depth[B];
    });
    return Order;
  }

  /// The literal of a variant's node: the main network's where that is built.
  Literal made(size_t V, uint32_t Node, bool IsRoot) {
    const StructureVariant &From = Variants[V];
    if (!IsRoot && From.InMain[Node] != NoLiteral) {
      Literal Known = From.InMain[Node];
      Literal L = Now[Known.node()];
      return L == NoLiteral ? L : L ^ Known.isInverted();
    }
    if (Made[V][Node] != NoLiteral)
      return Made[V][Node];
    const GateNetwork::Node &N = From.Net->nodes()[Node];
    Literal A = made(V, N.A.node(), false), B = made(V, N.B.node(), false);
    if (A == NoLiteral || B == NoLiteral)
      return NoLiteral;
    return Made[V][Node] =
               C.Net.makeGate(N.Is, A ^ N.A.isInverted(), B ^ N.B.isInverted());
  }

  void addAlternative(size_t V, uint32_t Node) {
    Literal L = made(V, Node, true);
    if (L != NoLiteral)
      Alternatives.push_back(L ^ Variants[V].InMain[Node].isInverted());
  }

  /// Chains the alternatives behind \p L, those that are new and no choices
  /// themselves.
  void link(Literal L) {
    C.Next.resize(C.Net.nodes().size(), NoLiteral);
    IsChoice.resize(C.Net.nodes().size());
    if (IsChoice[L.node()])
      return;
    IsChoice[L.node()] = true;
    Literal Last = Literal::of(L.node());
    for (Literal Each : Alternatives) {
      if (IsChoice[Each.node()] || Each.node() > L.node() ||
          !C.Net.nodes()[Each.node()].isGate())
        continue;
      IsChoice[Each.node()] = true;
      // Next says which literal computes the chain's head.
      C.Next[Last.node()] = Each ^ L.isInverted();
      Last = Each;
    }
  }

  const GateNetwork &Main;
  std::span<const StructureVariant> Variants;
  ChoiceNetwork C;
  std::vector<Literal> Now;
  std::vector<std::vector<std::pair<size_t, uint32_t>>> Others;
  std::vector<std::vector<Literal>> Made;
  std::vector<Literal> Alternatives;
  std::vector<char> IsChoice; ///< a choice, or one of its alternatives
};

} // namespace

RebuiltNetwork balanced(const GateNetwork &Network) {
  return TreeBalancer(Network).run();
}

ChoiceNetwork withChoices(const GateNetwork &Main,
                          std::span<const StructureVariant> Variants) {
  return ChoiceBuilder(Main, Variants).run();
}

} // namespace roofline
