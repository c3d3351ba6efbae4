// Trees of one operator, joined again.
#include "Balance.h"

#include <algorithm>

namespace roofline {

namespace {

class TreeBalancer {
public:
  TreeBalancer(const GateNetwork &Network, uint32_t TableInputs)
      : Old(Network), TableInputs(TableInputs), Readers(Network.fanouts()),
        NewLiteral(Readers.size(), Unbuilt) {
    NewLiteral[0] = Literal::constant(false);
    for (uint32_t I : Old.inputs())
      NewLiteral[I] = New.makeInput();
    Depth.resize(New.nodes().size());
    Tables.resize(New.nodes().size());
  }

  GateNetwork run() {
    for (Literal L : Old.outputs())
      New.addOutput(rebuilt(L));
    return std::move(New);
  }

private:
  using Kind = GateNetwork::Kind;
  static constexpr Literal Unbuilt{~0u};

  /// The table that would end at a gate; an input is a table of itself.
  struct Table {
    uint32_t Level = 0; ///< of its latest input
    uint32_t Inputs = 1;
  };
  struct Operand {
    Literal L;
    Table T;
  };

  Literal rebuilt(Literal L) {
    uint32_t I = L.node();
    if (NewLiteral[I] == Unbuilt) {
      const Kind Is = Old.nodes()[I].Is;
      std::vector<Literal> Operands;
      bool Invert = false;
      collect(Is, I, Operands, Invert);
      for (Literal &Each : Operands)
        Each = rebuilt(Each);
      NewLiteral[I] = (Is == Kind::And ? joinedByTables(Operands)
                                       : joinedByDepth(Operands)) ^
                      Invert;
    }
    return NewLiteral[I] ^ L.isInverted();
  }

  /// Operands of the tree below \p Node.
  void collect(Kind Is, uint32_t Node, std::vector<Literal> &To, bool &Invert) {
    for (Literal L : {Old.nodes()[Node].A, Old.nodes()[Node].B}) {
      bool IsTree = Old.nodes()[L.node()].Is == Is && Readers[L.node()] == 1;
      if (!IsTree || (Is == Kind::And && L.isInverted())) {
        To.push_back(L);
        continue;
      }
      Invert ^= L.isInverted();
      collect(Is, L.node(), To, Invert);
    }
  }

  Operand operand(Literal L) const { return {L, Tables[L.node()]}; }

  Literal gate(Kind Is, Literal A, Literal B) {
    const Literal L = New.makeGate(Is, A, B);
    for (size_t I = Depth.size(); I < New.nodes().size(); ++I) {
      const GateNetwork::Node &N = New.nodes()[I];
      Depth.push_back(1 + std::max(Depth[N.A.node()], Depth[N.B.node()]));
      Tables.push_back(joinedTable(Tables[N.A.node()], Tables[N.B.node()]));
    }
    return L;
  }

  Table joinedTable(const Table &A, const Table &B) const {
    const uint32_t Level = std::max(A.Level, B.Level);
    auto Inputs = [&](const Table &T) { // an earlier one is an input
      return T.Level == Level ? T.Inputs : 1;
    };
    const uint32_t Both = Inputs(A) + Inputs(B);
    return Both <= TableInputs ? Table{Level, Both} : Table{Level + 1, 2};
  }

  /// Joins the earliest two again and again.
  Literal joinedByDepth(std::vector<Literal> &Operands) {
    auto IsLater = [&](Literal A, Literal B) {
      return Depth[A.node()] > Depth[B.node()];
    };
    std::stable_sort(Operands.begin(), Operands.end(), IsLater);
    while (Operands.size() > 1) {
      const Literal A = Operands.back(), B = Operands[Operands.size() - 2];
      Operands.resize(Operands.size() - 2);
      const Literal L = gate(Kind::Xor, A, B);
      Operands.insert(
          std::upper_bound(Operands.begin(), Operands.end(), L, IsLater), L);
    }
    return Operands[0];
  }

  /// Fills tables with the operands of the earliest level, the largest ones
  /// first, each into the first table with room; tables are operands of the
  /// next level.
  /// Source: Francis, Rose, Vranesic, "Chortle-crf", DAC 1991.
  Literal joinedByTables(const std::vector<Literal> &Operands) {
    std::vector<Operand> Open;
    for (Literal L : Operands)
      Open.push_back(operand(L));
    for (;;) {
      const uint32_t Level =
          std::min_element(Open.begin(), Open.end(),
                           [](const Operand &A, const Operand &B) {
                             return A.T.Level < B.T.Level;
                           })
              ->T.Level;
      const auto Late = std::stable_partition(
          Open.begin(), Open.end(),
          [&](const Operand &Each) { return Each.T.Level == Level; });
      std::vector<Operand> Next(Late, Open.end());
      Open.erase(Late, Open.end());
      const std::vector<std::vector<Literal>> Full = filledTables(Open);
      if (Full.size() == 1 && Next.empty())
        return joinedHalves(Full[0]);
      for (const std::vector<Literal> &Each : Full)
        Next.push_back({joinedHalves(Each), {Level + 1, 1}});
      Open = std::move(Next);
    }
  }

  std::vector<std::vector<Literal>>
  filledTables(std::vector<Operand> Operands) const {
    std::stable_sort(Operands.begin(), Operands.end(),
                     [](const Operand &A, const Operand &B) {
                       return A.T.Inputs > B.T.Inputs;
                     });
    std::vector<std::vector<Literal>> Full;
    std::vector<uint32_t> Inputs; // by table
    for (const Operand &Each : Operands) {
      size_t At = 0;
      while (At < Full.size() && Inputs[At] + Each.T.Inputs > TableInputs)
        ++At;
      if (At == Full.size()) {
        Full.emplace_back();
        Inputs.push_back(0);
      }
      Full[At].push_back(Each.L);
      Inputs[At] += Each.T.Inputs;
    }
    return Full;
  }

  Literal joinedHalves(std::span<const Literal> Literals) {
    if (Literals.size() == 1)
      return Literals[0];
    const size_t Half = Literals.size() / 2;
    const Literal Low = joinedHalves(Literals.first(Half));
    return gate(Kind::And, Low, joinedHalves(Literals.subspan(Half)));
  }

  const GateNetwork &Old;
  GateNetwork New;
  uint32_t TableInputs;
  std::vector<uint32_t> Readers; ///< of old nodes
  std::vector<uint32_t> Depth;   ///< [gate] of new nodes
  std::vector<Table> Tables;     ///< by new node
  std::vector<Literal> NewLiteral;
};

} // namespace

GateNetwork balanced(const GateNetwork &Network, uint32_t TableInputs) {
  return TreeBalancer(Network, TableInputs).run();
}

} // namespace roofline
