// Choice of the processing units to build an application from.
#include "roofline/Machine/Platform.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

namespace roofline {

constexpr double Infinite = std::numeric_limits<double>::infinity();

template <typename Range, typename Value>
static bool contains(const Range &In, const Value &V) {
  return std::find(In.begin(), In.end(), V) != In.end();
}

static std::string whole(double Number) {
  return std::to_string(std::llround(Number));
}

static double peakOf(const Ceiling &C, Peaks Which) {
  return C.Peak.of(Which).Value.value();
}

const Ceiling *ceilingFor(const ProcessingUnit &Unit, std::string_view Type,
                          std::string_view Kind, Peaks Which) {
  const Ceiling *Fastest = nullptr, *Slowest = nullptr;
  for (const Ceiling &C : Unit.Ceilings) {
    if (!contains(C.Types, Type))
      continue;
    if (!Slowest || peakOf(C, Which) < peakOf(*Slowest, Which))
      Slowest = &C;
    if (!C.Operations.empty() && !contains(C.Operations, Kind))
      continue;
    if (!Fastest || peakOf(C, Which) > peakOf(*Fastest, Which))
      Fastest = &C;
  }
  return Fastest || !Kind.empty() ? Fastest : Slowest;
}

const char *UnitLoad::limit() const noexcept {
  if (Interconnect > Compute && Interconnect > Memory)
    return "interconnect";
  return Memory > Compute ? "memory" : "compute";
}

static double bandwidthOf(const DataSource &D, Peaks Which) {
  return D.Bandwidth.of(Which).Value.value();
}

namespace {

class UnitPricer {
public:
  UnitPricer(const System &S, const SystemUnit &U, Peaks Which)
      : S(S), U(U), Which(Which), Rate(S.FrameRate.value()) {}

  PricedUnit price() {
    PricedUnit Result;
    const DataSource *Internal = findSource(U.Unit, "internal");
    Result.Capacity =
        Internal && Internal->Capacity ? Internal->Capacity->Value.value() : 0;
    for (size_t B = 0; B < S.Blocks.size(); ++B) {
      Result.Blocks.push_back(priceBlock(S.Blocks[B], Result.Capacity));
      if (Result.Blocks.back().Unfit.empty())
        Result.Candidates |= BlockSet(1) << B;
    }
    for (const SystemEdge &E : S.Edges) {
      Result.Edges.push_back(priceEdge(E, Result.Capacity));
      Result.EdgeEnds.emplace_back(BlockSet(1) << E.Source, BlockSet(1)
                                                                << E.Target);
    }
    orderPipelines(Result);
    return Result;
  }

private:
  static void orderPipelines(PricedUnit &Unit) {
    for (size_t E = 0; E < Unit.Edges.size(); ++E)
      if (Unit.Edges[E].CanPipeline)
        Unit.PipelineOrder.push_back(uint8_t(E));
    std::stable_sort(
        Unit.PipelineOrder.begin(), Unit.PipelineOrder.end(),
        [&](uint8_t L, uint8_t R) {
          const auto &A = Unit.Edges[L], &B = Unit.Edges[R];
          double Left = A.Saving * B.Buffer, Right = B.Saving * A.Buffer;
          return Left > Right || (Left == Right && A.Compute < B.Compute);
        });
    for (size_t I = 0; I < Unit.PipelineOrder.size(); ++I)
      for (size_t J = I + 1; J < Unit.PipelineOrder.size(); ++J) {
        auto &A = Unit.Edges[Unit.PipelineOrder[I]];
        const auto &B = Unit.Edges[Unit.PipelineOrder[J]];
        if (A.Buffer <= B.Buffer && A.Saving >= B.Saving &&
            A.Compute <= B.Compute)
          A.Worse |= uint64_t(1) << Unit.PipelineOrder[J];
      }
  }

  /// [s] that operations take, Eq. (2.18); what is not there goes to Unfit.
  double computeTime(const Workload &Work,
                     const std::vector<std::string> &Types,
                     std::string &Unfit) const {
    Workload Known; // Type and kind: as any workload under a unit's roofs.
    double Time = 0;
    for (const auto &[Key, Number] : Work.Operations) {
      const auto &[Type, Kind] = Key;
      if (!Type.empty() && !Kind.empty()) {
        Known.Operations[Key] = Number;
        continue;
      }
      double Slowest = Infinite;
      for (const std::string &T :
           Type.empty() ? Types : std::vector<std::string>{Type}) {
        const Ceiling *C = ceilingFor(U.Unit, T, Kind, Which);
        if (!C && Unfit.empty())
          Unfit = "no ceiling for " + T;
        if (C)
          Slowest = std::min(Slowest, peakOf(*C, Which));
      }
      Time += Number / Slowest;
    }
    Placement P = place(U.Unit, Known, Which);
    if (!P.Missing.empty() && Unfit.empty())
      Unfit = "lacks " + P.Missing.front();
    return Time + P.Bound.ComputeTime.value();
  }

