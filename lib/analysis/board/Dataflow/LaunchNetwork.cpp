// Launches that run at the same time, joined by channels, as a network.
#include "roofline/Dataflow/LaunchNetwork.h"

#include "ChannelFifos.h"
#include "LaunchSchedule.h"
#include "StagedNetwork.h"

#include "roofline/Kernel/Counts.h"
#include "roofline/Kernel/LaunchSymbols.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace roofline {
namespace {

using dataflow::BoundProcess;
using dataflow::FifoUse;
using dataflow::PacedPipeline;

/// Tokens of memory come in groups of at most so many, as far apart as its
/// rate wants.
constexpr uint64_t MostInGroup = 64;
/// Share by which the rate of the groups may be off.
constexpr double RateTolerance = 0.001;

/// \p K with the values of \p L: trip counts, conditions, indices.
KernelSummary withLaunch(const KernelSummary &K, const Launch &L) {
  KernelSummary Bound = K;
  const SymbolValue Value = launchSymbols(K, L);
  auto Bind = [&](Expr &E) { E = substitute(E, Value); };
  for (size_t I = 0; I < K.Loops.size(); ++I) {
    Loop &To = Bound.Loops[I];
    Bind(To.Trip.Count);
    Bind(To.When.Form);
    const std::optional<double> Trip = boundTrip(K.Loops[I], L);
    if (Trip && *Trip == std::floor(*Trip))
      To.Trip = {
          TripCount::Kind::Exact, Expr::constant(int64_t(*Trip)), "", {}};
  }
  for (Block &B : Bound.Blocks)
    Bind(B.When.Form);
  return Bound;
}

bool isNonBlocking(const KernelSummary &K) {
  return std::ranges::any_of(K.Tallies, [](const Tally &T) {
    return T.Name == "__fpga_channel_ready";
  });
}

/// [cycle] of \p E before its first work-item starts.
double startCycles(const BoardEstimate &E) {
  return E.Times.Start ? E.Times.Start->Value * E.Cycles / E.Time.value() : 0;
}

class NetworkBuilder {
public:
  explicit NetworkBuilder(const std::vector<RunningLaunch> &Launches)
      : Launches(Launches) {}

  LaunchNetwork build() {
    N.NumLaunches = uint32_t(Launches.size());
    for (uint32_t P = 0; P < Launches.size(); ++P)
      addProcess(P);
    findCalls();
    const std::vector<std::vector<FifoUse>> Uses =
        dataflow::findFifos(Bound, N.Network, N.Missing);
    N.NumChannels = uint32_t(N.Network.Fifos.size());
    if (N.Missing.empty())
      for (uint32_t P = 0; P < Launches.size(); ++P)
        schedule(P, Uses[P]);
    if (N.Missing.empty())
      for (uint32_t P = 0; P < Launches.size(); ++P)
        for (const Channel &C : Bound[P].Kernel.Channels)
          checkPackets(P, C);
    if (N.Missing.empty())
      if (std::optional<std::string> Problem = checkNetwork(N.Network))
        miss(*Problem, Launches.front().Bound->Kernel->Loc);
    return std::move(N);
  }

private:
  void miss(const std::string &Text, const SourceLocation &Loc) {
    N.Missing.push_back({Unknown::Kind::ControlFlow, Text, Loc});
  }

  static bool isPipeline(const RunningLaunch &L) {
    return L.Bound->SingleWorkItem;
  }

  void addProcess(uint32_t Id) {
    const RunningLaunch &L = Launches[Id];
    const KernelSummary &K = *L.Bound->Kernel;
    DataflowProcess P;
    P.Name = K.Name;
    P.Loc = K.Loc;
    const BoardEstimate &E = *L.Board;
    P.Cycles = std::max<uint64_t>(
        2, uint64_t(std::llround(E.Cycles - startCycles(E))));
    for (uint32_t Other = 0; Other < Id; ++Other)
      if (Launches[Other].Bound->Kernel->Name == K.Name && !K.Channels.empty())
        miss(K.Name + " is launched twice", K.Loc);
    if (!K.Channels.empty()) {
      if (!isPipeline(L))
        miss(K.Name + " has work-items, in an order of their own", K.Loc);
      if (isNonBlocking(K))
        miss(K.Name + " does not wait for its channels", K.Loc);
      for (const Channel &C : K.Channels)
        if (C.K == Channel::Kind::Pipe)
          miss(C.Name + " of " + K.Name +
                   " is an argument: the host connects pipes",
               C.Loc);
    }
    N.Network.Processes.push_back(std::move(P));
    BoundProcess &To = Bound.emplace_back();
    To.Kernel = withLaunch(K, *L.L);
    if (!K.Channels.empty() && N.Missing.empty())
      To.Loops = dataflow::loopsOnBoard(To.Kernel, *L.Board, N.Missing);
    else
      To.Loops.resize(K.Loops.size());
  }

