// The time of a kernel as boards take it: the model "board".
#include "roofline/Board/BoardEstimate.h"

#include "roofline/Board/CompilerUnroll.h"
#include "roofline/Hpca16/DesignGuards.h"
#include "roofline/Hpca16/Estimate.h"
#include "roofline/Hpca16/LoopChains.h"
#include "roofline/Hpca16/Schedule.h"
#include "roofline/Kernel/LatencyClass.h"
#include "roofline/Kernel/LoopMotion.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>

namespace roofline {
namespace {

class Estimator {
public:
  Estimator(const BoundKernel &Bound, const Device &Board,
            const BoardMechanisms &With)
      : Bound(Bound), Kernel(*Bound.Kernel), Board(Board), With(With),
        Motion(Kernel), LoopOf(Motion.LoopOf) {}

  BoardEstimate run(const Design &Asked, const LaunchReplays &Replays) {
    E.D = With.CompilerUnrolls ? unrolledByCompiler(Kernel, Asked, Bound.Sdk)
                               : Asked;
    if (With.Groups && divergentLoop(Bound, E.D))
      E.D.Simd = 1; // the compiler ignores the attribute
    E.LaunchReplay = Replays.of(E.D);
    findUnrolled();
    placeCode();
    findMemories();
    return price();
  }

  /// The replay does not depend on the compute units.
  BoardEstimate rerun(const BoardEstimate &Priced, uint32_t ComputeUnits) {
    E = Priced;
    placeCode();
    E.D.ComputeUnits = ComputeUnits;
    E.Pipelines.clear();
    return price();
  }

  std::vector<double> begins(const BoardEstimate &Priced) {
    E = Priced;
    placeCode();
    findLatencies();
    Chains.assign(Kernel.Loops.size(), std::nullopt);
    std::vector<double> Begins(Kernel.Operations.size());
    depthOf(std::nullopt, &Begins);
    for (uint32_t Id = 0; Id < Kernel.Loops.size(); ++Id)
      if (!E.IsUnrolled[Id])
        depthOf(Id, &Begins);
    return Begins;
  }

private:
  BoardEstimate price() {
    findLatencies();
    Chains.assign(Kernel.Loops.size(), std::nullopt);
    addPipelines();
    E.Memory = memoryDemand(Kernel, E.LaunchReplay, E.D.Simd, Bound.Banks,
                            Board, With);
    E.IsSingle = Bound.SingleWorkItem;
    E.OverlapsItems = With.Latency;
    E.Times = *Board.Times;
    if (!With.Overlap)
      E.Times.Overlap.Value = std::numeric_limits<double>::infinity();
    E.LatencyCycles =
        With.Latency && !Bound.SingleWorkItem ? latencyOf(std::nullopt) : 0;
    E.setClock(Hertz(Bound.Clock));
    return std::move(E);
  }

  void findUnrolled() {
    for (uint32_t Id = 0; Id < Kernel.Loops.size(); ++Id)
      E.IsUnrolled.push_back(isFullyUnrolled(Bound, E.D, Id));
  }

  /// Finds the code of all pipelines.
  void placeCode() {
    const size_t Body = Kernel.Loops.size();
    auto PartOf = [&](std::optional<uint32_t> Loop) -> Part & {
      return Parts[pipelineOf(Loop).value_or(Body)];
    };
    Parts.assign(Body + 1, {});
    for (uint32_t Id = 0; Id < Body; ++Id) {
      PartOf(Id).Loops.push_back(Id);
      if (!E.IsUnrolled[Id])
        PartOf(Kernel.Loops[Id].Parent).Inside.push_back(Id);
    }
    for (uint32_t B = 0; B < Kernel.Blocks.size(); ++B)
      PartOf(LoopOf[B]).Blocks.push_back(B);
  }

  void findMemories() {
    auto Moves = [&](const std::string &Symbol) {
      const auto Id = loopOfSymbol(Symbol);
      return !Id || !E.IsUnrolled[*Id];
    };
    auto IsMoved = [&](const AffineIndex &Index) {
      return std::any_of(
                 Index.Terms.begin(), Index.Terms.end(),
                 [&](const IndexTerm &T) { return Moves(T.Variable); }) ||
             std::ranges::any_of(symbols(Index.Irregular), Moves);
    };
    for (const MemoryAccess &A : Kernel.Accesses)
      if (A.Space == AddressSpace::Private && (!A.Index || IsMoved(*A.Index)))
        E.Memories.insert(A.Base);
  }

  bool isMemory(const MemoryAccess &A) const {
    return A.Space != AddressSpace::Private ||
           (With.Arrays && E.Memories.contains(A.Base));
  }

