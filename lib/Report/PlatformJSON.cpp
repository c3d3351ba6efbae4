// The choice of a platform as JSON.
#include "roofline/Report/PlatformReport.h"

#include "FiniteNumber.h"

#include <bit>

using namespace llvm;

namespace roofline {
namespace {

class Writer {
public:
  Writer(const System &S, const PlatformResult &R) : S(S), R(R) {}

  json::Object all() {
    json::Array Units, Blocks, Front, Feasible;
    for (size_t U = 0; U < S.Units.size(); ++U)
      Units.push_back(unit(U));
    for (size_t B = 0; B < S.Blocks.size(); ++B)
      Blocks.push_back(block(B));
    for (const Mapping &M : R.Front)
      Front.push_back(mapping(M));
    for (const Mapping &M : R.Feasible)
      Feasible.push_back(mapping(M));
    return json::Object{
        {"format", "roofline-platform"},
        {"version", 1},
        {"description", S.Description},
        {"requirements", requirements()},
        {"blocks", std::move(Blocks)},
        {"units", std::move(Units)},
        {"mappings_that_meet_the_rate", finiteOrNull(R.NumMeetRate)},
        {"pareto_front", std::move(Front)},
        {"feasible", R.FeasibleComplete ? json::Value(std::move(Feasible))
                                        : json::Value(nullptr)},
        {"peaks", R.Which == Peaks::Measured ? "measured" : "theoretical"},
        {"other_rates", json::Array(R.Fallbacks)},
        {"why_none", json::Array(R.WhyNone)},
        {"unknown", json::Array(R.Missing)}};
  }

private:
  json::Object requirements() {
    return json::Object{{"frame", json::Array(S.Frame)},
                        {"frame_rate", S.FrameRate.value()},
                        {"max_power", S.MaxPower
                                          ? json::Value(S.MaxPower->value())
                                          : json::Value(nullptr)},
                        {"max_cost", S.MaxCost ? json::Value(*S.MaxCost)
                                               : json::Value(nullptr)},
                        {"currency", S.Currency}};
  }

  json::Object block(size_t B) {
    const PricedUnit::BlockPrice &P = R.Prices.front().Blocks[B];
    const auto &Parallelism = S.Blocks[B].Parallelism;
    return json::Object{
        {"name", S.Blocks[B].Name},
        {"operations_per_second", finiteOrNull(P.Operations)},
        {"bytes_per_second", finiteOrNull(P.Bytes)},
        {"operations_per_byte", finiteOrNull(P.Operations / P.Bytes)},
        {"parallelism",
         Parallelism ? json::Value(*Parallelism) : json::Value(nullptr)}};
  }

  json::Object unit(size_t U) {
    json::Array Blocks;
    for (size_t B = 0; B < S.Blocks.size(); ++B) {
      const std::string &Unfit = R.Prices[U].Blocks[B].Unfit;
      json::Object O{{"block", S.Blocks[B].Name},
                     {"candidate", Unfit.empty()},
                     {"reason", Unfit}};
      if (Unfit.empty())
        O["alone"] = load(R.Prices[U], BlockSet(1) << B);
      Blocks.push_back(std::move(O));
    }
    const SystemUnit &Unit = S.Units[U];
    return json::Object{
        {"name", Unit.Name},
        {"count", Unit.Count},
        {"cost", Unit.Cost ? json::Value(Unit.Cost->Value) : nullptr},
        {"power",
         Unit.Power ? json::Value(Unit.Power->Value.value()) : nullptr},
        {"blocks", std::move(Blocks)}};
  }

  json::Object load(const PricedUnit &P, BlockSet Set) {
    UnitLoad L = loadOf(P, Set);
    json::Array Pipelined;
    for (uint64_t Left = L.Pipelined; Left; Left &= Left - 1) {
      const SystemEdge &E = S.Edges[std::countr_zero(Left)];
      Pipelined.push_back(json::Object{{"from", S.Blocks[E.From].Name},
                                       {"to", S.Blocks[E.To].Name}});
    }
    return json::Object{
        {"operations_per_second", finiteOrNull(L.Operations)},
        {"bytes_per_second", finiteOrNull(L.Bytes)},
        {"interconnect_bytes_per_second", finiteOrNull(L.Crossing)},
        {"compute", finiteOrNull(L.Compute)},
        {"memory", finiteOrNull(L.Memory)},
        {"interconnect", finiteOrNull(L.Interconnect)},
        {"risk", finiteOrNull(L.risk())},
        {"limit", L.limit()},
        {"pipelined", std::move(Pipelined)}};
  }

  json::Object mapping(const Mapping &M) {
    json::Array Units;
    std::vector<PlatformPart> Parts;
    double Operations = 0, Bytes = 0;
    for (size_t I = 0; I < M.Blocks.size(); ++I) {
      if (!M.Blocks[I])
        continue;
      const PricedUnit &P = R.Prices[R.Instances[I].Unit];
      UnitLoad L = loadOf(P, M.Blocks[I]);
      json::Object O = load(P, M.Blocks[I]);
      json::Array Names;
      for (BlockSet Left = M.Blocks[I]; Left; Left &= Left - 1)
        Names.push_back(S.Blocks[std::countr_zero(Left)].Name);
      O["unit"] = S.Units[R.Instances[I].Unit].Name;
      O["number"] = R.Instances[I].Number;
      O["blocks"] = std::move(Names);
      Units.push_back(std::move(O));
      Operations += L.Operations;
      Bytes += L.Bytes;
      if (std::optional<PlatformPart> Part = platformPart(L))
        Parts.push_back(*Part);
    }
    return json::Object{
        {"risk", finiteOrNull(M.Risk)},
        {"max_frame_rate", finiteOrNull(S.FrameRate.value() / M.Risk)},
        {"cost", R.HasCost ? json::Value(M.Cost) : nullptr},
        {"power", R.HasPower ? json::Value(M.Power) : nullptr},
        {"platform_utilization",
         finiteOrNull(platformUtilization(Parts, Operations / Bytes).value())},
        {"platform_reach", finiteOrNull(platformReach(Parts).value())},
        {"units", std::move(Units)}};
  }

  const System &S;
  const PlatformResult &R;
};

} // namespace

json::Value toJSON(const System &S, const PlatformResult &R) {
  return Writer(S, R).all();
}

} // namespace roofline
