// The longest path of a netlist through its cells.
#include "roofline/Mapping/MappedPath.h"

#include <algorithm>
#include <tuple>

namespace roofline {
namespace {

constexpr uint32_t BlockBits = 4;  // of a carry chain
constexpr uint32_t NoOutput = ~0u; // no index

class PathSearch {
public:
  PathSearch(const Netlist &N, const MappedNetlist &M, const CellDelays &Delays,
             const BoxDelays &Boxes)
      : N(N), M(M), Delays(Delays), Boxes(Boxes),
        At(M.Bits.Gates.inputs().size()),
        OutputOf(2 * M.Bits.Gates.nodes().size(), NoOutput) {
    const std::vector<Literal> &Outs = M.Bits.Gates.outputs();
    for (uint32_t I = 0; I < Outs.size(); ++I)
      OutputOf[Outs[I].Code] = I;
    for (uint32_t I = 0; I < M.Bits.FlipFlops.size(); ++I)
      at(M.Bits.FlipFlops[I].Word) =
          M.Shifts[I] ? Delays.ShiftRegister : Delays.FlipFlop;
    for (uint32_t I = 0; I < M.Bits.Boxes.size(); ++I)
      for (Literal L : M.Bits.Boxes[I].Word)
        at(L) = Boxes[I].Delay;
  }

  MappedPath run() {
    // Each round brings the words behind one more carry chain or box.
    const size_t Rounds = M.Bits.Chains.size() + M.Bits.Boxes.size();
    for (size_t Round = 0; Round <= Rounds; ++Round) {
      coverArrivals();
      Moved = false;
      for (const CarryChain &C : M.Bits.Chains)
        cross(C);
      for (size_t I = 0; I < M.Bits.Boxes.size(); ++I)
        if (Boxes[I].IsThrough)
          cross(M.Bits.Boxes[I], Boxes[I].Delay);
      if (!Moved)
        break;
    }
    for (const FlipFlop &F : M.Bits.FlipFlops) {
      end(F.Data, 0, F.Of);
      end(F.Enable, Delays.EnableSetup, F.Of);
      end(F.Reset, Delays.ResetSetup, F.Of);
    }
    for (const BitBox &Box : M.Bits.Boxes)
      for (const BitWord &W : Box.Operands)
        for (Literal L : W)
          end(L, 0, Box.Of);
    for (size_t I = 0; I < M.Bits.Outputs.size(); ++I)
      for (Literal L : M.Bits.Outputs[I])
        end(L, 0, N.Outputs[I].Drivers[0]);
    return Path;
  }

private:
  const Netlist &N;
  const MappedNetlist &M;
  const CellDelays &Delays;
  const BoxDelays &Boxes;
  std::vector<double> At; ///< by input of the gates
  std::vector<double> Outputs;
  std::vector<uint32_t> OutputOf; ///< by code
  bool Moved = false;
  MappedPath Path;

  /// [ps] From input \p Pin of a table of \p Size inputs to its output.
  double pinDelay(uint32_t Pin, uint32_t Size) const {
    constexpr uint32_t Widest =
        uint32_t(std::tuple_size_v<decltype(Delays.Pins)>);
    const uint32_t Muxes = Size > Widest ? Size - Widest : 0;
    if (Pin < Size - Muxes) {
      double Delay = Delays.Pins[Widest - (Size - Muxes) + Pin];
      for (uint32_t I = 0; I < Muxes; ++I)
        Delay += Delays.MuxData[I];
      return Delay;
    }
    const uint32_t Mux = Pin - (Size - Muxes);
    return Delays.MuxSelect[Mux] + (Mux + 1 < Muxes ? Delays.MuxData[1] : 0);
  }

  /// Sets Outputs from At.
  void coverArrivals() {
    std::vector<double> Signal(1);
    Signal.insert(Signal.end(), At.begin(), At.end());
    for (const MappedLut &L : M.Logic.Luts) {
      double Latest = 0;
      for (uint32_t Pin = 0; Pin < L.Size; ++Pin)
        Latest =
            std::max(Latest, Signal[L.Leaves[Pin]] + pinDelay(Pin, L.Size));
      Signal.push_back(Latest);
    }
    Outputs.clear();
    for (Literal L : M.Logic.Outputs)
      Outputs.push_back(Signal[L.node()]);
  }

