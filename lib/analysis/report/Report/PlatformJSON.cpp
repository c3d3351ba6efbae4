// The choice of a platform as JSON.
#include "roofline/Report/PlatformReport.h"

#include "ReportNames.h"
#include "roofline/Report/FiniteNumber.h"

#include "roofline/Json/JsonSchema.h"

#include <bit>

using namespace llvm;

namespace roofline {
namespace {

struct PipelinedEdge {
  std::string Source, Target;
};
struct PlatformLoad {
  UnitLoad Load;
  std::vector<PipelinedEdge> Pipelined;
};
struct BlockOnUnit {
  std::string Block, Unfit;
  std::optional<PlatformLoad> Alone; ///< nothing: the block cannot run there
};
struct PlatformUnit {
  SystemUnit Unit;
  std::vector<BlockOnUnit> Blocks;
};
struct PlatformBlock {
  SystemBlock Block;
  PricedUnit::BlockPrice Price;
};
struct LoadedUnit {
  std::string Name;
  uint32_t Number = 1;
  std::vector<std::string> Blocks;
  PlatformLoad Load;
};
struct PlatformMapping {
  double Risk = 0;
  std::optional<double> MaxFrameRate, Cost, Power, Utilization, Reach;
  std::vector<LoadedUnit> Units;
};
struct PlatformFile {
  System Input;
  PlatformResult Found;
  std::vector<PlatformBlock> Blocks;
  std::vector<PlatformUnit> Units;
  std::vector<PlatformMapping> Front;
  std::optional<std::vector<PlatformMapping>> Feasible;
};

} // namespace

template <typename V> void list(V &Visit, PipelinedEdge &S) {
  Visit("from", S.Source, {.Least = 1});
  Visit("to", S.Target, {.Least = 1});
}
template <typename V> void list(V &Visit, PlatformLoad &S) {
  static constexpr const char *Limits[] = {"compute", "memory", "interconnect"};
  const UnitLoad &L = S.Load;
  Visit("operations_per_second", L.Operations, {.Least = 0});
  Visit("bytes_per_second", L.Bytes, {.Least = 0});
  Visit("interconnect_bytes_per_second", L.Crossing, {.Least = 0});
  Visit.orNull("compute", finite(L.Compute), {.Least = 0});
  Visit.orNull("memory", finite(L.Memory));
  Visit.orNull("interconnect", finite(L.Interconnect), {.Least = 0});
  Visit.orNull("risk", finite(L.risk()), {.Least = 0});
  Visit("limit", std::string(L.limit()), {.OneOf = Limits});
  Visit("pipelined", S.Pipelined);
}
template <typename V> void list(V &Visit, BlockOnUnit &S) {
  Visit("block", S.Block, {.Least = 1});
  Visit("candidate", S.Alone.has_value());
  Visit("reason", S.Unfit);
  Visit("alone", S.Alone);
}
template <typename V> void list(V &Visit, PlatformUnit &S) {
  const SystemUnit &U = S.Unit;
  Visit("name", U.Name, {.Least = 1});
  Visit("count", U.Count, {.Least = 1});
  Visit.orNull("cost", U.Cost ? std::optional(U.Cost->Value) : std::nullopt,
               {.Least = 0});
  Visit.orNull("power",
               U.Power ? std::optional(U.Power->Value.value()) : std::nullopt,
               {.Above = 0});
  Visit("blocks", S.Blocks);
}
template <typename V> void list(V &Visit, PlatformBlock &S) {
  const PricedUnit::BlockPrice &P = S.Price;
  Visit("name", S.Block.Name, {.Least = 1});
  Visit("operations_per_second", P.Operations, {.Least = 0});
  Visit("bytes_per_second", P.Bytes, {.Least = 0});
  Visit.orNull("operations_per_byte", finite(P.Operations / P.Bytes),
               {.Least = 0});
  Visit.orNull("parallelism", S.Block.Parallelism, {.Above = 0});
}
template <typename V> void list(V &Visit, LoadedUnit &S) {
  Visit("unit", S.Name, {.Least = 1});
  Visit("number", S.Number, {.Least = 1});
  Visit("blocks", S.Blocks, {.Least = 1, .Each = &FromOne});
  list(Visit, S.Load);
}
template <typename V> void list(V &Visit, PlatformMapping &S) {
  Visit("risk", S.Risk, {.Least = 0, .Below = 1});
  Visit.orNull("max_frame_rate", S.MaxFrameRate, {.Least = 0});
  Visit.orNull("cost", S.Cost, {.Least = 0});
  Visit.orNull("power", S.Power, {.Least = 0});
  Visit.orNull("platform_utilization", S.Utilization, {.Least = 0});
  Visit.orNull("platform_reach", S.Reach, {.Least = 0});
  Visit("units", S.Units, {.Least = 1});
}
template <typename V> void list(V &Visit, System &S) {
  Visit("frame", S.Frame, {.Each = &FromOne});
  Visit("frame_rate", S.FrameRate.value(), {.Above = 0});
  Visit.orNull("max_power",
               S.MaxPower ? std::optional(S.MaxPower->value()) : std::nullopt,
               {.Above = 0});
  Visit.orNull("max_cost", S.MaxCost, {.Least = 0});
  Visit("currency", S.Currency);
}
template <typename V> void list(V &Visit, PlatformFile &S) {
  Visit("description", S.Input.Description);
  Visit("requirements", S.Input);
  Visit("blocks", S.Blocks, {.Least = 1});
  Visit("units", S.Units, {.Least = 1});
  Visit("mappings_that_meet_the_rate", S.Found.NumMeetRate, {.Least = 0});
  Visit("pareto_front", S.Front);
  Visit.orNull("feasible", S.Feasible);
  Visit("peaks", S.Found.Which);
  Visit("other_rates", S.Found.Fallbacks);
  Visit("why_none", S.Found.WhyNone);
  Visit("unknown", S.Found.Missing);
}

static constexpr FileFormat PlatformFormat = {
    "roofline-platform", 1, "platform", "platform",
    "What roofline platform found: see docs/platform.md. Rates are per second, "
    "bytes and operations whole units; null where there is no number."};

namespace {

/// Names what the search's result refers to by index.
class PlatformFiller {
public:
  PlatformFiller(const System &S, const PlatformResult &R) : S(S), R(R) {}

