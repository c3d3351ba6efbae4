// Critical paths through operation graphs.
#include "roofline/Model/Schedule.h"

#include "roofline/Model/LatencyClass.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

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

namespace {
constexpr double NotOnChain = -1;

/// What was stored in one array of the kernel's own: when the last of it is
/// there, by element where the index is constant.
struct StoredCells {
  std::map<int64_t, double> At;
  double Anywhere = NotOnChain; ///< at an index that is not constant
  double Last = NotOnChain;

  void store(std::optional<int64_t> Element, double When) {
    double &Cell =
        Element ? At.try_emplace(*Element, When).first->second : Anywhere;
    Cell = std::max(Cell, When);
    Last = std::max(Last, When);
  }
  double load(std::optional<int64_t> Element) const {
    if (!Element)
      return Last;
    auto Cell = At.find(*Element);
    return Cell == At.end() ? Anywhere : std::max(Anywhere, Cell->second);
  }
};

/// The longest paths from one operation on.
class Chain {
public:
  Chain(const KernelSummary &Kernel, uint32_t From,
        const std::vector<double> &Latency)
      : Kernel(Kernel), From(From), Latency(Latency) {}

  std::optional<double> to(uint32_t To) {
    Ready.assign(To - From + 1, NotOnChain);
    Ready[0] = Latency[From];
    for (uint32_t Op = From; Op <= To; ++Op) {
      for (uint32_t Operand : Kernel.Operations[Op].Operands)
        if (Operand >= From)
          goOn(Op, Ready[Operand - From]);
      if (auto Access = Kernel.Operations[Op].Access)
        passThrough(Op, Kernel.Accesses[*Access]);
    }
    return Ready.back() == NotOnChain ? std::nullopt
                                      : std::optional(Ready.back());
  }

private:
  void goOn(uint32_t Op, double Before) {
    if (Before != NotOnChain)
      Ready[Op - From] = std::max(Ready[Op - From], Before + Latency[Op]);
  }

  /// What is stored in an array of the kernel's own is loaded from there.
  void passThrough(uint32_t Op, const MemoryAccess &A) {
    const bool IsOnChain = Ready[Op - From] != NotOnChain;
    if ((!IsOnChain && Stored.empty()) || A.Base.empty() ||
        (A.Space != AddressSpace::Private && A.Space != AddressSpace::Local))
      return;
    std::optional<int64_t> Element;
    if (A.Index && A.Index->Terms.empty() && A.Index->Irregular == Expr() &&
        A.Index->Offset.isConstant())
      Element = A.Index->Offset.Value;
    const std::pair<AddressSpace, std::string_view> Array(A.Space, A.Base);
    if (auto Cells = Stored.find(Array);
        Cells != Stored.end() && A.K != MemoryAccess::Kind::Write)
      goOn(Op, Cells->second.load(Element));
    if (A.K != MemoryAccess::Kind::Read && Ready[Op - From] != NotOnChain)
      Stored[Array].store(Element, Ready[Op - From]);
  }

  const KernelSummary &Kernel;
  const uint32_t From;
  const std::vector<double> &Latency;
  std::vector<double> Ready; ///< by operation from From on [cycle]
  std::map<std::pair<AddressSpace, std::string_view>, StoredCells> Stored;
};
} // namespace

std::optional<double> chainLatency(const KernelSummary &Kernel, uint32_t From,
                                   uint32_t To,
                                   const std::vector<double> &Latency) {
  if (From > To)
    return std::nullopt;
  return Chain(Kernel, From, Latency).to(To);
}

} // namespace roofline