  /// [s] that data takes, Eq. (2.19).
  double memoryTime(const Workload &Work, std::string &Unfit) const {
    double Time = 0;
    for (const auto &[Name, Number] : Work.Bytes) {
      if (Number == 0)
        continue;
      const DataSource *D = findSource(U.Unit, Name);
      if (D)
        Time += Number / bandwidthOf(*D, Which);
      else if (Unfit.empty())
        Unfit = "no bandwidth of '" + Name + "'";
    }
    return Time;
  }

  /// H of Eq. (8.1): the types, then the parallelism.
  void preselect(const SystemBlock &B, PricedUnit::BlockPrice &P) const {
    if (!B.Units.empty() && !contains(B.Units, U.Name))
      P.Unfit = "left out by the block's units";
    for (const std::string &Type : B.Types)
      if (P.Unfit.empty() && !ceilingFor(U.Unit, Type, "", Which))
        P.Unfit = "does not compute on " + Type;
    if (!B.Parallelism)
      P.Unchecked.push_back("parallelism of the block is unknown");
    else if (!U.Parallelism)
      P.Unchecked.push_back("parallelism that the unit needs is unknown");
    else if (P.Unfit.empty() &&
             !fillsUnit(U.Unit.K, *B.Parallelism, U.Parallelism->Value))
      P.Unfit = whole(*B.Parallelism) + " independent components, it needs " +
                whole(U.Parallelism->Value);
  }

  PricedUnit::BlockPrice priceBlock(const SystemBlock &B,
                                    double Capacity) const {
    PricedUnit::BlockPrice P;
    preselect(B, P);
    for (const auto &[Key, Number] : B.Work.Operations)
      P.Operations += Number * Rate;
    for (const auto &[Name, Number] : B.Work.Bytes)
      P.Bytes += Number * Rate;
    P.Compute = Rate * computeTime(B.Work, B.Types, P.Unfit);
    P.Memory = Rate * memoryTime(B.Work, P.Unfit);
    P.InternalMemory = B.InternalMemory.value();
    if (P.Unfit.empty() && P.InternalMemory > Capacity)
      P.Unfit = "needs " + whole(P.InternalMemory) + " B of internal memory, " +
                (Capacity > 0 ? "it has " + whole(Capacity) + " B"
                              : "its capacity is unknown");
    return P;
  }

  PricedUnit::EdgePrice priceEdge(const SystemEdge &E, double Capacity) const {
    PricedUnit::EdgePrice P;
    P.Bytes = E.PerFrame.value() * Rate;
    const DataSource *Bus = findSource(U.Unit, "interconnect");
    P.Interconnect = Bus            ? P.Bytes / bandwidthOf(*Bus, Which)
                     : P.Bytes == 0 ? 0
                                    : Infinite;
    const DataSource *External = findSource(U.Unit, "external");
    const DataSource *Internal = findSource(U.Unit, "internal");
    if (!E.Buffer || !External || !Internal || E.Buffer->value() > Capacity)
      return P;
    std::string Unfit;
    P.Compute =
        Rate * computeTime(E.Synchronisation, S.Blocks[E.Target].Types, Unfit);
    for (const auto &[Key, Number] : E.Synchronisation.Operations)
      P.Operations += Number * Rate;
    P.Buffer = E.Buffer->value();
    // Once written, once read.
    P.Saving =
        2 * P.Bytes *
        (1 / bandwidthOf(*External, Which) - 1 / bandwidthOf(*Internal, Which));
    P.CanPipeline = Unfit.empty() && P.Saving > 0;
    return P;
  }

  const System &S;
  const SystemUnit &U;
  Peaks Which;
  double Rate;
};

/// The edges to pipeline: those of least risk. Exact up to rounding: a branch
/// is left when its best case, which fills the memory with the most gainful
/// edges and a part of one, does not beat what is there; and where an edge is
/// not taken, one that is worse in every respect is not either.
struct PipelineChoice {
  const PricedUnit &Unit;
  double Best = Infinite;
  uint64_t Chosen = 0;

  /// \p Edges may be pipelined; \p Index is the first one of PipelineOrder to
  /// decide on.
  void choose(uint64_t Edges, size_t Index, uint64_t Taken, double Room,
              double Compute, double Memory) noexcept {
    const std::vector<uint8_t> &Order = Unit.PipelineOrder;
    double Risk = std::max(Compute, Memory);
    if (Risk < Best) {
      Best = Risk;
      Chosen = Taken;
    }
    while (Index < Order.size() && !(Edges >> Order[Index] & 1))
      ++Index;
    constexpr double Less = 1 - 1e-12; // Sums differ by their order.
    if (std::max(Compute, Memory - mostSaving(Edges, Index, Room)) >=
        Best * Less)
      return;
    const PricedUnit::EdgePrice &P = Unit.Edges[Order[Index]];
    if (P.Buffer <= Room)
      choose(Edges, Index + 1, Taken | uint64_t(1) << Order[Index],
             Room - P.Buffer, Compute + P.Compute, Memory - P.Saving);
    choose(Edges & ~P.Worse, Index + 1, Taken, Room, Compute, Memory);
  }