  PlatformFile file() const {
    PlatformFile F;
    F.Input = S;
    F.Found = R;
    for (size_t B = 0; B < S.Blocks.size(); ++B)
      F.Blocks.push_back({S.Blocks[B], R.Prices.front().Blocks[B]});
    for (size_t U = 0; U < S.Units.size(); ++U)
      F.Units.push_back({S.Units[U], blocksOn(R.Prices[U])});
    F.Front = mappings(R.Front);
    if (R.FeasibleComplete)
      F.Feasible = mappings(R.Feasible);
    return F;
  }

private:
  std::vector<BlockOnUnit> blocksOn(const PricedUnit &P) const {
    std::vector<BlockOnUnit> Blocks;
    for (size_t B = 0; B < S.Blocks.size(); ++B) {
      Blocks.push_back({S.Blocks[B].Name, P.Blocks[B].Unfit, std::nullopt});
      if (P.Blocks[B].Unfit.empty())
        Blocks.back().Alone = load(loadOf(P, BlockSet(1) << B));
    }
    return Blocks;
  }

  PlatformLoad load(const UnitLoad &L) const {
    PlatformLoad Result{L, {}};
    for (uint64_t Left = L.Pipelined; Left; Left &= Left - 1) {
      const SystemEdge &E = S.Edges[std::countr_zero(Left)];
      Result.Pipelined.push_back(
          {S.Blocks[E.Source].Name, S.Blocks[E.Target].Name});
    }
    return Result;
  }

  std::vector<PlatformMapping>
  mappings(const std::vector<Mapping> &List) const {
    std::vector<PlatformMapping> Result;
    for (const Mapping &M : List)
      Result.push_back(mapping(M));
    return Result;
  }

  PlatformMapping mapping(const Mapping &M) const {
    PlatformMapping Result;
    std::vector<PlatformPart> Parts;
    double Operations = 0, Bytes = 0;
    for (size_t I = 0; I < M.Blocks.size(); ++I) {
      if (!M.Blocks[I])
        continue;
      const auto [Unit, Number] = R.Instances[I];
      const UnitLoad L = loadOf(R.Prices[Unit], M.Blocks[I]);
      LoadedUnit Loaded{S.Units[Unit].Name, Number, {}, load(L)};
      for (BlockSet Left = M.Blocks[I]; Left; Left &= Left - 1)
        Loaded.Blocks.push_back(S.Blocks[std::countr_zero(Left)].Name);
      Result.Units.push_back(std::move(Loaded));
      Operations += L.Operations;
      Bytes += L.Bytes;
      if (std::optional<PlatformPart> Part = platformPart(L))
        Parts.push_back(*Part);
    }
    Result.Risk = M.Risk;
    Result.MaxFrameRate = finite(S.FrameRate.value() / M.Risk);
    if (R.HasCost)
      Result.Cost = M.Cost;
    if (R.HasPower)
      Result.Power = M.Power;
    Result.Utilization =
        finite(platformUtilization(Parts, Operations / Bytes).value());
    Result.Reach = finite(platformReach(Parts).value());
    return Result;
  }

  const System &S;
  const PlatformResult &R;
};

} // namespace

json::Value toJSON(const System &S, const PlatformResult &R) {
  return writeJsonFile(PlatformFormat, PlatformFiller(S, R).file());
}

json::Value platformSchema() { return schemaOf<PlatformFile>(PlatformFormat); }

} // namespace roofline
