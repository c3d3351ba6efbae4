// Critical paths through operation graphs.
#include "roofline/Hpca16/Schedule.h"

#include "roofline/Kernel/LatencyClass.h"

#include <algorithm>
#include <cassert>
#include <set>

namespace roofline {

std::vector<double> operationLatencies(const KernelSummary &Kernel,
                                       const Device &D,
                                       std::vector<MissingInput> &Missing) {
  std::vector<double> Latency(Kernel.Operations.size());
  std::set<std::string> Reported;
  for (size_t I = 0; I < Kernel.Operations.size(); ++I) {
    const Operation &Op = Kernel.Operations[I];
    std::string Class = latencyClass(Kernel, Op);
    if (Class.empty())
      continue;
    if (auto It = D.Latency.find(Class); It != D.Latency.end())
      Latency[I] = It->second.Value.value();
    else if (Reported.insert(Class).second)
      Missing.push_back({"latency of the operator '" + Class + "'", Op.Loc,
                         "add it to the device file"});
  }
  return Latency;
}

std::vector<ScheduledOperation>
scheduleBlock(const KernelSummary &Kernel, const Block &B,
              const std::vector<double> &Latency) {
  assert(Latency.size() == Kernel.Operations.size() &&
         "each operation has a latency");
  assert(B.FirstOperation + B.NumOperations <= Kernel.Operations.size() &&
         "a block has operations of its kernel");
  std::vector<ScheduledOperation> S(B.NumOperations);
  double Longest = 0;
  for (uint32_t I = 0; I < B.NumOperations; ++I) {
    const uint32_t Op = B.FirstOperation + I;
    for (uint32_t Operand : Kernel.Operations[Op].Operands)
      if (Operand >= B.FirstOperation)
        S[I].Start = std::max(S[I].Start, S[Operand - B.FirstOperation].End);
    S[I].End = S[I].Start + Latency[Op];
    Longest = std::max(Longest, S[I].End);
  }
  for (ScheduledOperation &Op : S)
    Op.Slack = Longest - Op.End;
  // An operation may end when the first one that needs it has to start.
  for (uint32_t I = B.NumOperations; I-- > 0;)
    for (uint32_t Operand : Kernel.Operations[B.FirstOperation + I].Operands)
      if (Operand >= B.FirstOperation) {
        ScheduledOperation &Of = S[Operand - B.FirstOperation];
        Of.Slack = std::min(Of.Slack, S[I].Start + S[I].Slack - Of.End);
      }
  return S;
}

double criticalPath(const KernelSummary &Kernel, const Block &B,
                    const std::vector<double> &Latency) {
  double Longest = 1;
  for (const ScheduledOperation &Op : scheduleBlock(Kernel, B, Latency))
    Longest = std::max(Longest, Op.End);
  return Longest;
}

std::vector<double> chainLatencies(const KernelSummary &Kernel, uint32_t From,
                                   uint32_t Last,
                                   const std::vector<double> &Latency) {
  assert(From <= Last && Last < Kernel.Operations.size() &&
         "a chain leads from an operation to a later one");
  assert(Latency.size() == Kernel.Operations.size() &&
         "each operation has a latency");
  std::vector<double> Ready(Last - From + 1, NotOnChain);
  Ready[0] = Latency[From];
  for (uint32_t Op = From + 1; Op <= Last; ++Op)
    for (uint32_t Operand : Kernel.Operations[Op].Operands)
      if (Operand >= From && Ready[Operand - From] != NotOnChain)
        Ready[Op - From] =
            std::max(Ready[Op - From], Ready[Operand - From] + Latency[Op]);
  return Ready;
}

} // namespace roofline
