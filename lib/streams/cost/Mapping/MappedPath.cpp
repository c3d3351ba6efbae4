// The longest path of a netlist through its cells.
#include "roofline/Mapping/MappedPath.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace roofline {
namespace {

constexpr uint32_t NoOutput = ~0u; // no index

/// Times of a cover's signals. Tables, carry chains and boxes without registers
/// are its parts, each met once, after all that bring its operands.
class PathSearch {
public:
  PathSearch(const Netlist &N, const MappedNetlist &M, const CellDelays &Delays,
             const BoxDelays &Boxes)
      : N(N), M(M), Delays(Delays), Boxes(Boxes),
        Arrivals(M.Logic.signalOf(M.Logic.Luts.size())),
        OutputOf(2 * M.Bits.Gates.nodes().size(), NoOutput) {
    const std::vector<Literal> &Outs = M.Bits.Gates.outputs();
    for (uint32_t I = 0; I < Outs.size(); ++I)
      OutputOf[Outs[I].Code] = I;
    for (uint32_t I = 0; I < M.Bits.FlipFlops.size(); ++I)
      Arrivals[input(M.Bits.FlipFlops[I].Word)] =
          M.Shifts[I] ? Delays.ShiftRegister : Delays.FlipFlop;
    for (uint32_t I = 0; I < M.Bits.Boxes.size(); ++I)
      for (Literal L : M.Bits.Boxes[I].Word)
        Arrivals[input(L)] = Boxes[I].Delay;
  }

  MappedPath run() {
    findReaders();
    std::vector<uint32_t> Ready;
    for (uint32_t Part = 0; Part < partCount(); ++Part)
      if (Waits[Part] == 0)
        Ready.push_back(Part);
    while (!Ready.empty()) {
      const uint32_t Part = Ready.back();
      Ready.pop_back();
      cross(Part);
      forEachResult(Part, [&](uint32_t Signal) {
        for (uint32_t R = FirstReader[Signal]; R < FirstReader[Signal + 1]; ++R)
          if (--Waits[Readers[R]] == 0)
            Ready.push_back(Readers[R]);
      });
    }
    assert(std::count(Waits.begin(), Waits.end(), 0u) ==
               std::ptrdiff_t(Waits.size()) &&
           "a loop without a register");
    endAll();
    return Path;
  }

private:
  const Netlist &N;
  const MappedNetlist &M;
  const CellDelays &Delays;
  const BoxDelays &Boxes;
  std::vector<double> Arrivals;   ///< [ps] by signal of the cover
  std::vector<uint32_t> OutputOf; ///< by code
  /// Parts that read signal S: Readers from FirstReader[S] to that of S + 1.
  std::vector<uint32_t> FirstReader, Readers;
  std::vector<uint32_t> Waits; ///< operands that are not there, by part
  MappedPath Path;

  size_t partCount() const {
    return M.Logic.Luts.size() + M.Bits.Chains.size() + M.Bits.Boxes.size();
  }
  /// Calls one of the functions with the table, chain or box \p Part.
  template <typename LutFn, typename ChainFn, typename BoxFn>
  void visit(size_t Part, LutFn OfLut, ChainFn OfChain, BoxFn OfBox) const {
    if (Part < M.Logic.Luts.size())
      return OfLut(Part);
    Part -= M.Logic.Luts.size();
    if (Part < M.Bits.Chains.size())
      return OfChain(M.Bits.Chains[Part]);
    Part -= M.Bits.Chains.size();
    if (Boxes[Part].IsThrough)
      OfBox(Part);
  }
  template <typename UseFn> void forEachOperand(size_t Part, UseFn Use) const {
    visit(
        Part,
        [&](size_t Lut) {
          for (uint32_t Leaf : M.Logic.Luts[Lut].leaves())
            Use(Leaf);
        },
        [&](const CarryChain &C) {
          Use(signal(C.CarryIn));
          for (const CarryBit &Bit : C.Bits) {
            Use(signal(Bit.Propagate));
            Use(signal(Bit.Generate));
          }
        },
        [&](size_t Box) {
          for (const BitWord &W : M.Bits.Boxes[Box].Operands)
            for (Literal L : W)
              Use(signal(L));
        });
  }
  template <typename UseFn> void forEachResult(size_t Part, UseFn Use) const {
    visit(
        Part, [&](size_t Lut) { Use(M.Logic.signalOf(Lut)); },
        [&](const CarryChain &C) {
          for (const CarryBit &Bit : C.Bits) {
            Use(input(Bit.Sum));
            Use(input(Bit.Carry));
          }
        },
        [&](size_t Box) {
          for (Literal L : M.Bits.Boxes[Box].Word)
            Use(input(L));
        });
  }