  void findCalls() {
    N.Calls = uint32_t(Launches.front().Times);
    for (const RunningLaunch &L : Launches)
      if (L.Times != N.Calls || L.Times > UINT32_MAX)
        return miss("the launches do not come equally often",
                    L.Bound->Kernel->Loc);
  }

  void schedule(uint32_t Id, const std::vector<FifoUse> &Uses) {
    if (!isPipeline(Launches[Id]) || Bound[Id].Kernel.Channels.empty())
      return;
    const dataflow::KernelPlaces Places(Bound[Id].Kernel);
    const dataflow::ScheduleRequest Request = {
        &Bound[Id].Kernel, &Places, &Bound[Id].Loops, {}, Uses};
    for (const PacedPipeline &Each :
         dataflow::scheduleLaunch(Request, Launches[Id], N.Network,
                                  N.Network.Processes[Id], N.Missing))
      addMemory(Id, Each);
  }

  /// Adds the process that gives \p Paced of launch \p Id a token for each
  /// pass.
  void addMemory(uint32_t Id, const PacedPipeline &Paced) {
    uint64_t Group = 1, Time = 1; // [token], [cycle]
    double Least = 1;
    for (uint64_t Size = 1; Size <= MostInGroup && Least > RateTolerance;
         ++Size) {
      const double Wanted = Paced.ServedInterval * double(Size);
      const double Error = std::abs(std::round(Wanted) - Wanted) / Wanted;
      if (Error >= Least)
        continue;
      Least = Error;
      Group = Size;
      Time = uint64_t(std::llround(Wanted));
    }
    const uint64_t Tokens = countOf(Paced.Issues);
    const uint64_t Groups = Tokens / Group, Rest = Tokens % Group;
    const uint64_t Step = Time / Group;
    const uint64_t First = Paced.Issues.First + Paced.Stage;
    FifoAccess Write;
    Write.Fifo = uint32_t(N.Network.Fifos.size());
    Write.IsWrite = true;
    if (Groups)
      Write.Issues.push_back(
          shortest({First, {{Groups, Time}, {Group, Step}}}));
    if (Rest)
      Write.Issues.push_back(shortest({First + Groups * Time, {{Rest, Step}}}));
    FifoAccess Read{Write.Fifo,     false,          Paced.Stage,
                    Paced.Interval, {Paced.Issues}, Paced.Loc};
    DataflowProcess Memory;
    Memory.Name = "memory";
    Memory.Cycles = lastOf(Write.Issues.back()) + 2;
    Memory.Accesses.push_back(std::move(Write));
    Fifo F;
    F.Name = "memory";
    F.Depth = 2 * Time + 2;
    F.Loc = Paced.Loc;
    F.IsFixed = true;
    N.Network.Fifos.push_back(std::move(F));
    N.Network.Processes[Id].Accesses.push_back(std::move(Read));
    N.Network.Processes.push_back(std::move(Memory));
  }

  /// The network moves as many packets of \p C as the source.
  void checkPackets(uint32_t Id, const Channel &C) {
    const KernelSummary &K = *Launches[Id].Bound->Kernel;
    for (bool IsWrite : {false, true}) {
      double Moved = 0;
      for (const FifoAccess &A : N.Network.Processes[Id].Accesses)
        if (A.IsWrite == IsWrite && isOn(A.Fifo, C.Name))
          for (const CycleProgression &Part : A.Issues)
            Moved += double(countOf(Part) * N.Network.Fifos[A.Fifo].Lanes);
      Count Asked;
      for (const Tally &T : K.Tallies)
        if (T.Channel == C.Name && (T.Name == "write_channel") == IsWrite)
          Asked += executions(K, *Launches[Id].L, T);
      if (!Asked.isExact() || *Asked.Most != Moved)
        return miss("how many packets of " + C.Name + " " + K.Name +
                        (IsWrite ? " writes" : " reads") + " is not followed",
                    C.Loc);
    }
  }

