// LUTs, flip-flops, multiplier blocks and memories of a kernel.
#include "Resources.h"

#include "Family.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace roofline::vitis {
namespace {

bool isLocal(const ArrayForm &Array) {
  return !Array.IsArgument && !Array.IsConstant && Array.Name != "?";
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
  unsigned addressProducts(const Part &P, const ArrayUse &Use) const;
  void addOperators(const Part &P, const PartTiming &Timing);
  void addArrays(const Part &P);
  void addMemories();

  const Frame &F;
  const KernelSummary &K;
  const std::vector<Split> &Splits;
  const std::vector<VitisLoop> &Loops;
  std::map<std::string, Unit> Units; ///< by name and width
  VitisResources R;
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

void Pricer::addOperators(const Part &P, const PartTiming &Timing) {
  PartTiming Whole = Timing;
  if (F.Options->Without.contains("sharing"))
    Whole = {1, 0};
  for (const OperatorCount &O : P.Operators) {
    const Operation &Op = K.Operations[O.Sample];
    double Number = unitsOf(O, P.Width, Whole);
    Unit &U = Units[Op.Name + std::to_string(Op.Type.Bits)];
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
    // Rule `flat-banks`: a flat array whose copies are a row apart computes the
    // bank of each load.
    bool IsFlat = Array.Extents.size() == 1 && Use.HasStride;
    if (IsFlat && Splits[Use.Array].total() > 1 &&
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
    MemoryCost Cost = memoryCost(wordsOf(A, S), double(A.ElementBytes) * 8);
    double Number = S.total() * (S.IsShared ? 2 : 1);
    R.BlockRam += Number * Cost.BlockRam;
    R.UltraRam += Number * Cost.UltraRam;
  }
}

void Pricer::add(const Part &P) {
  addOperators(P, timingOf(P));
  addArrays(P);
}

VitisResources Pricer::finish() {
  for (const auto &[Name, U] : Units)
    if (auto Cost = costOf(K.Operations[U.Sample], F.Options->Clock))
      R.Dsp += U.Number * Cost->Dsp;
  R.Dsp += AddressDsp;
  addMemories();
  return R;
}

} // namespace

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