  /// Sets FirstReader, Readers and Waits.
  void findReaders() {
    std::vector<bool> IsResult(Arrivals.size());
    for (size_t Part = 0; Part < partCount(); ++Part)
      forEachResult(Part, [&](uint32_t Signal) { IsResult[Signal] = true; });
    IsResult[0] = false;
    FirstReader.resize(Arrivals.size() + 1);
    Waits.resize(partCount());
    for (size_t Part = 0; Part < partCount(); ++Part)
      forEachOperand(Part, [&](uint32_t Signal) {
        if (IsResult[Signal]) {
          ++FirstReader[Signal + 1];
          ++Waits[Part];
        }
      });
    std::partial_sum(FirstReader.begin(), FirstReader.end(),
                     FirstReader.begin());
    Readers.resize(FirstReader.back());
    std::vector<uint32_t> Next = FirstReader;
    for (size_t Part = 0; Part < partCount(); ++Part)
      forEachOperand(Part, [&](uint32_t Signal) {
        if (IsResult[Signal])
          Readers[Next[Signal]++] = uint32_t(Part);
      });
  }

  /// [ps] From input \p Pin of a table of \p Size inputs to its output.
  double pinDelay(uint32_t Pin, uint32_t Size) const {
    const uint32_t Widest = uint32_t(Delays.Pins.size());
    const uint32_t Muxes = Size > Widest ? Size - Widest : 0;
    assert(Muxes <= Delays.MuxData.size() && "wider than the family's tables");
    const uint32_t OfTable = Size - Muxes;
    double Delay = 0;
    uint32_t Next = 0; // multiplexer behind it
    if (Pin < OfTable) {
      Delay = Delays.Pins[Widest - OfTable + Pin];
    } else {
      Next = Pin - OfTable + 1;
      Delay = Delays.MuxSelect[Next - 1];
    }
    return std::accumulate(Delays.MuxData.begin() + Next,
                           Delays.MuxData.begin() + Muxes, Delay);
  }

  void cross(size_t Part) {
    visit(
        Part, [&](size_t Lut) { crossLut(Lut); },
        [&](const CarryChain &C) { cross(C); },
        [&](size_t Box) { cross(M.Bits.Boxes[Box], Boxes[Box].Delay); });
  }

  void crossLut(size_t Lut) {
    const MappedLut &L = M.Logic.Luts[Lut];
    double &Latest = Arrivals[M.Logic.signalOf(Lut)];
    for (uint32_t Pin = 0; Pin < L.Size; ++Pin)
      Latest =
          std::max(Latest, Arrivals[L.Leaves[Pin]] + pinDelay(Pin, L.Size));
  }

  /// The signal that is input \p L of the gates.
  uint32_t input(Literal L) const {
    return 1 + M.Bits.Gates.nodes()[L.node()].A.Code;
  }
  /// The signal that computes \p L.
  uint32_t signal(Literal L) const {
    if (isConstant(L))
      return 0;
    // All bits that are read are outputs, those of chains in one phase.
    const uint32_t Out = OutputOf[L.Code];
    return M.Logic.Outputs[Out == NoOutput ? OutputOf[L.Code ^ 1] : Out].node();
  }
  double arrival(Literal L) const { return Arrivals[signal(L)]; }

