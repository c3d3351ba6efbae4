// Bits that a netlist's outputs depend on.
#include "PruneNetlist.h"

#include <optional>
#include <utility>

namespace roofline {
namespace {

class Pruning {
public:
  Pruning(BitNetlist &B, const LoweringStyle &Style)
      : B(B), Style(Style), IsRead(B.Gates.nodes().size()),
        Drivers(IsRead.size()) {
    for (uint32_t I = 0; I < B.FlipFlops.size(); ++I)
      Drivers[B.FlipFlops[I].Word.node()] = {Part::FlipFlop, I, 0};
    for (uint32_t I = 0; I < B.Chains.size(); ++I)
      for (uint32_t Bit = 0; Bit < B.Chains[I].Bits.size(); ++Bit)
        for (Literal L :
             {B.Chains[I].Bits[Bit].Sum, B.Chains[I].Bits[Bit].Carry})
          Drivers[L.node()] = {Part::Chain, I, Bit};
    for (uint32_t I = 0; I < B.Boxes.size(); ++I)
      for (Literal L : B.Boxes[I].Word)
        Drivers[L.node()] = {Part::Box, I, 0};
    Drivers[0].reset(); // flip-flops that never change have no word
    Reached.resize(B.Chains.size());
    BoxIsRead.resize(B.Boxes.size());
  }

  void run() {
    for (const BitWord &W : B.Outputs)
      readAll(W);
    while (!Open.empty()) {
      const uint32_t Node = Open.back();
      Open.pop_back();
      const GateNetwork::Node &Gate = B.Gates.nodes()[Node];
      if (Gate.isGate()) {
        read(Gate.A);
        read(Gate.B);
      } else if (Drivers[Node]) {
        follow(*Drivers[Node]);
      }
    }
    remove();
    addOutputs();
    B.Lives = std::move(IsRead);
  }

private:
  BitNetlist &B;
  const LoweringStyle &Style;
  std::vector<bool> IsRead; ///< by node
  std::vector<uint32_t> Open;
  struct Part {
    enum Kind : uint8_t { FlipFlop, Chain, Box } Is;
    uint32_t Index, Bit;
  };
  std::vector<std::optional<Part>> Drivers; ///< by node
  std::vector<uint32_t> Reached; ///< bits of each chain, from the lowest one on
  std::vector<bool> BoxIsRead;

  bool isInput(Literal L) const { return !B.Gates.nodes()[L.node()].isGate(); }
  void read(Literal L) {
    if (!IsRead[L.node()]) {
      IsRead[L.node()] = true;
      Open.push_back(L.node());
    }
  }
  void readAll(const BitWord &W) {
    for (Literal L : W)
      read(L);
  }
  /// Reads what box \p I does; of a memory all that is written to it, too.
  void readBox(uint32_t I) {
    if (BoxIsRead[I])
      return;
    BoxIsRead[I] = true;
    const BitBox &Box = B.Boxes[I];
    for (const BitWord &W : Box.Operands)
      readAll(W);
    if (Box.Memory && !Box.writes())
      for (uint32_t W = 0; W < B.Boxes.size(); ++W)
        if (B.Boxes[W].writes() && B.Boxes[W].Memory == Box.Memory)
          readBox(W);
  }
  void follow(const Part &P) {
    switch (P.Is) {
    case Part::FlipFlop: {
      const FlipFlop &F = B.FlipFlops[P.Index];
      readAll({F.Data, F.Enable, F.Reset});
      return;
    }
    case Part::Chain:
      if (Reached[P.Index] == 0)
        read(B.Chains[P.Index].CarryIn);
      for (uint32_t &I = Reached[P.Index]; I <= P.Bit; ++I)
        readAll({B.Chains[P.Index].Bits[I].Propagate,
                 B.Chains[P.Index].Bits[I].Generate});
      return;
    case Part::Box:
      readBox(P.Index);
      return;
    }
  }

  void remove() {
    std::vector<bool> IsDriven(IsRead.size());
    std::erase_if(B.FlipFlops, [&](const FlipFlop &F) {
      const uint32_t Word = F.Word.node();
      const bool IsFirst = !IsDriven[Word]; // of those that are alike
      IsDriven[Word] = true;
      return Word == 0 || !IsRead[Word] || !IsFirst;
    });
    for (size_t I = 0; I < B.Chains.size(); ++I)
      B.Chains[I].Bits.resize(Reached[I]);
    std::erase_if(B.Chains, [](const CarryChain &C) { return C.Bits.empty(); });
    size_t Kept = 0;
    for (size_t I = 0; I < B.Boxes.size(); ++I)
      if (BoxIsRead[I])
        std::swap(B.Boxes[Kept++], B.Boxes[I]);
    B.Boxes.resize(Kept);
    for (BitBox &Box : B.Boxes)
      for (Literal L : Box.Word)
        Box.IsRead.push_back(IsRead[L.node()]);
  }

  void addOutputs() {
    std::vector<bool> IsOutput(2 * IsRead.size()); // by code
    auto Add = [&](Literal L) { IsOutput[L.Code] = L.node() != 0; };
    forEachRead(B, Add, /*OfChains=*/!Style.ChainsInvert);
    for (size_t I = 0; Style.ChainsInvert && I < B.Chains.size(); ++I)
      for (const CarryBit &Bit : B.Chains[I].Bits)
        for (Literal L : {Bit.Propagate, Bit.Generate})
          if (!IsOutput[L.Code ^ 1]) // either phase is there
            Add(L.isInverted() && isInput(L) ? ~L : L);
    for (uint32_t Code = 0; Code < IsOutput.size(); ++Code)
      if (IsOutput[Code])
        B.Gates.addOutput({Code});
  }
};

} // namespace

void prune(BitNetlist &B, const LoweringStyle &Style) {
  Pruning(B, Style).run();
}

} // namespace roofline
