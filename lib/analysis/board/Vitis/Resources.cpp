// LUTs, flip-flops, multiplier blocks and memories of a kernel.
#include "Resources.h"

#include "Limits.h"
#include "roofline/VitisNests/Family.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <string>

namespace roofline::vitis {
namespace {

/// Family UltraScale+ at 250 MHz. Source: HLSyn-Vitis. Units follow from
/// designs that differ by the factor of one pipeline of interval 1 (gemver L3,
/// covariance L6, jacobi-1d L1), those of float from the instances that the
/// reports of Stream-HLS list at 300 MHz, ways from bicg-medium L0. The rest
/// are least absolute relative errors over half A of the designs.
/// docs/model-vitis.md has the errors on half B, and on kernels that were left
/// out of the fit.
constexpr FabricCosts Luts = {.Kernel = 490,
                              .Pipeline = 80,
                              .Straight = 49,
                              .Stage = 4.6,
                              .Sum = 800,
                              .Product = 150,
                              .FloatSum = 198,
                              .FloatProduct = 78,
                              .Quotient = 3300,
                              .Integer = 30,
                              .IntProduct = 60,
                              .SharedUse = 24,
                              .Guarded = 62,
                              .Load = 0,
                              .Store = 39,
                              .Way = 38,
                              .FlatLoad = 135,
                              .OddSplit = 77,
                              .Bank = 34,
                              .SmallBank = 42};
constexpr FabricCosts FlipFlops = {.Kernel = 406,
                                   .Pipeline = 0,
                                   .Straight = 0,
                                   .Stage = 3.5,
                                   .Sum = 540,
                                   .Product = 490,
                                   .FloatSum = 318,
                                   .FloatProduct = 143,
                                   .Quotient = 1370,
                                   .Integer = 0,
                                   .IntProduct = 100,
                                   .SharedUse = 106,
                                   .Guarded = 5.8,
                                   .Load = 19.5,
                                   .Store = 0,
                                   .Way = 9,
                                   .FlatLoad = 0,
                                   .OddSplit = 0,
                                   .Bank = 58,
                                   .SmallBank = 30};

/// Rule `flat-banks`: a flat array whose copies are a row apart computes the
/// bank of each load.
bool isFlat(const ArrayForm &Array, const ArrayUse &Use) {
  return Array.Extents.size() == 1 && Use.HasStride;
}

class Pricer {
public:
  Pricer(const Frame &F, const std::vector<Split> &Splits,
         const std::vector<VitisLoop> &Loops)
      : F(F), K(*F.Kernel), Splits(Splits), Loops(Loops) {}

  void add(const Part &P);
  VitisResources finish();

private:
  struct Unit {
    double Number = 0;
    uint32_t Sample = 0;
  };
  PartTiming timingOf(const Part &P) const;
  std::string processOf(const Part &P) const;
  void addFabric(const Part &P, const PartTiming &Timing);
  void addMemory(const ArrayUse &Use, double Copies);
  void addUnits();
  unsigned addressProducts(const Part &P, const ArrayUse &Use) const;
  void addOperators(const Part &P, const PartTiming &Timing);
  void addArrays(const Part &P);
  void addMemories();