  /// Finds the latency of every operation, as boards have it. A memory that is
  /// read, changed and written takes local_mem cycles from one update to the
  /// next.
  void findLatencies() {
    std::vector<MissingInput> Missing; // bindKernel() has reported them
    Latency = operationLatencies(Kernel, Board, Missing);
    const auto Local = Board.Latency.find("local_mem");
    const double RoundTrip =
        Local == Board.Latency.end() ? 0 : Local->second.Value.value();
    for (size_t I = 0; I < Latency.size(); ++I) {
      const auto &Access = Kernel.Operations[I].Access;
      if (!Access)
        continue;
      const MemoryAccess &A = Kernel.Accesses[*Access];
      if (A.K == MemoryAccess::Kind::Write || !isMemory(A))
        Latency[I] = 0;
      else if (A.Space == AddressSpace::Local ||
               A.Space == AddressSpace::Private)
        Latency[I] = std::max(0.0, RoundTrip - 1);
      else
        Latency[I] = Bound.DramLatency;
    }
  }

  /// By operation, where the arrays \p Registers are registers in loop \p Id.
  std::vector<double> latencyIn(uint32_t Id,
                                const std::set<std::string> &Registers) const {
    std::vector<double> Result = Latency;
    for (size_t I = 0; I < Result.size() && !Registers.empty(); ++I)
      if (const auto &Access = Kernel.Operations[I].Access)
        if (const MemoryAccess &A = Kernel.Accesses[*Access];
            A.Space == AddressSpace::Private && Registers.contains(A.Base) &&
            Motion.isInside(A.BlockId, Id))
          Result[I] = 0;
    return Result;
  }

  /// Latencies on a carried chain. Integer operators there share a cycle with
  /// what follows: a register's chain of shifts, choices and xors takes 1, a
  /// local memory's update the round trip.
  std::vector<double> chainLatency(uint32_t Id,
                                   std::vector<double> Latency) const {
    for (size_t I = 0; I < Latency.size(); ++I)
      if (const Operation &Op = Kernel.Operations[I];
          latencyClass(Kernel, Op) == "int_add")
        Latency[I] = 0;
      else if (Op.Access && Latency[I] > 0 &&
               Kernel.Accesses[*Op.Access].Space != AddressSpace::Global)
        Latency[I] += 1;
    const auto Accumulated = Board.Latency.find("fp_accumulate");
    if (!Bound.SingleWorkItem || Accumulated == Board.Latency.end())
      return Latency;
    for (const CarriedDependence &Dep : Kernel.Loops[Id].Dependences)
      if (const auto Sum = carriedSum(Kernel, Dep);
          Sum && isAccumulated(Id, Dep, *Sum))
        Latency[*Sum] = Accumulated->second.Value.value();
    return Latency;
  }

  /// True for a sum that loop \p Id carries in a register and that a hard
  /// floating-point block accumulates. Source: Intel 683846 section 5.12: a sum
  /// from 0, without a condition; one that is not from 0 is not told here.
  /// Copies add up apart where the compiler may rebalance them.
  bool isAccumulated(uint32_t Id, const CarriedDependence &Dep,
                     uint32_t Sum) const {
    const auto &Access = Kernel.Operations[Dep.Consumer].Access;
    if (Access && isMemory(Kernel.Accesses[*Access]))
      return false;
    return With.RebalancesSums ||
           (E.D.Unroll[Id] <= 1 && Motion.loopOfOperation(Sum) == Id);
  }

  /// Finds the private arrays in memory of which every access inside loop \p Id
  /// stands still while the loop runs. The compiler reads their elements before
  /// the loop, keeps them in registers and writes them back behind it.
  std::set<std::string> registersIn(uint32_t Id) const {
    std::map<std::string, std::vector<const MemoryAccess *>> Arrays;
    for (const MemoryAccess &A : Kernel.Accesses)
      if (A.Space == AddressSpace::Private && isMemory(A) &&
          Motion.isInside(A.BlockId, Id))
        Arrays[A.Base].push_back(&A);
    std::set<std::string> Result;
    for (const auto &[Name, Accesses] : Arrays)
      if (std::all_of(Accesses.begin(), Accesses.end(),
                      [&](const MemoryAccess *A) {
                        return standsStill(*A, Id) &&
                               isSameOrApart(*A, *Accesses.front());
                      }))
        Result.insert(Name);
    return Result;
  }

