// The operations of a kernel's blocks over cycles, and where latencies are
// from.
#include "roofline/Page/ReportPage.h"

#include "roofline/Hpca16/Schedule.h"
#include "roofline/Kernel/LatencyClass.h"
#include "roofline/Machine/DeviceEntries.h"
#include "roofline/Report/PlaceJSON.h"

#include <set>

using namespace llvm;

namespace roofline {
namespace {

using json::Array;
using json::Object;
using json::Value;

constexpr uint32_t MostOperations = 400; ///< of a block that is drawn

/// The schedule of block \p Id; null where it is too long to be drawn.
Value schedule(const KernelSummary &Kernel, uint32_t Id,
               const std::vector<double> &Latency, const Device &D) {
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
                                {"known", D.Latency.contains(Class)},
                                {"location", place(Op.Loc)},
                                {"start", S[I].Start},
                                {"end", S[I].End},
                                {"slack", S[I].Slack}});
  }
  return std::move(Operations);
}

/// Adds the schedules of the blocks below node \p Id, in the report's order.
void addSchedules(const KernelSummary &Kernel, uint32_t Id,
                  const std::vector<double> &Latency, const Device &D,
                  Array &To) {
  const Node &N = Kernel.Nodes[Id];
  if (N.K == Node::Kind::Block)
    To.push_back(schedule(Kernel, N.Index, Latency, D));
  for (uint32_t Child : N.Children)
    addSchedules(Kernel, Child, Latency, D, To);
}

/// The entries of \p D that price memory, and the latencies that \p Kernel
/// uses.
Object entries(const KernelSummary &Kernel, const Device &D) {
  std::set<std::string> Used = {"kernel.clock"};
  for (const Operation &Op : Kernel.Operations)
    Used.insert("latency." + latencyClass(Kernel, Op));
  Object All;
  for (const auto &[Key, Entry] : sourcedEntries(D))
    if (Used.contains(Key) || StringRef(Key).starts_with("memory.") ||
        StringRef(Key).starts_with("board."))
      All[Key] = Object{{"value", Entry.Value},
                        {"unit", Entry.Unit},
                        {"source", Entry.Source}};
  return All;
}

} // namespace

Value blockSchedules(const AnalysisResult &R, const Device &D) {
  if (!R.IsPriced)
    return nullptr;
  std::vector<MissingInput> Missing; // the report has them
  Array Blocks;
  addSchedules(*R.Kernel, R.Kernel->Root,
               operationLatencies(*R.Kernel, D, Missing), D, Blocks);
  return Object{{"blocks", std::move(Blocks)},
                {"entries", entries(*R.Kernel, D)}};
}

} // namespace roofline