  double &at(Literal Input) {
    return At[M.Bits.Gates.nodes()[Input.node()].A.Code];
  }
  double arrival(Literal L) const {
    if (L.node() == 0)
      return 0;
    return Outputs[OutputOf[L.Code]]; // all bits that are read are outputs
  }
  void end(Literal L, double Setup, CellId Ends) {
    const double Delay = L.node() == 0 ? 0 : arrival(L) + Setup;
    if (Delay > Path.Delay)
      Path = {Delay, Ends};
  }
  void arrive(Literal Input, double Time) {
    double &Now = at(Input);
    if (Time > Now + 1e-6) {
      Now = Time;
      Moved = true;
    }
  }

  void cross(const BitBox &Box, double Delay) {
    double Latest = 0;
    for (const BitWord &W : Box.Operands)
      for (Literal L : W)
        Latest = std::max(Latest, arrival(L));
    for (Literal L : Box.Word)
      arrive(L, Latest + Delay);
  }

  void cross(const CarryChain &C) {
    double Carry = arrival(C.In);
    for (size_t Begin = 0; Begin < C.Bits.size(); Begin += BlockBits) {
      double Next = 0;
      const size_t Count = std::min<size_t>(BlockBits, C.Bits.size() - Begin);
      for (size_t I = 0; I < Count; ++I) {
        double Sum = 0;
        Next = 0;
        auto Arrives = [&](double At, const CellDelays::CarryBlock &Through) {
          Sum = std::max(Sum, At + Through.ToSum[I]);
          Next = std::max(Next, At + Through.ToCarry[I]);
        };
        if (Begin > 0 || C.In.node() != 0)
          Arrives(Carry, Begin ? Delays.FromCarry : Delays.FromStart);
        for (size_t From = 0; From <= I; ++From) {
          const CarryBit &Bit = C.Bits[Begin + From];
          Arrives(arrival(Bit.Propagate), Delays.FromPropagate[From]);
          if (Bit.Generate.node() != 0)
            Arrives(arrival(Bit.Generate), Delays.FromGenerate[From]);
        }
        arrive(C.Bits[Begin + I].Sum, Sum);
        arrive(C.Bits[Begin + I].Carry, Next);
      }
      Carry = Next;
    }
  }
};

} // namespace

CellDelays CellDelays::xc7() {
  CellDelays D;
  D.FlipFlop = 303;
  D.ShiftRegister = 1472;
  D.EnableSetup = 109;
  D.ResetSetup = 404;
  D.Pins = {642, 631, 472, 407, 238, 127};
  D.MuxData = {223, 104};
  D.MuxSelect = {296, 273};
  D.FromPropagate = {{{{223, 400, 523, 582}, {340, 433, 512, 508}},
                      {{0, 205, 558, 618}, {0, 469, 548, 528}},
                      {{0, 0, 226, 330}, {0, 0, 292, 378}},
                      {{0, 0, 0, 227}, {0, 0, 0, 380}}}};
  D.FromGenerate = {{{{0, 407, 556, 615}, {379, 465, 540, 526}},
                     {{0, 0, 537, 596}, {0, 445, 520, 507}},
                     {{0, 0, 0, 438}, {0, 0, 356, 398}},
                     {{0, 0, 0, 0}, {0, 0, 0, 385}}}};
  D.FromCarry = {{222, 334, 239, 313}, {271, 157, 228, 114}};
  D.FromStart = {{482, 598, 584, 642}, {536, 494, 592, 580}};
  return D;
}

MappedPath longestPath(const Netlist &N, const MappedNetlist &M,
                       const CellDelays &Delays, const BoxDelays &Boxes) {
  return PathSearch(N, M, Delays, Boxes).run();
}

} // namespace roofline