  /// True where no loop from \p Id inwards that stays a loop moves \p A.
  bool standsStill(const MemoryAccess &A, uint32_t Id) const {
    if (!A.Index)
      return false;
    for (auto Loop = LoopOf[A.BlockId]; Loop;
         Loop = Kernel.Loops[*Loop].Parent) {
      if (!E.IsUnrolled[*Loop] && movesAlong(*A.Index, symbolOfLoop(*Loop)))
        return false;
      if (Loop == Id)
        return true;
    }
    return false;
  }

  /// True where two accesses are to one element or to different ones, whatever
  /// the iteration.
  static bool isSameOrApart(const MemoryAccess &A, const MemoryAccess &B) {
    const auto Apart = constantDistance(*A.Index, *B.Index);
    return Apart && A.NumBytes == B.NumBytes &&
           *Apart % int64_t(A.NumBytes) == 0;
  }

  /// The loop that the code directly inside \p Loop is pipelined with.
  std::optional<uint32_t> pipelineOf(std::optional<uint32_t> Loop) const {
    while (Loop && E.IsUnrolled[*Loop])
      Loop = Kernel.Loops[*Loop].Parent;
    return Loop;
  }

  void addPipelines() {
    Pipeline Body;
    Body.Passes = E.LaunchReplay.Passes / E.D.ComputeUnits;
    Body.Depth = depthOf(std::nullopt);
    findInterval(Body);
    E.Pipelines.push_back(Body);
    for (uint32_t Id = 0; Id < Kernel.Loops.size(); ++Id) {
      if (E.IsUnrolled[Id])
        continue;
      Pipeline P;
      P.Loop = Id;
      // One work-item is on one unit.
      P.Passes = E.LaunchReplay.Loops[Id].Passes /
                 (Bound.SingleWorkItem ? 1 : E.D.ComputeUnits);
      P.Depth = depthOf(Id);
      findInterval(P);
      E.Pipelines.push_back(P);
    }
    std::vector<size_t> At(Kernel.Loops.size() + 1);
    for (size_t I = 0; I < E.Pipelines.size(); ++I)
      At[E.Pipelines[I].Loop.value_or(Kernel.Loops.size())] = I;
    for (const ReplayedUnit &U : E.LaunchReplay.Units) {
      const auto Of = pipelineOf(LoopOf[Kernel.Accesses[U.Access].BlockId]);
      Pipeline &P = E.Pipelines[At[Of.value_or(Kernel.Loops.size())]];
      P.Words += U.Words;
      if (With.Slots)
        P.Slots = std::max(P.Slots, U.Slots / U.NumLanes / E.D.ComputeUnits);
    }
  }

  /// Sets the interval of \p P with its reason.
  void findInterval(Pipeline &P) {
    auto Raise = [&](double Interval, IntervalReason Why) {
      if (Interval > P.Interval) {
        P.Interval = Interval;
        P.Why = Why;
      }
    };
    if (!P.Loop || !Bound.SingleWorkItem) {
      Raise(portInterval(P.Loop), IntervalReason::Ports);
      P.HoldsGroup = P.Loop && holdsGroup(*P.Loop);
      if (P.HoldsGroup) {
        P.Interval = groupInterval(P);
        P.Why = IntervalReason::Group;
      }
      return;
    }
    const CopiedChains &C = chainsOf(*P.Loop);
    Raise(C.Held.interval(E.D.Unroll[*P.Loop]), IntervalReason::Chain);
    Raise(C.Own.Regrouped.interval(1), IntervalReason::Chain);
    Raise(Bound.Loops[*P.Loop].RequestedInterval, IntervalReason::Requested);
    if (P.Why != IntervalReason::Chain)
      return;
    P.Chain = C.Held;
    if (C.Held.interval(E.D.Unroll[*P.Loop]) < P.Interval)
      P.Chain = {C.Own.Regrouped, {}, {}};
  }

  /// [cycle] from one pass to the next that ports of local arrays leave the
  /// pipeline of \p Loop.
  double portInterval(std::optional<uint32_t> Loop) const {
    double Longest = Loop ? 1 : E.LaunchReplay.PortIntervals.back();
    for (uint32_t Id : partOf(Loop).Loops)
      Longest = std::max(Longest, E.LaunchReplay.PortIntervals[Id]);
    return Longest;
  }

  /// True for a loop that some work-items of a group may pass by, in a kernel
  /// with barriers: these want work-items in order, which those that pass by
  /// would overtake. Source: Intel, knowledge article 000073934: a barrier that
  /// restores their order is put where paths join that depend on the work-item.
  bool holdsGroup(uint32_t Id) const {
    return With.Groups && !Bound.SingleWorkItem && !Kernel.Barriers.empty() &&
           mayBePassedBy(Kernel, Id);
  }