  const Frame &F;
  const KernelSummary &K;
  const std::vector<Split> &Splits;
  const std::vector<VitisLoop> &Loops;
  std::map<std::string, Unit> Units; ///< by name, width and process
  VitisResources R;
  FabricCounts Counts;
  double Uses = 0; ///< of units
  double AddressDsp = 0;
};

/// A pipeline has the schedule's timing. Straight code waits for the ports of
/// the array that it accesses most.
PartTiming Pricer::timingOf(const Part &P) const {
  PartTiming T;
  if (P.isPipeline()) {
    T.Interval = std::max(1.0, Loops[P.Spine.back()].Interval);
    T.Depth = Loops[P.Spine.back()].Depth;
    return T;
  }
  constexpr double Ports = 2;
  for (const ArrayUse &Use : P.Arrays)
    T.Interval = std::max(T.Interval, (Use.Loads + Use.Stores) / Ports /
                                          Splits[Use.Array].total());
  return T;
}

/// Processes of a dataflow region run at once, and share nothing: the loop
/// around all of \p P; empty in another function.
std::string Pricer::processOf(const Part &P) const {
  std::optional<uint32_t> Loop;
  if (F.IsDataflow && P.isPipeline())
    Loop = P.Spine.front();
  else if (F.IsDataflow && P.Around != NoOp)
    Loop = P.Around;
  while (Loop && F.Loops->Loops[*Loop].Parent)
    Loop = F.Loops->Loops[*Loop].Parent;
  return Loop ? "@" + std::to_string(*Loop) : "";
}

void Pricer::addOperators(const Part &P, const PartTiming &Timing) {
  PartTiming Whole = Timing;
  if (F.Options->Without.contains("sharing"))
    Whole = {1, 0};
  for (const OperatorCount &O : P.Operators) {
    const Operation &Op = K.Operations[O.Sample];
    double Number = unitsOf(O, P.Width, Whole);
    Number = std::min(Number, unitsAllowed(F, Op).value_or(Number));
    Unit &U = Units[Op.Name + std::to_string(Op.Type.Bits) + processOf(P)];
    U.Number = std::max(U.Number, Number);
    U.Sample = O.Sample;
  }
}

/// Rule `address-products`.
unsigned Pricer::addressProducts(const Part &P, const ArrayUse &Use) const {
  const ArrayForm &Array = F.Arrays->Arrays[Use.Array];
  if (P.Spine.size() < 2 || Array.Extents.size() < 2)
    return 0;
  double Row = 1;
  for (unsigned Dim = 1; Dim < Array.Extents.size(); ++Dim)
    Row *= std::ceil(double(Array.Extents[Dim]) / Splits[Use.Array].Banks[Dim]);
  return signedPowers(uint64_t(Row)) > 2;
}

void Pricer::addArrays(const Part &P) {
  for (const ArrayUse &Use : P.Arrays) {
    const ArrayForm &Array = F.Arrays->Arrays[Use.Array];
    if (!isLocal(Array))
      continue;
    if (!F.Options->Without.contains("address-products"))
      AddressDsp += addressProducts(P, Use);
    if (isFlat(Array, Use) && Splits[Use.Array].total() > 1 &&
        !F.Options->Without.contains("flat-banks"))
      AddressDsp += P.Copies * Use.Loads;
  }
}

void Pricer::addMemories() {
  for (uint32_t Array = 0; Array < Splits.size(); ++Array) {
    const ArrayForm &A = F.Arrays->Arrays[Array];
    if (!isLocal(A))
      continue;
    const Split &S = Splits[Array];
    const MemoryCost Cost = costOfArray(F, A, S);
    Counts.Banks += S.total();
    if (Cost.IsSmall)
      Counts.SmallBanks += S.total() * double(A.ElementBytes) / 8;
    R.BlockRam += Cost.BlockRam;
    R.UltraRam += Cost.UltraRam;
  }
}

/// Registers and multiplexers of one access, by width and banks.
void Pricer::addMemory(const ArrayUse &Use, double Copies) {
  const ArrayForm &Array = F.Arrays->Arrays[Use.Array];
  if (!isLocal(Array))
    return;
  const Split &S = Splits[Use.Array];
  double Words = double(Array.ElementBytes) / 8;
  Counts.Loads += Copies * Use.Loads * Words;
  Counts.Stores += Copies * Use.Stores * Words;
  if (!F.Options->Without.contains("bank-ways"))
    Counts.Ways += Copies * Use.Loads * Words * (waysOf(Use, S) - 1);
  if (isFlat(Array, Use) && S.total() > 1)
    Counts.FlatLoads += Copies * Use.Loads;
  bool IsOdd = std::ranges::any_of(S.Banks, [](double Banks) {
    return !std::has_single_bit(uint64_t(Banks));
  });
  if (IsOdd)
    Counts.OddSplits += Copies;
}

/// Rule `fabric`: what a copy of a part needs beside its units. Straight code
/// of many copies is folded to what the ports feed, and a tight pipeline's
/// copies use each other's hardware.
void Pricer::addFabric(const Part &P, const PartTiming &Timing) {
  bool IsFolded = !P.isPipeline() && Timing.Interval > 1;
  double Fold =
      P.isPipeline() ? (Timing.isTight() ? P.Width : 1) : Timing.Interval;
  double Copies = IsFolded ? 1 : P.Copies;
  if (P.isPipeline()) {
    Counts.Pipelines += P.Copies;
    Counts.Stages += P.Copies * Timing.Depth;
  } else if (P.Around != NoOp) {
    Counts.Straights += P.Copies;
  }
  for (const OperatorCount &O : P.Operators)
    Uses += Copies * (O.Number - O.Invariant) / Fold;
  for (const ArrayUse &Use : P.Arrays)
    addMemory(Use, Copies / Fold);
  Counts.Guarded += Copies * P.Guarded;
  Counts.Integers += Copies * P.Integers;
}

void Pricer::add(const Part &P) {
  PartTiming Timing = timingOf(P);
  addOperators(P, Timing);
  addArrays(P);
  addFabric(P, Timing);
}

/// Counts \p Number units of \p O. A quotient of 32 bits takes two fifths of
/// one of 64 bits.
void countUnits(const Operation &O, double Number, FabricCounts &Counts) {
  constexpr double Narrow = 0.4;
  const bool IsWide = O.Type.Bits > 32;
  switch (classOf(O)) {
  case OpClass::Add:
    (IsWide ? Counts.Sums : Counts.FloatSums) += Number;
    break;
  case OpClass::Multiply:
    (IsWide ? Counts.Products : Counts.FloatProducts) += Number;
    break;
  case OpClass::Integer:
    Counts.IntProducts += Number;
    break;
  default:
    Counts.Quotients += Number * (IsWide ? 1 : Narrow);
  }
}

/// Prices the units.
void Pricer::addUnits() {
  double Number = 0;
  for (const auto &[Name, U] : Units) {
    const Operation &O = K.Operations[U.Sample];
    if (auto Cost = costOf(O, F.Options->Clock))
      R.Dsp += U.Number * Cost->Dsp;
    Number += U.Number;
    countUnits(O, U.Number, Counts);
  }
  Counts.SharedUses = std::max(0.0, Uses - Number);
}

VitisResources Pricer::finish() {
  addUnits();
  R.Dsp += AddressDsp;
  addMemories();
  R.Lut = priceOf(Counts, Luts);
  R.FlipFlop = priceOf(Counts, FlipFlops);
  for (const BusPort &P : F.OnBus.Ports) {
    const FabricResources Adapter = adapterOf(P);
    R.Lut += Adapter.Luts;
    R.FlipFlop += Adapter.Registers;
    R.BlockRam += 2 * Adapter.MemoryBlocks;
  }
  return R;
}

} // namespace

double priceOf(const FabricCounts &N, const FabricCosts &C) {
  return N.Kernels * C.Kernel + N.Pipelines * C.Pipeline +
         N.Straights * C.Straight + N.Stages * C.Stage + N.Sums * C.Sum +
         N.Products * C.Product + N.FloatSums * C.FloatSum +
         N.FloatProducts * C.FloatProduct + N.Quotients * C.Quotient +
         N.Integers * C.Integer + N.IntProducts * C.IntProduct +
         N.SharedUses * C.SharedUse + N.Guarded * C.Guarded + N.Loads * C.Load +
         N.Stores * C.Store + N.Ways * C.Way + N.FlatLoads * C.FlatLoad +
         N.OddSplits * C.OddSplit + N.Banks * C.Bank +
         N.SmallBanks * C.SmallBank;
}

bool PartTiming::isTight() const {
  // A load and a store around the recurrence move nothing.
  constexpr double LoadAndStore = 4, LeastChain = 6;
  return Interval > LeastChain && Interval >= Depth - LoadAndStore && Depth > 0;
}

double unitsOf(const OperatorCount &Operator, double Width,
               const PartTiming &Timing) {
  double Moving = Operator.Number - Operator.Invariant;
  constexpr double Rounding = 1e-9;
  double Units = std::ceil(Moving / Timing.Interval - Rounding);
  if (Timing.isTight())
    Units = std::max(Units,
                     std::ceil(Moving / Width / std::max(1u, Operator.Levels)));
  return Units + (Operator.Invariant > 0 ? 1 : 0);
}

unsigned signedPowers(uint64_t Number) {
  unsigned Powers = 0;
  while (Number != 0) {
    if (Number & 1) {
      ++Powers;
      // A run of ones is one power less another.
      Number += (Number & 3) == 3 ? 1 : -1;
    }
    Number >>= 1;
  }
  return Powers;
}

VitisResources resourcesOf(const Frame &F, const std::vector<Part> &Parts,
                           const std::vector<Split> &Splits,
                           const std::vector<VitisLoop> &Loops) {
  Pricer Price(F, Splits, Loops);
  for (const Part &P : Parts)
    Price.add(P);
  return Price.finish();
}

} // namespace roofline::vitis

namespace roofline {

std::optional<VitisResources> unitCost(const Operation &O, Hertz Clock) {
  const auto Cost = vitis::costOf(O, Clock);
  const bool IsWire = vitis::classOf(O) == vitis::OpClass::Wire;
  if (!Cost || (IsWire && !vitis::isPricedInteger(O.Name)))
    return std::nullopt;
  vitis::FabricCounts Counts;
  Counts.Kernels = 0;
  if (IsWire)
    Counts.Integers = 1;
  else
    vitis::countUnits(O, 1, Counts);
  VitisResources R;
  R.Dsp = Cost->Dsp;
  R.Lut = vitis::priceOf(Counts, vitis::Luts);
  R.FlipFlop = vitis::priceOf(Counts, vitis::FlipFlops);
  return R;
}

} // namespace roofline