  void endAll() {
    for (const FlipFlop &F : M.Bits.FlipFlops) {
      end(F.Data, 0, F.Cell);
      end(F.Enable, Delays.EnableSetup, F.Cell);
      end(F.Reset, Delays.ResetSetup, F.Cell);
    }
    for (const BitBox &Box : M.Bits.Boxes)
      for (const BitWord &W : Box.Operands)
        for (Literal L : W)
          end(L, 0, Box.Cell);
    for (size_t I = 0; I < M.Bits.Outputs.size(); ++I)
      for (Literal L : M.Bits.Outputs[I])
        end(L, 0, N.Outputs[I].Drivers[0]);
  }
  void end(Literal L, double Setup, CellId Ends) {
    const double Delay = isConstant(L) ? 0 : arrival(L) + Setup;
    if (Delay > Path.Delay)
      Path = {Delay, Ends};
  }

  void cross(const BitBox &Box, double Delay) {
    double Latest = 0;
    for (const BitWord &W : Box.Operands)
      for (Literal L : W)
        Latest = std::max(Latest, arrival(L));
    for (Literal L : Box.Word)
      Arrivals[input(L)] = Latest + Delay;
  }

  void cross(const CarryChain &C) {
    double Carry = arrival(C.CarryIn);
    for (size_t Begin = 0; Begin < C.Bits.size(); Begin += Delays.BlockBits) {
      double Next = 0;
      const size_t Count =
          std::min<size_t>(Delays.BlockBits, C.Bits.size() - Begin);
      for (size_t I = 0; I < Count; ++I) {
        double Sum = 0;
        Next = 0;
        auto Arrives = [&](double Time, const CellDelays::CarryBlock &Through) {
          Sum = std::max(Sum, Time + Through.ToSum[I]);
          Next = std::max(Next, Time + Through.ToCarry[I]);
        };
        if (Begin > 0 || C.CarryIn.node() != 0)
          Arrives(Carry, Begin ? Delays.FromCarry : Delays.FromStart);
        for (size_t From = 0; From <= I; ++From) {
          const CarryBit &Bit = C.Bits[Begin + From];
          Arrives(arrival(Bit.Propagate), Delays.FromPropagate[From]);
          if (Bit.Generate.node() != 0)
            Arrives(arrival(Bit.Generate), Delays.FromGenerate[From]);
        }
        Arrivals[input(C.Bits[Begin + I].Sum)] = Sum;
        Arrivals[input(C.Bits[Begin + I].Carry)] = Next;
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
  D.MemoryTable = 642; // RAM32M and RAM64M, from ADDR[0]
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

CellDelays CellDelays::cyclonev() {
  CellDelays D;
  D.FlipFlop = 890;
  D.Pins = {605, 583, 510, 512, 400, 97};
  D.MemoryTable = 487; // MISTRAL_MLAB, from B1ADDR[0]
  D.BlockBits = 1;
  D.FromPropagate[0] = {{1323}, {1062}};
  D.FromGenerate[0] = {{1342}, {1082}};
  D.FromCarry = {{368}, {36}};
  // A first carry that varies passes a cell of its own.
  D.FromStart = {{1082 + 368}, {1082 + 36}};
  return D;
}

CellDelays CellDelays::ecp5() {
  CellDelays D;
  D.FlipFlop = 525;
  D.ResetSetup = 424;
  D.Pins = {236, 236, 236, 236};
  D.MemoryTable = 236; // TRELLIS_DPR16X4
  D.MuxData = {165, 242, 242};
  D.MuxSelect = {256, 252, 252};
  // The carry between a block's two bits is no pin: what reads it is a table.
  D.BlockBits = 2;
  D.FromPropagate = {{{{236, 714}, {236, 447}}, {{0, 236}, {0, 447}}}};
  D.FromGenerate = D.FromPropagate;
  D.FromCarry = D.FromStart = {{443, 474}, {236, 71}};
  return D;
}

MappedPath longestPath(const Netlist &N, const MappedNetlist &M,
                       const CellDelays &Delays, const BoxDelays &Boxes) {
  assert(Boxes.size() == M.Bits.Boxes.size() && "each box has a delay");
  assert(Delays.BlockBits >= 1 && Delays.BlockBits <= 4 &&
         "a block of a carry chain has 1 to 4 bits");
  return PathSearch(N, M, Delays, Boxes).run();
}

} // namespace roofline