  /// [cycle] from one pass of \p P to the next, on average, where the vectors
  /// of a group that enter go round alone: each time they take as long as their
  /// number or the way of one of them, and one after another they come out.
  double groupInterval(const Pipeline &P) const {
    const ReplayedLoop &R = E.LaunchReplay.Loops[*P.Loop];
    if (R.Groups <= 0 || R.Passes <= 0)
      return P.Interval;
    const double Entries = R.Entries / E.D.Simd;
    const double Vectors = std::max(1.0, Entries / R.Groups);
    const double InTurn = Vectors * P.Interval;
    const double Rounds = std::max(1.0, R.Passes / Entries);
    return (Rounds * std::max(InTurn, P.Depth) + std::min(InTurn, P.Depth)) /
           (Rounds * Vectors);
  }

  /// [cycle] The longest path through the code of the pipeline of \p Loop.
  /// Notes in \p Begins when its operations have their operands.
  double depthOf(std::optional<uint32_t> Loop,
                 std::vector<double> *Begins = nullptr) {
    const std::vector<double> Latency =
        Loop ? latencyIn(*Loop, registersIn(*Loop)) : this->Latency;
    std::unordered_map<uint32_t, double>
        Ready; // operands of others are at once
    double Longest = 1;
    for (uint32_t B : partOf(Loop).Blocks) {
      const Block &Range = Kernel.Blocks[B];
      for (uint32_t Op = Range.FirstOperation;
           Op < Range.FirstOperation + Range.NumOperations; ++Op) {
        double Begin = 0;
        for (uint32_t Operand : Kernel.Operations[Op].Operands)
          if (auto Found = Ready.find(Operand); Found != Ready.end())
            Begin = std::max(Begin, Found->second);
        if (Begins)
          (*Begins)[Op] = Begin;
        Longest = std::max(Longest, Ready[Op] = Begin + Latency[Op]);
      }
    }
    // Copies that a chain connects wait for each other.
    for (uint32_t Id : partOf(Loop).Loops)
      if (E.D.Unroll[Id] > 1 && (Loop == Id || E.IsUnrolled[Id]))
        Longest += chainsOf(Id).Longest.latencyOfCopies(E.D.Unroll[Id]);
    return Longest;
  }

  /// Chains of a loop, with what unrolled loops inside add.
  struct CopiedChains {
    LoopChains Own;
    CarriedChain Longest; ///< LoopChains::Carried
    PipelineChain Held;   ///< LoopChains::Held
  };

  const CopiedChains &chainsOf(uint32_t Id) {
    if (Chains[Id])
      return *Chains[Id];
    const std::set<std::string> Registers = registersIn(Id);
    const std::vector<double> Latency =
        chainLatency(Id, latencyIn(Id, Registers));
    CopiedChains C;
    C.Own = loopChains(
        Kernel, Id, Bound.Loops[Id].Meetings, Latency,
        [&](const MemoryAccess &A) {
          return !isMemory(A) || (A.Space == AddressSpace::Private &&
                                  Registers.contains(A.Base));
        },
        [&](uint32_t Inner) -> const LoopChains & {
          return chainsOf(Inner).Own;
        },
        With.RebalancesSums);
    C.Longest = longestChain(
        C.Own.Carried, C.Own.CarriedThroughInner,
        [](const ThroughChain &) { return true; },
        [&](const PassedLoop &P) {
          return (P.IsAny ? chainsOf(P.Loop).Longest : P.Carried)
              .latencyOfCopies(copiesIn(P, Id));
        });
    auto Added = [&](const PassedLoop &P) {
      return (P.IsAny ? CarriedChain(chainsOf(P.Loop).Held) : P.Held)
          .latencyOfCopies(copiesIn(P, Id));
    };
    const LongChain Held = longestChain(
        C.Own.Held, C.Own.CarriedThroughInner,
        [](const ThroughChain &Through) { return !Through.Regroups; }, Added);
    static_cast<CarriedChain &>(C.Held) = Held;
    if (Held.Via)
      for (const PassedLoop &P : Held.Via->Through)
        if (Added(P) > 0)
          C.Held.Through.push_back(P.Loop);
    if (Held.Dependence)
      findLoad(Kernel.Loops[Id].Dependences[*Held.Dependence], Latency, C.Held);
    Chains[Id] = std::move(C);
    return *Chains[Id];
  }

