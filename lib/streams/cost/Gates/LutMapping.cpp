// A cover as tables, and what these need of the device.
#include "roofline/Gates/LutMapping.h"

#include "Balance.h"
#include "LutCover.h"
#include "LutTables.h"
#include "NetworkParts.h"
#include "Sweep.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <optional>
#include <unordered_map>

namespace roofline {

/// LUTs of a table of \p Inputs inputs: halves with a multiplexer where it is
/// wider than the device's.
static void countTable(const LutTable &Table, unsigned Inputs,
                       const LutTarget &Target, LutCount &Count) {
  if (Inputs > Target.Inputs) {
    for (bool High : {false, true})
      countTable(halfOf(Table, Inputs - 1, High), Inputs - 1, Target, Count);
    ++Count.Muxes[Inputs - Target.Inputs - 1];
    return;
  }
  unsigned Needed = 0;
  for (unsigned I = 0; I < Inputs; ++I)
    Needed += dependsOn(Table, I);
  if (Needed || !Target.ConstantsAreFree)
    ++Count.Luts[std::max(Needed, 1u)];
}

unsigned lutsOf(const MappedLut &Table, const LutTarget &Target) {
  assert(Table.Size <= Target.Widest &&
         "a table is no wider than the device's widest");
  LutCount Count;
  countTable(Table.Table, Table.Size, Target, Count);
  return Count.total();
}

/// Counts the inverters of outputs. A table computes its signal in either
/// phase, as its readers invert for nothing; one that outputs read in both
/// needs one.
static void countInverters(LutMapping &M) {
  enum { Plain = 1, Inverted = 2 };
  std::vector<char> Read(M.signalOf(M.Luts.size()));
  for (Literal L : M.Outputs)
    Read[L.node()] |= L.isInverted() ? Inverted : Plain;
  for (uint32_t I = 1; I < Read.size(); ++I)
    if (I < M.signalOf(0) ? Read[I] & Inverted : Read[I] == (Plain | Inverted))
      ++M.Inverters;
  M.Count.Luts[1] += M.Inverters;
}

/// Covers of parts, by shape.
struct LutMemo::Shapes {
  using Shape = std::span<const uint32_t>;
  struct HashOfShape {
    using is_transparent = void;
    // Not noexcept: the table then keeps the hashes, which are slow for long
    // shapes.
    size_t operator()(Shape Words) const {
      size_t Hash = Words.size();
      for (uint32_t Word : Words)
        Hash = (Hash ^ Word) * 0x9e3779b97f4a7c15;
      return Hash;
    }
  };
  struct EqualShapes {
    using is_transparent = void;
    bool operator()(Shape A, Shape B) const {
      return std::equal(A.begin(), A.end(), B.begin(), B.end());
    }
  };
  struct Known {
    float Levels = 0;
    /// While covers are searched: the part, swept and balanced.
    std::optional<GateNetwork> Gates;
    std::unique_ptr<LutCover> Begun;
    std::map<float, LutMapping> Covers; ///< by level of the latest output

    void begin(Shape Words, const LutTarget &Target) {
      Gates = balanced(swept(networkOf(Words)), Target.Inputs);
      Begun = std::make_unique<LutCover>(*Gates, Target);
      Levels = Begun->leastLevels();
    }
    void end() {
      Begun.reset();
      Gates.reset();
    }
  };
  std::unordered_map<std::vector<uint32_t>, Known, HashOfShape, EqualShapes>
      Entries;

