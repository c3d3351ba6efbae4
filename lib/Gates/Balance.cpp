// Trees of one operator, joined by depth.
#include "Balance.h"

#include <algorithm>

namespace roofline {

namespace {

class TreeBalancer {
public:
  explicit TreeBalancer(const GateNetwork &Network)
      : Old(Network), Readers(Network.fanouts()), Now(Readers.size(), Unbuilt) {
    Now[0] = Literal::constant(false);
    for (uint32_t I : Old.inputs())
      Now[I] = New.makeInput();
    Depth.resize(New.nodes().size());
  }

  GateNetwork run() {
    for (Literal L : Old.outputs())
      New.addOutput(rebuilt(L));
    return std::move(New);
  }

private:
  static constexpr Literal Unbuilt{~0u};

  Literal rebuilt(Literal L) {
    uint32_t I = L.node();
    if (Now[I] == Unbuilt) {
      GateNetwork::Kind Is = Old.nodes()[I].Is;
      std::vector<Literal> Operands;
      bool Invert = false;
      collect(Is, I, Operands, Invert);
      for (Literal &Each : Operands)
        Each = rebuilt(Each);
      Now[I] = joined(Is, Operands) ^ Invert;
    }
    return Now[I] ^ L.isInverted();
  }

  /// Operands of the tree below \p Node.
  void collect(GateNetwork::Kind Is, uint32_t Node, std::vector<Literal> &To,
               bool &Invert) {
    for (Literal L : {Old.nodes()[Node].A, Old.nodes()[Node].B}) {
      bool IsTree = Old.nodes()[L.node()].Is == Is && Readers[L.node()] == 1;
      if (!IsTree || (Is == GateNetwork::Kind::And && L.isInverted())) {
        To.push_back(L);
        continue;
      }
      Invert ^= L.isInverted();
      collect(Is, L.node(), To, Invert);
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
      Literal L = New.makeGate(Is, A, B);
      for (size_t I = Depth.size(); I < New.nodes().size(); ++I) {
        const GateNetwork::Node &N = New.nodes()[I];
        Depth.push_back(1 + std::max(Depth[N.A.node()], Depth[N.B.node()]));
      }
      Operands.insert(
          std::upper_bound(Operands.begin(), Operands.end(), L, IsLater), L);
    }
    return Operands[0];
  }

  const GateNetwork &Old;
  GateNetwork New;
  std::vector<uint32_t> Readers, Depth; ///< of old nodes, of new ones
  std::vector<Literal> Now;
};

} // namespace

GateNetwork balanced(const GateNetwork &Network) {
  return TreeBalancer(Network).run();
}

} // namespace roofline