  /// Upper bound of the saving of the edges from \p Index on.
  double mostSaving(uint64_t Edges, size_t Index, double Room) const noexcept {
    double Saving = 0;
    for (; Index < Unit.PipelineOrder.size(); ++Index) {
      unsigned E = Unit.PipelineOrder[Index];
      const PricedUnit::EdgePrice &P = Unit.Edges[E];
      if (!(Edges >> E & 1))
        continue;
      if (P.Buffer > Room)
        return Saving + P.Saving * Room / P.Buffer;
      Saving += P.Saving;
      Room -= P.Buffer;
    }
    return Saving;
  }
};

} // namespace

PricedUnit priceUnit(const System &S, const SystemUnit &U, Peaks Which) {
  assert(S.Blocks.size() <= MaxSystemBlocks &&
         "a set of blocks has a bit for each block");
  assert(S.Edges.size() <= 64 && "a set of edges has a bit for each edge");
  assert(std::all_of(S.Edges.begin(), S.Edges.end(),
                     [&](const SystemEdge &E) {
                       return E.Source < S.Blocks.size() &&
                              E.Target < S.Blocks.size();
                     }) &&
         "an edge connects two blocks of the system");
  return UnitPricer(S, U, Which).price();
}

UnitLoad loadOf(const PricedUnit &Unit, BlockSet Blocks) noexcept {
  assert((Blocks & ~Unit.Candidates) == 0 &&
         "a unit runs only the blocks that fit on it");
  UnitLoad L;
  double Room = Unit.Capacity;
  for (BlockSet Left = Blocks; Left; Left &= Left - 1) {
    const PricedUnit::BlockPrice &P = Unit.Blocks[std::countr_zero(Left)];
    L.Operations += P.Operations;
    L.Bytes += P.Bytes;
    L.Compute += P.Compute;
    L.Memory += P.Memory;
    Room -= P.InternalMemory;
  }
  uint64_t Inside = 0; // Edges that may be pipelined.
  for (size_t E = 0; E < Unit.Edges.size(); ++E) {
    bool HasFrom = Blocks & Unit.EdgeEnds[E].first;
    bool HasTo = Blocks & Unit.EdgeEnds[E].second;
    if (HasFrom && HasTo && Unit.Edges[E].CanPipeline)
      Inside |= uint64_t(1) << E;
    if (HasFrom != HasTo) {
      L.Crossing += Unit.Edges[E].Bytes;
      L.Interconnect += Unit.Edges[E].Interconnect;
    }
  }
  if (Room < 0)
    L.Memory = Infinite;
  if (Room < 0 || !Inside)
    return L;
  PipelineChoice Choice{Unit};
  Choice.choose(Inside, 0, 0, Room, L.Compute, L.Memory);
  L.Pipelined = Choice.Chosen;
  for (uint64_t Left = L.Pipelined; Left; Left &= Left - 1) {
    const PricedUnit::EdgePrice &P = Unit.Edges[std::countr_zero(Left)];
    L.Operations += P.Operations;
    L.Compute += P.Compute;
    L.Memory -= P.Saving;
  }
  return L;
}

std::optional<PlatformPart> platformPart(const UnitLoad &Load) noexcept {
  if (!(Load.Operations > 0) || !(Load.Compute > 0))
    return std::nullopt;
  PlatformPart P;
  P.Required = OperationsPerSecond(Load.Operations);
  P.Cur = OperationsPerSecond(Load.Operations / Load.Compute);
  P.Bandwidth =
      BytesPerSecond(Load.Memory > 0 ? Load.Bytes / Load.Memory : Infinite);
  P.Intensity = Load.Bytes > 0 ? Load.Operations / Load.Bytes : Infinite;
  return P;
}

OperationsPerSecond unitUtilization(const PlatformPart &Part) noexcept {
  return std::min(OperationsPerSecond(Part.Bandwidth.value() * Part.Intensity),
                  Part.Cur);
}

OperationsPerSecond platformUtilization(std::span<const PlatformPart> Parts,
                                        double Intensity) noexcept {
  assert(Intensity >= 0 &&
         "an application does not compute a negative number of operations");
  OperationsPerSecond Memory, Compute, Largest;
  for (const PlatformPart &P : Parts)
    Largest = std::max(Largest, unitUtilization(P));
  for (const PlatformPart &P : Parts) {
    OperationsPerSecond Util = unitUtilization(P);
    OperationsPerSecond Load = P.Cur * (Util / Largest);
    Memory += OperationsPerSecond(P.Bandwidth.value() * Intensity);
    Compute += std::min(Util, Load);
  }
  return std::min(Memory, Compute);
}

OperationsPerSecond
platformReach(std::span<const PlatformPart> Parts) noexcept {
  assert(std::all_of(Parts.begin(), Parts.end(),
                     [](const PlatformPart &P) {
                       return unitUtilization(P).value() > 0;
                     }) &&
         "each unit of a platform has a roof");
  OperationsPerSecond Required;
  double Busiest = 0;
  for (const PlatformPart &P : Parts) {
    Required += P.Required;
    Busiest = std::max(Busiest, P.Required / unitUtilization(P));
  }
  return Busiest > 0 ? Required / Busiest : OperationsPerSecond();
}

} // namespace roofline
