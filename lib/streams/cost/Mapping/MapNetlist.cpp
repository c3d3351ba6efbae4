// The cells of a device family that a netlist becomes.
#include "roofline/Mapping/MapNetlist.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <set>

namespace roofline {
namespace {

constexpr uint32_t None = ~0u; // no index

/// Flip-flops one behind the other, read nowhere in between.
class ShiftFinder {
public:
  explicit ShiftFinder(const BitNetlist &B)
      : B(B), Readers(B.Gates.nodes().size()),
        FlopOf(B.Gates.nodes().size(), None) {
    for (uint32_t I = 0; I < B.FlipFlops.size(); ++I)
      FlopOf[B.FlipFlops[I].Word.node()] = I;
    auto Read = [&](Literal L) { ++Readers[L.node()]; };
    for (uint32_t I = 0; I < B.Gates.nodes().size(); ++I)
      if (const GateNetwork::Node &Gate = B.Gates.nodes()[I];
          Gate.isGate() && B.Lives[I]) {
        Read(Gate.A);
        Read(Gate.B);
      }
    forEachRead(B, Read);
  }

  void run(MappedNetlist &To, uint32_t Least) const {
    const size_t Count = B.FlipFlops.size();
    std::vector<std::optional<uint32_t>> Next(Count);
    std::vector<bool> HasBefore(Count);
    for (uint32_t I = 0; I < Count; ++I)
      if (const auto Before = before(I)) {
        Next[*Before] = I;
        HasBefore[I] = true;
      }
    for (uint32_t I = 0; I < Count; ++I) {
      if (HasBefore[I] || !B.FlipFlops[I].CanShift)
        continue;
      std::vector<uint32_t> Chain = {I};
      while (Next[Chain.back()])
        Chain.push_back(*Next[Chain.back()]);
      if (Chain.size() < Least)
        continue;
      ++To.ShiftRegisters[uint32_t(Chain.size())];
      To.ShiftEnds[Chain.back()] = uint32_t(Chain.size());
      for (uint32_t F : Chain)
        To.Shifts[F] = true;
    }
  }

private:
  const BitNetlist &B;
  std::vector<uint32_t> Readers; ///< number by node
  std::vector<uint32_t> FlopOf;  ///< by node of the word

  /// The flip-flop that flip-flop \p I alone reads, as its data.
  std::optional<uint32_t> before(uint32_t I) const {
    const FlipFlop &F = B.FlipFlops[I];
    const uint32_t At = FlopOf[F.Data.node()];
    if (!F.CanShift || F.Data.isInverted() || At == None ||
        Readers[F.Data.node()] != 1 || At == I)
      return std::nullopt;
    const FlipFlop &Before = B.FlipFlops[At];
    return Before.CanShift && Before.Enable == F.Enable ? std::optional(At)
                                                        : std::nullopt;
  }
};

/// Counts the gates of resets that synthesis finds bit by bit, beyond the first
/// gate of each reset.
uint32_t ownResets(const BitNetlist &B) {
  std::set<Literal> Resets;
  uint32_t Count = 0;
  for (const FlipFlop &F : B.FlipFlops)
    if (F.HasOwnReset)
      Count += !Resets.insert(F.Reset).second;
  return Count;
}

/// Counts the enables that one flip-flop has alone and whose table fits into
/// the table of its data.
uint32_t mergedControls(const MappedNetlist &M) {
  const size_t Codes = 2 * M.Bits.Gates.nodes().size();
  std::vector<uint32_t> Readers(Codes), OutputOf(Codes, None); // by code
  std::vector<uint32_t> Inside(M.Logic.InputCount + M.Logic.Luts.size() + 1);
  for (const FlipFlop &F : M.Bits.FlipFlops)
    for (Literal L : {F.Data, F.Enable, F.Reset})
      ++Readers[L.Code];
  for (uint32_t I = 0; I < M.Bits.Gates.outputs().size(); ++I)
    OutputOf[M.Bits.Gates.outputs()[I].Code] = I;
  for (const MappedLut &L : M.Logic.Luts)
    for (uint32_t Leaf : L.leaves())
      ++Inside[Leaf];
  /// Returns the table of \p L if only one flip-flop reads it.
  auto Own = [&](Literal L) -> const MappedLut * {
    const uint32_t Out = OutputOf[L.Code];
    if (Out == None || Readers[L.Code] != 1)
      return nullptr;
    const uint32_t Signal = M.Logic.Outputs[Out].node();
    if (Signal <= M.Logic.InputCount || Inside[Signal] > 0)
      return nullptr;
    return &M.Logic.Luts[Signal - M.Logic.InputCount - 1];
  };
  uint32_t Count = 0;
  for (const FlipFlop &F : M.Bits.FlipFlops) {
    const MappedLut *Data = Own(F.Data), *Enable = Own(F.Enable);
    if (!Data || !Enable)
      continue;
    std::set<uint32_t> Inputs(Data->leaves().begin(), Data->leaves().end());
    Inputs.insert(Enable->leaves().begin(), Enable->leaves().end());
    Inputs.insert(1 + M.Bits.Gates.nodes()[F.Word.node()].A.Code);
    Count += Inputs.size() <= 6;
  }
  return Count;
}

} // namespace

uint32_t chainLuts(const LoweringStyle &Style, const CarryChain &C) {
  assert(Style.BitsAStep >= 1 && "a step of a chain has bits");
  const uint32_t Bits = uint32_t(C.Bits.size());
  const uint32_t Steps = (Bits + Style.BitsAStep - 1) / Style.BitsAStep;
  const bool HasStart = C.CarryIn != Literal::constant(false);
  return Style.BitLuts * Style.BitsAStep * Steps +
         (HasStart ? Style.StartLuts : 0);
}

MappedNetlist mapNetlist(const Netlist &N, const FamilyCells &Family) {
  LutMemo Memo;
  return mapNetlist(N, Family, Memo);
}

MappedNetlist mapNetlist(const Netlist &N, const FamilyCells &Family,
                         LutMemo &Memo) {
  MappedNetlist M;
  M.Bits = lowerNetlist(N, Family.Style);
  M.Logic = mapToLuts(M.Bits.Gates, Family.Luts, Memo);
  M.Shifts.resize(M.Bits.FlipFlops.size());
  M.ShiftEnds.resize(M.Bits.FlipFlops.size());
  if (Family.LeastShift)
    ShiftFinder(M.Bits).run(M, *Family.LeastShift);
  M.FlipFlops = uint32_t(std::count(M.Shifts.begin(), M.Shifts.end(), false));
  M.OwnResets = ownResets(M.Bits);
  M.MergedControls = mergedControls(M);
  for (const CarryChain &C : M.Bits.Chains) {
    M.CarryBits += uint32_t(C.Bits.size());
    M.ChainLuts += chainLuts(Family.Style, C);
  }
  return M;
}

} // namespace roofline
