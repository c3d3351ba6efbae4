// A network's parts that share no gate.
//
/// \file
/// A shape is a list of words: for each node a kind, for a gate its operands'
/// codes, then the outputs' codes. Codes are literals of a network that has the
/// part's nodes alone.
#include "NetworkParts.h"

#include <cassert>
#include <numeric>

namespace roofline {
namespace {

constexpr uint32_t NoPart = ~0u;
constexpr uint32_t OutputWord = 1 + uint32_t(GateNetwork::Kind::Xor);

/// Finds the part of each gate.
class PartNumbers {
public:
  explicit PartNumbers(const GateNetwork &Network)
      : Net(Network), Leader(Network.nodes().size()),
        PartOf(Leader.size(), NoPart) {
    std::iota(Leader.begin(), Leader.end(), 0);
    for (uint32_t I = 1; I < Leader.size(); ++I)
      if (const GateNetwork::Node &N = Net.nodes()[I]; N.isGate())
        for (Literal L : {N.A, N.B})
          if (Net.nodes()[L.node()].isGate())
            Leader[leaderOf(L.node())] = leaderOf(I);
    for (Literal L : Net.outputs())
      if (uint32_t &Part = PartOf[leaderOf(L.node())];
          Net.nodes()[L.node()].isGate() && Part == NoPart)
        Part = Count++;
  }

  uint32_t of(uint32_t Node) {
    return Net.nodes()[Node].isGate() ? PartOf[leaderOf(Node)] : NoPart;
  }
  uint32_t count() const noexcept { return Count; }

private:
  const GateNetwork &Net;
  std::vector<uint32_t> Leader; ///< of a node's part, by steps
  std::vector<uint32_t> PartOf; ///< by leader
  uint32_t Count = 0;

  uint32_t leaderOf(uint32_t Node) {
    while (Leader[Node] != Node)
      Node = Leader[Node] = Leader[Leader[Node]];
    return Node;
  }
};

/// Indices by part, each part's in their order.
class ByPart {
public:
  explicit ByPart(uint32_t Parts) : Begins(Parts + 1) {}

  /// Calls \p ForEach twice, to count and to fill; its argument adds an index.
  template <typename Each> void fill(Each ForEach) {
    ForEach([&](uint32_t Part, uint32_t) { ++Begins[Part]; });
    std::exclusive_scan(Begins.begin(), Begins.end(), Begins.begin(), 0u);
    Members.resize(Begins.back());
    std::vector<uint32_t> Next = Begins;
    ForEach([&](uint32_t Part, uint32_t I) { Members[Next[Part]++] = I; });
  }
  std::span<const uint32_t> of(uint32_t Part) const {
    return std::span(Members).subspan(Begins[Part],
                                      Begins[Part + 1] - Begins[Part]);
  }

private:
  std::vector<uint32_t> Begins, Members;
};

} // namespace

NetworkParts::NetworkParts(const GateNetwork &Network) {
  const auto &Nodes = Network.nodes();
  const auto &Outs = Network.outputs();
  PartNumbers Numbers(Network);
  auto ByNumber = [&](uint32_t Count, auto NodeOf) {
    ByPart List(Numbers.count());
    List.fill([&](auto Add) {
      for (uint32_t I = 0; I < Count; ++I)
        if (const uint32_t Part = Numbers.of(NodeOf(I)); Part != NoPart)
          Add(Part, I);
    });
    return List;
  };
  const ByPart Gates =
      ByNumber(uint32_t(Nodes.size()), [](uint32_t I) { return I; });
  const ByPart OutputsOf = ByNumber(uint32_t(Outs.size()),
                                    [&](uint32_t I) { return Outs[I].node(); });

  std::vector<uint32_t> Own(Nodes.size()); ///< within the part that is built
  std::vector<uint32_t> SeenBy(Nodes.size(), NoPart); ///< latest reader
  for (uint32_t Part = 0; Part < Numbers.count(); ++Part) {
    uint32_t Count = 0; // of the part's nodes
    auto OwnCode = [&](Literal L) {
      if (const uint32_t Node = L.node();
          !Nodes[Node].isGate() && SeenBy[Node] != Part) {
        SeenBy[Node] = Part;
        Own[Node] = ++Count;
        Shapes.push_back(uint32_t(GateNetwork::Kind::Input));
        Inputs.push_back(Node);
      }
      return (Literal::of(Own[L.node()]) ^ L.isInverted()).Code;
    };
    for (uint32_t Gate : Gates.of(Part)) {
      const uint32_t A = OwnCode(Nodes[Gate].A), B = OwnCode(Nodes[Gate].B);
      Own[Gate] = ++Count;
      Shapes.insert(Shapes.end(), {uint32_t(Nodes[Gate].Is), A, B});
    }
    for (uint32_t Output : OutputsOf.of(Part)) {
      Shapes.insert(Shapes.end(), {OutputWord, OwnCode(Outs[Output])});
      Outputs.push_back(Output);
    }
    Ends.push_back({Shapes.size(), Inputs.size(), Outputs.size()});
  }
}

NetworkPart NetworkParts::operator[](size_t Part) const {
  assert(Part + 1 < Ends.size() && "a part is one of the network");
  auto Between = [](const std::vector<uint32_t> &Operands, size_t Begin,
                    size_t End) {
    return std::span(Operands).subspan(Begin, End - Begin);
  };
  const Extents &From = Ends[Part], &To = Ends[Part + 1];
  return {Between(Shapes, From.Shape, To.Shape),
          Between(Inputs, From.Inputs, To.Inputs),
          Between(Outputs, From.Outputs, To.Outputs)};
}

GateNetwork networkOf(std::span<const uint32_t> Shape) {
  using Kind = GateNetwork::Kind;
  GateNetwork Network;
  std::vector<Literal> Built(1); // by the part's number
  auto Of = [&](uint32_t Code) { return Built[Code >> 1] ^ bool(Code & 1); };
  for (size_t I = 0; I < Shape.size();)
    if (Shape[I] == OutputWord) {
      Network.addOutput(Of(Shape[I + 1]));
      I += 2;
    } else if (Kind(Shape[I]) == Kind::Input) {
      Built.push_back(Network.makeInput());
      I += 1;
    } else {
      Built.push_back(
          Network.makeGate(Kind(Shape[I]), Of(Shape[I + 1]), Of(Shape[I + 2])));
      I += 3;
    }
  return Network;
}

} // namespace roofline
