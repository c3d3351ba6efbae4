// A network's parts that share no gate.
#include "NetworkParts.h"

#include <numeric>

namespace roofline {
namespace {

constexpr uint32_t None = ~0u;

class Splitter {
public:
  explicit Splitter(const GateNetwork &Network)
      : Net(Network), Leader(Network.nodes().size()),
        PartOf(Leader.size(), None), Own(Leader.size()),
        SeenBy(Leader.size(), None) {
    std::iota(Leader.begin(), Leader.end(), 0);
  }

  std::vector<NetworkPart> run() {
    for (uint32_t I = 1; I < Net.nodes().size(); ++I)
      if (const GateNetwork::Node &N = Net.nodes()[I]; N.isGate())
        for (Literal L : {N.A, N.B})
          if (Net.nodes()[L.node()].isGate())
            Leader[leaderOf(L.node())] = leaderOf(I);
    const std::vector<Literal> &Outs = Net.outputs();
    for (Literal L : Outs)
      if (uint32_t &Part = PartOf[leaderOf(L.node())];
          Net.nodes()[L.node()].isGate() && Part == None) {
        Part = uint32_t(Parts.size());
        Parts.emplace_back();
      }
    std::vector<std::vector<uint32_t>> GatesOf(Parts.size());
    for (uint32_t I = 1; I < Net.nodes().size(); ++I)
      if (uint32_t Part = PartOf[leaderOf(I)];
          Net.nodes()[I].isGate() && Part != None)
        GatesOf[Part].push_back(I);
    for (uint32_t Part = 0; Part < Parts.size(); ++Part)
      for (uint32_t Node : GatesOf[Part])
        add(Node, Part);
    for (uint32_t I = 0; I < Outs.size(); ++I)
      if (Net.nodes()[Outs[I].node()].isGate()) {
        NetworkPart &P = Parts[PartOf[leaderOf(Outs[I].node())]];
        P.Gates.addOutput(Own[Outs[I].node()] ^ Outs[I].isInverted());
        P.Outputs.push_back(I);
      }
    return std::move(Parts);
  }

private:
  const GateNetwork &Net;
  std::vector<uint32_t> Leader; ///< of a node's part, by steps
  std::vector<uint32_t> PartOf; ///< by leader
  std::vector<Literal> Own;     ///< within the part that is built
  std::vector<uint32_t> SeenBy; ///< part that reads an input, the latest one
  std::vector<NetworkPart> Parts;

  uint32_t leaderOf(uint32_t Node) {
    while (Leader[Node] != Node)
      Node = Leader[Node] = Leader[Leader[Node]];
    return Node;
  }

  Literal ownOf(Literal L, NetworkPart &P, uint32_t Part) {
    const uint32_t Node = L.node();
    if (!Net.nodes()[Node].isGate() && SeenBy[Node] != Part) {
      SeenBy[Node] = Part;
      Own[Node] = P.Gates.makeInput();
      P.Inputs.push_back(Node);
    }
    return Own[Node] ^ L.isInverted();
  }

  void add(uint32_t Node, uint32_t Part) {
    NetworkPart &P = Parts[Part];
    const GateNetwork::Node &N = Net.nodes()[Node];
    const Literal A = ownOf(N.A, P, Part), B = ownOf(N.B, P, Part);
    Own[Node] = P.Gates.makeGate(N.Is, A, B);
  }
};

} // namespace

std::vector<uint32_t> NetworkPart::shape() const {
  std::vector<uint32_t> Shape;
  for (const GateNetwork::Node &N : Gates.nodes()) {
    Shape.push_back(uint32_t(N.Is));
    if (N.isGate()) {
      Shape.push_back(N.A.Code);
      Shape.push_back(N.B.Code);
    }
  }
  for (Literal L : Gates.outputs())
    Shape.push_back(L.Code);
  return Shape;
}

std::vector<NetworkPart> partsOf(const GateNetwork &Network) {
  return Splitter(Network).run();
}

} // namespace roofline
