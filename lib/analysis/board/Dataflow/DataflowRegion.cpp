// The dataflow regions of a C++ kernel as networks.
#include "roofline/Dataflow/DataflowRegion.h"

#include "Channels.h"
#include "Schedule.h"

#include <algorithm>

namespace roofline {
namespace {

/// A process of the source: its loops, and whether it is a call.
struct SourceProcess {
  std::string Name;
  SourceLocation Loc;
  bool IsCall = false;
  std::vector<uint32_t> Loops;
};

/// Calls that lead to the body of \p Function; nothing where no loop is in it.
/// Where it is called more than once, the first call counts.
std::optional<std::vector<CallSite>> wayTo(const KernelSummary &K,
                                           const std::string &Function) {
  if (Function == K.Name)
    return std::vector<CallSite>();
  for (const Loop &L : K.Loops)
    for (size_t I = 0; I < L.Calls.size(); ++I)
      if (L.Calls[I].Function == Function)
        return std::vector<CallSite>(L.Calls.begin(), L.Calls.begin() + I + 1);
  return std::nullopt;
}

bool isIn(const Loop &L, const std::vector<CallSite> &Way) {
  return L.Calls.size() >= Way.size() &&
         std::equal(Way.begin(), Way.end(), L.Calls.begin());
}

/// The processes of a region, in the order of the source.
std::vector<SourceProcess> processesIn(const KernelSummary &K,
                                       const std::vector<CallSite> &Way) {
  std::vector<SourceProcess> Processes;
  for (uint32_t Id = 0; Id < K.Loops.size(); ++Id) {
    const Loop &L = K.Loops[Id];
    if (!isIn(L, Way) || (L.Parent && isIn(K.Loops[*L.Parent], Way)))
      continue;
    SourceProcess P;
    P.IsCall = L.Calls.size() > Way.size();
    P.Loc = P.IsCall ? L.Calls[Way.size()].Loc : L.Loc;
    P.Name = P.IsCall ? L.Calls[Way.size()].Function : L.Label;
    if (P.Name.empty())
      P.Name = "the loop at line " + std::to_string(L.Loc.Line);
    auto Same = std::ranges::find_if(Processes, [&](const SourceProcess &Q) {
      return P.IsCall && Q.IsCall && P.Loc == Q.Loc;
    });
    if (Same == Processes.end())
      Same = Processes.insert(Same, std::move(P));
    Same->Loops.push_back(Id);
  }
  return Processes;
}

/// Gives processes of one name, calls of one function, their lines.
void tellApart(std::vector<SourceProcess> &Processes) {
  std::vector<std::string> Names;
  for (const SourceProcess &P : Processes)
    Names.push_back(P.Name);
  for (SourceProcess &P : Processes)
    if (std::ranges::count(Names, P.Name) > 1)
      P.Name += " at line " + std::to_string(P.Loc.Line);
}

/// Rule 1: loops at the top that write one array are one process.
void joinWriters(const KernelSummary &K, const dataflow::KernelPlaces &Places,
                 std::vector<SourceProcess> &Processes) {
  auto Written = [&](const SourceProcess &P) {
    std::vector<std::string> Arrays;
    for (const MemoryAccess &A : K.Accesses)
      if (A.K == MemoryAccess::Kind::Write && A.Space == AddressSpace::Private)
        for (uint32_t Loop : Places.LoopsAround[A.BlockId])
          if (std::ranges::count(P.Loops, Loop))
            Arrays.push_back(A.Base);
    return Arrays;
  };
  for (size_t I = 0; I < Processes.size(); ++I)
    for (size_t J = I + 1; J < Processes.size();) {
      const std::vector<std::string> Mine = Written(Processes[I]);
      const bool IsJoined =
          !Processes[I].IsCall && !Processes[J].IsCall &&
          std::ranges::any_of(Written(Processes[J]), [&](const auto &Array) {
            return std::ranges::count(Mine, Array) != 0;
          });
      if (!IsJoined) {
        ++J;
        continue;
      }
      Processes[I].Loops.insert(Processes[I].Loops.end(),
                                Processes[J].Loops.begin(),
                                Processes[J].Loops.end());
      Processes.erase(Processes.begin() + J);
    }
}

/// A process that not every call of the region runs.
void findConditions(const KernelSummary &K,
                    const std::vector<SourceProcess> &Processes,
                    DataflowRegion &R) {
  for (const SourceProcess &P : Processes)
    for (uint32_t Loop : P.Loops)
      if (P.IsCall && !K.Loops[Loop].When.isAlways() &&
          K.Loops[Loop].When.IsOfData) {
        R.Findings.push_back({P.Name + " runs under a condition: a region "
                                       "wants each process in each call",
                              P.Loc});
        break;
      }
}

DataflowRegion regionOf(const KernelSummary &K,
                        const std::vector<VitisLoop> &Timing,
                        const Directive &Pragma,
                        const std::vector<CallSite> &Way) {
  DataflowRegion R;
  R.Function = Pragma.Function;
  R.Loc = Pragma.Loc;
  const dataflow::KernelPlaces Places(K);
  std::vector<SourceProcess> Processes = processesIn(K, Way);
  joinWriters(K, Places, Processes);
  tellApart(Processes);
  for (const SourceProcess &P : Processes) {
    DataflowProcess To;
    To.Name = P.Name;
    To.Loc = P.Loc;
    R.Network.Processes.push_back(std::move(To));
    R.Loops.push_back(P.Loops);
  }
  findConditions(K, Processes, R);
  const std::vector<dataflow::FifoUse> Uses =
      dataflow::findChannels(K, Places, R);
  for (uint32_t P = 0; P < R.Loops.size(); ++P)
    dataflow::scheduleProcess({&K, &Places, &Timing, R.Loops[P], Uses},
                              R.Network, R.Network.Processes[P], R.Missing);
  if (R.Missing.empty())
    if (std::optional<std::string> Problem = checkNetwork(R.Network))
      R.Missing.push_back({Unknown::Kind::ControlFlow, *Problem, R.Loc});
  return R;
}

} // namespace

std::vector<DataflowRegion>
dataflowRegions(const KernelSummary &Kernel,
                const std::vector<VitisLoop> &Loops) {
  std::vector<DataflowRegion> Regions;
  for (const Directive &D : Kernel.Directives) {
    const bool IsNew =
        D.Name == "dataflow" && !D.Loop && !D.IsLoopLost &&
        std::ranges::none_of(Regions, [&](const DataflowRegion &R) {
          return R.Function == D.Function;
        });
    if (!IsNew)
      continue;
    if (auto Way = wayTo(Kernel, D.Function))
      Regions.push_back(regionOf(Kernel, Loops, D, *Way));
  }
  return Regions;
}

} // namespace roofline