  /// Finds the longest load between the ends of \p Dep.
  void findLoad(const CarriedDependence &Dep,
                const std::vector<double> &Latency,
                PipelineChain &Chain) const {
    if (Dep.Consumer > Dep.Producer)
      return;
    const auto Reached =
        chainLatencies(Kernel, Dep.Consumer, Dep.Producer, Latency);
    std::vector<bool> Leads(Reached.size());
    Leads.back() = true;
    for (uint32_t Op = Dep.Producer + 1; Op-- > Dep.Consumer;) {
      if (!Leads[Op - Dep.Consumer] || Reached[Op - Dep.Consumer] == NotOnChain)
        continue;
      for (uint32_t Operand : Kernel.Operations[Op].Operands)
        if (Operand >= Dep.Consumer)
          Leads[Operand - Dep.Consumer] = true;
      if (Kernel.Operations[Op].Access && Latency[Op] > Chain.LoadLatency) {
        Chain.Load = Op;
        Chain.LoadLatency = Latency[Op];
      }
    }
  }

  /// Copies of \p P that a chain passes in the pipeline of loop \p Id. A loop
  /// that stays a loop has an interval of its own.
  uint32_t copiesIn(const PassedLoop &P, uint32_t Id) const {
    return E.IsUnrolled[P.Loop] && pipelineOf(P.Loop) == pipelineOf(Id)
               ? std::min(E.D.Unroll[P.Loop], P.MostCopies)
               : 1;
  }

  /// [cycle] of one work-item through the code of \p Loop, loops inside
  /// included: it waits for each iteration before it begins the next.
  double latencyOf(std::optional<uint32_t> Loop) {
    double Sum = depthOf(Loop);
    for (uint32_t Id : partOf(Loop).Inside) {
      const ReplayedLoop &R = E.LaunchReplay.Loops[Id];
      const double Trip = R.Entries > 0 ? R.Iterations / R.Entries : 0;
      Sum += std::ceil(Trip / E.D.Unroll[Id]) * latencyOf(Id);
    }
    return Sum;
  }

  /// Code in the pipeline of a loop.
  struct Part {
    std::vector<uint32_t> Loops;  ///< the loop itself, and unrolled ones
    std::vector<uint32_t> Inside; ///< loops next inside, with own pipelines
    std::vector<uint32_t> Blocks;
  };
  const Part &partOf(std::optional<uint32_t> Loop) const {
    return Parts[Loop.value_or(Kernel.Loops.size())];
  }

  const BoundKernel &Bound;
  const KernelSummary &Kernel;
  const Device &Board;
  const BoardMechanisms With;
  const LoopMotion Motion;
  const std::vector<std::optional<uint32_t>> &LoopOf; ///< by block
  std::vector<double> Latency;                        ///< by operation
  std::vector<std::optional<CopiedChains>> Chains;    ///< by loop, on demand
  std::vector<Part> Parts; ///< by loop; the last: of the kernel's body
  BoardEstimate E;
};

} // namespace

BoardEstimate estimateBoard(const BoundKernel &Bound, const Launch &L,
                            const Design &D, const Device &Board,
                            const BoardMechanisms &With) {
  return estimateBoard(Bound, LaunchReplays(Bound, L, With), D, Board, With);
}

BoardEstimate estimateBoard(const BoundKernel &Bound,
                            const LaunchReplays &Replays, const Design &D,
                            const Device &Board, const BoardMechanisms &With) {
  assert(Board.Times && "the model board needs the measured times of a device");
  assert(Bound.Kernel && D.Unroll.size() == Bound.Loops.size() &&
         "a design has an unroll factor for each loop");
  assert(D.Simd >= 1 && D.ComputeUnits >= 1 &&
         "a design has at least one lane and one compute unit");
  return Estimator(Bound, Board, With).run(D, Replays);
}

BoardEstimate withComputeUnits(const BoundKernel &Bound,
                               const BoardEstimate &Priced,
                               uint32_t ComputeUnits, const Device &Board,
                               const BoardMechanisms &With) {
  assert(Board.Times && "the model board needs the measured times of a device");
  assert(ComputeUnits >= 1 && "a design has at least one compute unit");
  assert(Priced.IsUnrolled.size() == Bound.Loops.size() &&
         "the estimate is that of the same kernel");
  return Estimator(Bound, Board, With).rerun(Priced, ComputeUnits);
}

std::vector<double> operationBegins(const BoundKernel &Bound,
                                    const BoardEstimate &Priced,
                                    const Device &Board,
                                    const BoardMechanisms &With) {
  assert(Priced.IsUnrolled.size() == Bound.Loops.size() &&
         "the estimate is that of the same kernel");
  return Estimator(Bound, Board, With).begins(Priced);
}

} // namespace roofline
