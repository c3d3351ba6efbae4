// Critical paths through operation graphs.
#include "roofline/Hpca16/Schedule.h"

#include "roofline/Kernel/LatencyClass.h"

#include <algorithm>
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

double criticalPath(const KernelSummary &Kernel, const Block &B,
                    const std::vector<double> &Latency) {
  std::vector<double> Ready(B.NumOperations);
  double Longest = 1;
  for (uint32_t I = 0; I < B.NumOperations; ++I) {
    uint32_t Op = B.FirstOperation + I;
    for (uint32_t Operand : Kernel.Operations[Op].Operands)
      if (Operand >= B.FirstOperation)
        Ready[I] = std::max(Ready[I], Ready[Operand - B.FirstOperation]);
    Ready[I] += Latency[Op];
    Longest = std::max(Longest, Ready[I]);
  }
  return Longest;
}

std::vector<double> chainLatencies(const KernelSummary &Kernel, uint32_t From,
                                   uint32_t Last,
                                   const std::vector<double> &Latency) {
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