  Known &of(Shape Words, const LutTarget &Target) {
    auto It = Entries.find(Words);
    if (It == Entries.end()) {
      It = Entries.try_emplace({Words.begin(), Words.end()}).first;
      It->second.begin(Words, Target);
    }
    return It->second;
  }
};

LutMemo::LutMemo() : Parts(std::make_unique<Shapes>()) {}
LutMemo::~LutMemo() = default;
LutMemo::LutMemo(LutMemo &&) noexcept = default;
LutMemo &LutMemo::operator=(LutMemo &&) noexcept = default;

namespace {

/// Covers one part, in signals of its own.
LutMapping coverOf(const GateNetwork &Network, const LutCover &Cover,
                   const LutTarget &Target) {
  LutMapping M;
  M.InputCount = uint32_t(Network.inputs().size());
  std::vector<uint32_t> Signals(Network.nodes().size());
  for (uint32_t I = 0; I < M.InputCount; ++I)
    Signals[Network.inputs()[I]] = 1 + I;
  TableBuilder Tables(Network);
  for (uint32_t I = 1; I < Network.nodes().size(); ++I) {
    if (!Cover.isRoot(I))
      continue;
    const LeafCut &C = Cover.cutOf(I);
    MappedLut L = Tables.tableOf(I, {C.Leaves.data(), C.Size});
    for (uint32_t K = 0; K < L.Size; ++K)
      L.Leaves[K] = Signals[L.Leaves[K]];
    if (L.Size)
      countTable(L.Table, L.Size, Target, M.Count);
    Signals[I] = M.signalOf(M.Luts.size());
    M.Luts.push_back(L);
  }
  for (Literal L : Network.outputs())
    M.Outputs.push_back(Literal::of(Signals[L.node()]) ^ L.isInverted());
  return M;
}

/// Adds the cover of \p Part, in which signals have numbers of their own.
void addCover(const LutMapping &Cover, const NetworkPart &Part,
              const GateNetwork &Network, LutMapping &To) {
  const uint32_t First = To.signalOf(To.Luts.size());
  auto Signal = [&](uint32_t Signal) {
    if (Signal == 0)
      return 0u;
    if (Signal <= Cover.InputCount)
      return 1 + Network.nodes()[Part.Inputs[Signal - 1]].A.Code;
    return First + (Signal - 1 - Cover.InputCount);
  };
  for (MappedLut L : Cover.Luts) {
    for (uint32_t K = 0; K < L.Size; ++K)
      L.Leaves[K] = Signal(L.Leaves[K]);
    To.Luts.push_back(L);
  }
  for (size_t I = 0; I < Part.Outputs.size(); ++I) {
    const Literal Out = Cover.Outputs[I];
    To.Outputs[Part.Outputs[I]] =
        Literal::of(Signal(Out.node())) ^ Out.isInverted();
  }
  for (size_t I = 0; I < Cover.Count.Luts.size(); ++I)
    To.Count.Luts[I] += Cover.Count.Luts[I];
  for (size_t I = 0; I < Cover.Count.Muxes.size(); ++I)
    To.Count.Muxes[I] += Cover.Count.Muxes[I];
}

} // namespace

LutMapping mapToLuts(const GateNetwork &Network, const LutTarget &Target) {
  LutMemo Memo;
  return mapToLuts(Network, Target, Memo);
}

LutMapping mapToLuts(const GateNetwork &Network, const LutTarget &Target,
                     LutMemo &Memo) {
  assert(Memo.Parts && "a memo that was moved away knows no covers");
  assert(Target.Widest <= MaxLutInputs && Target.Inputs <= Target.Widest &&
         Target.Widest <= Target.Inputs + 3);
  const NetworkParts Parts(Network);
  std::vector<LutMemo::Shapes::Known *> Shapes;
  float Levels = 0;
  for (size_t I = 0; I < Parts.size(); ++I) {
    Shapes.push_back(&Memo.Parts->of(Parts[I].Shape, Target));
    Levels = std::max(Levels, Shapes.back()->Levels);
  }
  LutMapping M;
  M.InputCount = uint32_t(Network.inputs().size());
  for (Literal L : Network.outputs()) { // outputs that read no gate
    const GateNetwork::Node &N = Network.nodes()[L.node()];
    const bool IsInput = N.Is == GateNetwork::Kind::Input;
    M.Outputs.push_back(Literal::of(IsInput ? 1 + N.A.Code : 0) ^
                        L.isInverted());
  }
  for (size_t I = 0; I < Parts.size(); ++I) {
    LutMemo::Shapes::Known &Shape = *Shapes[I];
    auto [It, IsNew] = Shape.Covers.try_emplace(Levels);
    if (IsNew) {
      if (!Shape.Begun)
        Shape.begin(Parts[I].Shape, Target);
      Shape.Begun->search(Levels);
      It->second = coverOf(*Shape.Gates, *Shape.Begun, Target);
    }
    Shape.end();
    addCover(It->second, Parts[I], Network, M);
  }
  countInverters(M);
  return M;
}

std::vector<double> outputArrivals(const LutMapping &Mapping,
                                   const LutDelays &Delays,
                                   std::span<const double> Inputs) {
  assert(Inputs.size() == Mapping.InputCount && "one for each input");
  std::vector<double> At(1);
  At.insert(At.end(), Inputs.begin(), Inputs.end());
  for (const MappedLut &L : Mapping.Luts) {
    double Latest = 0;
    for (uint32_t Leaf : L.leaves())
      Latest = std::max(Latest, At[Leaf]);
    At.push_back(Latest + Delays.ByInputs[L.Size]);
  }
  std::vector<double> Result;
  for (Literal L : Mapping.Outputs)
    Result.push_back(At[L.node()]);
  return Result;
}

unsigned levelsOf(const LutMapping &Mapping) {
  std::vector<double> AtStart(Mapping.InputCount);
  double Latest = 0;
  for (double At : outputArrivals(Mapping, {}, AtStart))
    Latest = std::max(Latest, At);
  return unsigned(Latest);
}

} // namespace roofline