  bool isOn(uint32_t Fifo, const std::string &Channel) const {
    const std::string &Name = N.Network.Fifos[Fifo].Name;
    return Fifo < N.NumChannels &&
           (Name == Channel || Name.starts_with(Channel + "["));
  }

  const std::vector<RunningLaunch> &Launches;
  LaunchNetwork N;
  std::vector<BoundProcess> Bound; ///< by launch
};

/// [cycle] that memory takes for all \p Launches at \p Clock; 0 where their
/// buffers are in banks that they may not share.
double sharedMemory(const std::vector<RunningLaunch> &Launches, Hertz Clock) {
  MemoryDemand Sum;
  for (const RunningLaunch &L : Launches) {
    if (!L.Bound->Banks.empty())
      return 0;
    const MemoryDemand &Demand = L.Board->Memory;
    Sum.ArbitrationCycles += Demand.ArbitrationCycles * double(L.Times);
    for (const MemoryPart &Part : Demand.Parts) {
      auto Same = std::ranges::find(Sum.Parts, Part.Limit, &MemoryPart::Limit);
      if (Same == Sum.Parts.end())
        Same = Sum.Parts.insert(Same, MemoryPart{Part.Limit});
      Same->Cycles += Part.Cycles * double(L.Times);
      Same->Seconds += Part.Seconds * double(L.Times);
    }
  }
  return Sum.cyclesAt(Clock);
}

void findDepths(const dataflow::StagedNetwork &S, uint32_t NumChannels,
                const DataflowOptions &Options, JoinedRun &R) {
  if (!Options.WithDepths || NumChannels == 0 || R.Launches.Calls > 1)
    return;
  if (!R.Run.isDeadlock()) {
    R.Least = leastDepths(S.Network, R.Run.Cycles, Options.MaxSearchEvents);
  } else if (std::vector<LeastDepths> Curve =
                 depthCurve(S.Network, Options.MaxSearchEvents);
             !Curve.empty()) {
    R.Least = std::move(Curve.back());
  }
  if (R.Least)
    R.Least->Depths.resize(NumChannels);
}

} // namespace

LaunchNetwork launchNetwork(const std::vector<RunningLaunch> &Launches) {
  assert(!Launches.empty() && "a group has launches");
  return NetworkBuilder(Launches).build();
}

JoinedRun runLaunches(const std::vector<RunningLaunch> &Launches, Hertz Clock,
                      const DataflowOptions &Options) {
  JoinedRun R;
  R.Launches = launchNetwork(Launches);
  if (!R.Launches.Missing.empty())
    return R;
  const DataflowNetwork &N = R.Launches.Network;
  const dataflow::StagedNetwork S = dataflow::stagedNetwork(N);
  const DataflowRun Staged =
      runDataflow(S.Network, {R.Launches.Calls, true, Options.MaxEvents, 0});
  if (Staged.IsGivenUp) {
    R.Launches.Missing.push_back({Unknown::Kind::ControlFlow,
                                  "the network is too large to be followed",
                                  Launches.front().Bound->Kernel->Loc});
    return R;
  }
  R.Run = dataflow::joinStages(N, S, Staged);
  findDepths(S, R.Launches.NumChannels, Options, R);
  if (R.Run.isDeadlock())
    return R;
  double Start = 0;
  for (const RunningLaunch &L : Launches)
    Start = std::max(Start, startCycles(*L.Board) * double(L.Times));
  const double Memory = sharedMemory(Launches, Clock);
  R.IsOfMemory = Memory > double(R.Run.Cycles);
  R.Cycles = std::max(double(R.Run.Cycles), Memory) + Start;
  R.Hop = longestHop(N, R.Run);
  if (R.Hop && R.Hop->Writer >= R.Launches.NumLaunches)
    R.Hop.reset();
  return R;
}

} // namespace roofline
