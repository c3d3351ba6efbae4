// The operations of a kernel's blocks over cycles, and where latencies are
// from.
#include "roofline/Page/ReportPage.h"

#include "roofline/Hpca16/Schedule.h"
#include "roofline/Kernel/LatencyClass.h"
#include "roofline/Report/EstimateJSON.h"

#include <map>

using namespace llvm;

namespace roofline {
namespace {

using json::Array;
using json::Object;
using json::Value;

constexpr uint32_t MostOperations = 400; ///< of a block that is drawn

Value placeOf(const SourceLocation &Loc) {
  if (!Loc)
    return nullptr;
  return Object{{"file", Loc.File}, {"line", Loc.Line}, {"column", Loc.Column}};
}

/// The schedule of block \p Id; null where it is too long to be drawn.
Value schedule(const KernelSummary &Kernel, uint32_t Id,
               const std::vector<double> &Latency) {
  const Block &B = Kernel.Blocks[Id];
  if (B.NumOperations > MostOperations)
    return nullptr;
  const std::vector<ScheduledOperation> S = scheduleBlock(Kernel, B, Latency);
  Array Operations;
  for (uint32_t I = 0; I < B.NumOperations; ++I) {
    const Operation &Op = Kernel.Operations[B.FirstOperation + I];
    const std::string Class = latencyClass(Kernel, Op);
    if (Class.empty()) // wires, and what the memory model prices
      continue;
    Operations.push_back(Object{{"name", Op.Name},
                                {"class", Class},
                                {"location", placeOf(Op.Loc)},
                                {"start", S[I].Start},
                                {"end", S[I].End},
                                {"slack", S[I].Slack}});
  }
  return std::move(Operations);
}

/// Adds the schedules of the blocks below node \p Id, in the report's order.
void addSchedules(const KernelSummary &Kernel, uint32_t Id,
                  const std::vector<double> &Latency, Array &To) {
  const Node &N = Kernel.Nodes[Id];
  if (N.K == Node::Kind::Block)
    To.push_back(schedule(Kernel, N.Index, Latency));
  for (uint32_t Child : N.Children)
    addSchedules(Kernel, Child, Latency, To);
}

Object entry(double Number, const char *Unit, const std::string &Source) {
  return Object{{"value", Number}, {"unit", Unit}, {"source", Source}};
}

} // namespace

Value blockSchedules(const AnalysisResult &R, const Device &D) {
  if (!R.IsPriced)
    return nullptr;
  std::vector<MissingInput> Missing; // the report has them
  Array Blocks;
  addSchedules(*R.Kernel, R.Kernel->Root,
               operationLatencies(*R.Kernel, D, Missing), Blocks);
  Object Entries{
      {"memory.banks", entry(D.MemoryBanks.Value, "", D.MemoryBanks.Source)},
      {"memory.transaction_width", entry(D.TransactionWidth.Value.value(),
                                         "byte", D.TransactionWidth.Source)},
      {"memory.bank_bandwidth",
       entry(D.BankBandwidth.Value.value(), "byte/s", D.BankBandwidth.Source)},
      {"memory.latency",
       entry(D.DramLatency.Value.value(), "cycle", D.DramLatency.Source)},
      {"clock",
       entry(D.KernelClock.Value.value(), "Hz", D.KernelClock.Source)}};
  for (const Operation &Op : R.Kernel->Operations)
    if (auto At = D.Latency.find(latencyClass(*R.Kernel, Op));
        At != D.Latency.end())
      Entries["latency." + At->first] =
          entry(At->second.Value.value(), "cycle", At->second.Source);
  return Object{{"blocks", std::move(Blocks)}, {"entries", std::move(Entries)}};
}

} // namespace roofline
