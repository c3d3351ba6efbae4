// Chains that a loop carries.
#include "roofline/Hpca16/LoopChains.h"

#include "Recurrence.h"

#include "roofline/Hpca16/CarriedChains.h"
#include "roofline/Kernel/LatencyClass.h"
#include "roofline/Kernel/LoopMotion.h"

#include <map>
#include <tuple>

namespace roofline {
namespace {

/// Pairs of a dependence and one of a loop inside that are looked at. Loops of
/// thousands of lines have more; there the loop's longest chain counts.
constexpr size_t MostPairs = 1 << 20;

/// A dependence from a copy of a loop inside to another copy.
struct Skew {
  uint32_t Loop;
  int64_t Copies; ///< from the one that writes to the one that reads
};

class Finder {
public:
  Finder(const KernelSummary &Kernel, uint32_t Id,
         const std::vector<Meeting> &Meetings,
         const std::vector<double> &Latency, const IsRegister &InRegister,
         const ChainsInside &Inside, bool RebalancesSums)
      : Kernel(Kernel), Id(Id), Source(Kernel.Loops[Id]), Meetings(Meetings),
        Latency(Latency), InRegister(InRegister), Inside(Inside),
        RebalancesSums(RebalancesSums), LoopOf(loopsOfBlocks(Kernel)) {}

  LoopChains find() {
    const CarriedChains Chains(Kernel, Source, Latency);
    Found.ByDependence.resize(Source.Dependences.size());
    findSkews();
    for (uint32_t I = 0; I < Source.Dependences.size(); ++I)
      if (const auto Chain = Chains.latency(I);
          Chain && Meetings[I].K != Meeting::Kind::Never)
        add(I, *Chain, Chains);
    if (auto Cycle = longestRecurrence(Kernel, Source, Meetings, Latency,
                                       Found.Carried.perIteration()))
      addCycle(*Cycle);
    return std::move(Found);
  }

private:
  void add(uint32_t I, double Chain, const CarriedChains &Chains) {
    ThroughChain C{{Chain, Meetings[I].Distance, I}, {}};
    const std::vector<uint32_t> Loops = Chains.loopsInside(I);
    if (neverReturns(I, Loops)) {
      Meetings[I].K = Meeting::Kind::Never;
      return;
    }
    force(C);
    if (isCounter(Kernel, Source.Dependences[I]))
      return;
    C.Regroups = regroups(C, {I});
    Found.ByDependence[I] = {Chain, C.Distance, C.Regroups, !Loops.empty()};
    keepLonger(C, C.Regroups);
    for (uint32_t Loop : Loops)
      if (auto Passed = passed(I, Loop, Chains))
        C.Through.push_back(*Passed);
    if (!C.Through.empty())
      addThrough(std::move(C));
  }

  void addCycle(const DependenceCycle &Cycle) {
    CarriedChain C = Cycle.Chain;
    C.Dependence = Cycle.Dependences.front();
    force(C);
    keepLonger(C, regroups(C, Cycle.Dependences));
  }

  void force(const CarriedChain &C) {
    if (C.interval(1) > Found.InitiationInterval) {
      Found.InitiationInterval = C.interval(1);
      Found.Forcing = C.Dependence;
    }
  }

  void keepLonger(const CarriedChain &C, bool Regroups) {
    if (C.perIteration() > Found.Carried.perIteration())
      Found.Carried = C;
    CarriedChain &Longest = Regroups ? Found.Regrouped : Found.Held;
    if (C.perIteration() > Longest.perIteration())
      Longest = C;
  }

  /// True for a chain of registers, one cycle long for each of its parts, or a
  /// sum that the compiler may rebalance.
  bool regroups(const CarriedChain &C,
                const std::vector<uint32_t> &Dependences) const {
    const bool IsSum =
        RebalancesSums && Dependences.size() == 1 &&
        carriedSum(Kernel, Source.Dependences[Dependences.front()]);
    return (IsSum || C.Latency <= double(Dependences.size())) &&
           std::all_of(Dependences.begin(), Dependences.end(), [&](uint32_t I) {
             const CarriedDependence &Dep = Source.Dependences[I];
             const auto Access = Kernel.Operations[Dep.Consumer].Access;
             return Dep.K == CarriedDependence::Kind::Register ||
                    (Access && InRegister(Kernel.Accesses[*Access]));
           });
  }

  /// Adds \p Chain. The longer of two chains of one distance through the same
  /// loops decides.
  void addThrough(ThroughChain Chain) {
    for (ThroughChain &Known : Found.CarriedThroughInner)
      if (Known.Distance == Chain.Distance && Known.Through == Chain.Through &&
          Known.Regroups == Chain.Regroups) {
        if (Chain.Latency > Known.Latency)
          Known = std::move(Chain);
        return;
      }
    Found.CarriedThroughInner.push_back(std::move(Chain));
  }

  // Loops inside
  // -------------------------------------------------------------------------

  /// Loop \p Loop on the chain of dependence \p I; nothing where the chain
  /// stays in one copy of it.
  std::optional<PassedLoop> passed(uint32_t I, uint32_t Loop,
                                   const CarriedChains &Chains) {
    PassedLoop Result;
    Result.Loop = Loop;
    if (Skews[I] && Skews[I]->Loop == Loop) {
      if (Skews[I]->Copies == 0)
        return std::nullopt;
      Result.MostCopies = uint32_t(1 - Skews[I]->Copies);
    }
    const std::vector<CarriedDependence> &Deps = Kernel.Loops[Loop].Dependences;
    const LoopChains &Of = Inside(Loop);
    NumPairs += Deps.size();
    Result.IsAny = NumPairs > MostPairs;
    bool IsOnWay = false;
    for (uint32_t Q = 0; Q < Deps.size() && !Result.IsAny; ++Q) {
      const LoopChains::Own &Own = Of.ByDependence[Q];
      if (Own.Latency <= 0 || !Chains.passes(I, Deps[Q]))
        continue;
      IsOnWay = true;
      Result.IsAny = Own.PassesLoops;
      const CarriedChain C{Own.Latency, Own.Distance};
      if (C.perIteration() > Result.Carried.perIteration())
        Result.Carried = C;
      if (!Own.Regroups && C.perIteration() > Result.Held.perIteration())
        Result.Held = C;
    }
    // Several dependences of the loop may lead through it in turn.
    if (Result.IsAny || !IsOnWay) {
      Result.IsAny = true;
      Result.Carried = Result.Held = {};
    }
    return Result;
  }

  bool isInside(uint32_t Loop) const {
    for (auto L = Kernel.Loops[Loop].Parent; L; L = Kernel.Loops[*L].Parent)
      if (*L == Id)
        return true;
    return false;
  }

  void findSkews() {
    Skews.resize(Source.Dependences.size());
    for (uint32_t I = 0; I < Source.Dependences.size(); ++I) {
      const CarriedDependence &Dep = Source.Dependences[I];
      const auto Write = Kernel.Operations[Dep.Producer].Access;
      const auto Read = Kernel.Operations[Dep.Consumer].Access;
      if (Dep.K == CarriedDependence::Kind::Memory && Write && Read &&
          Meetings[I].K == Meeting::Kind::After)
        Skews[I] = skewOf(Kernel.Accesses[*Write], Kernel.Accesses[*Read]);
      if (Skews[I] && Skews[I]->Copies)
        (Skews[I]->Copies > 0 ? GoesOn : GoesBack) = true;
    }
  }

  /// Where one loop inside, but not the carrying loop itself, moves both
  /// accesses by the same number of whole elements, and nothing else moves the
  /// array's elements.
  std::optional<Skew> skewOf(const MemoryAccess &Write,
                             const MemoryAccess &Read) {
    const auto Loop = LoopOf[Write.BlockId];
    if (!Loop || *Loop == Id || Loop != LoopOf[Read.BlockId] || !Write.Index ||
        !Read.Index || !Write.Index->Irregular.isConstant(0) ||
        Write.NumBytes != Read.NumBytes)
      return std::nullopt;
    std::optional<int64_t> Step;
    for (const IndexTerm &T : Write.Index->Terms) {
      const auto Of = loopOfSymbol(T.Variable);
      if (Of == Loop && T.Coefficient.isConstant())
        Step = T.Coefficient.Value;
      else if (Of == Id || (Of && isInside(*Of)))
        return std::nullopt;
    }
    const auto Gap = constantDistance(*Read.Index, *Write.Index);
    if (!Step || std::abs(*Step) < int64_t(Write.NumBytes) || !Gap ||
        *Gap % *Step || !isMovedInsideAlone(Write, *Loop))
      return std::nullopt;
    return Skew{*Loop, *Gap / *Step};
  }

  /// True where operation \p Op accesses the array of \p A.
  bool isOfArray(uint32_t Op, const MemoryAccess &A) const {
    const auto &Access = Kernel.Operations[Op].Access;
    return Access && Kernel.Accesses[*Access].Space == A.Space &&
           Kernel.Accesses[*Access].Base == A.Base;
  }

  /// True where only loop \p Loop moves elements of the array of \p A to other
  /// elements.
  bool isMovedInsideAlone(const MemoryAccess &A, uint32_t Loop) {
    const auto [It, IsNew] = MovedAlone.try_emplace({Loop, A.Space, A.Base});
    if (!IsNew)
      return It->second;
    for (uint32_t Op = 0; Op < Kernel.Operations.size(); ++Op) {
      if (!isOfArray(Op, A))
        continue;
      const MemoryAccess &Other =
          Kernel.Accesses[*Kernel.Operations[Op].Access];
      if (Other.K == MemoryAccess::Kind::Read || LoopOf[Other.BlockId] == Loop)
        continue;
      for (uint32_t Operand : Kernel.Operations[Op].Operands)
        if (isOfArray(Operand, A))
          return false;
    }
    return It->second = true;
  }

  /// True where dependence \p I leads to another copy of a loop inside, from
  /// which nothing leads back: z[j] = z[j + 1] + x passes each value on once.
  bool neverReturns(uint32_t I, const std::vector<uint32_t> &Loops) const {
    if (!Skews[I] || Skews[I]->Copies == 0 || (GoesOn && GoesBack))
      return false;
    return Skews[I]->Copies > 0 ||
           std::find(Loops.begin(), Loops.end(), Skews[I]->Loop) == Loops.end();
  }

  const KernelSummary &Kernel;
  const uint32_t Id;
  const Loop &Source;
  std::vector<Meeting> Meetings; ///< Never also where no copy returns
  const std::vector<double> &Latency;
  const IsRegister &InRegister;
  const ChainsInside &Inside;
  const bool RebalancesSums;
  const std::vector<std::optional<uint32_t>> LoopOf; ///< by block
  std::vector<std::optional<Skew>> Skews;            ///< by dependence
  bool GoesOn = false, GoesBack = false;             ///< some skew does
  /// isMovedInsideAlone(), by loop and array.
  std::map<std::tuple<uint32_t, AddressSpace, std::string>, bool> MovedAlone;
  size_t NumPairs = 0;
  LoopChains Found;
};

} // namespace

std::optional<uint32_t> carriedSum(const KernelSummary &Kernel,
                                   const CarriedDependence &Dep) {
  auto IsSum = [&](uint32_t Op) {
    const Operation &Sum = Kernel.Operations[Op];
    return latencyClass(Kernel, Sum) == "fp_add" &&
           std::find(Sum.Operands.begin(), Sum.Operands.end(), Dep.Consumer) !=
               Sum.Operands.end();
  };
  if (Dep.K == CarriedDependence::Kind::Register) {
    uint32_t Op = Dep.Producer;
    while (Kernel.Operations[Op].Name == "phi" &&
           Kernel.Operations[Op].Operands.size() == 1)
      Op = Kernel.Operations[Op].Operands.front(); // leaves a loop
    return IsSum(Op) ? std::optional(Op) : std::nullopt;
  }
  for (uint32_t Operand : Kernel.Operations[Dep.Producer].Operands)
    if (IsSum(Operand))
      return Operand;
  return std::nullopt;
}

LoopChains loopChains(const KernelSummary &Kernel, uint32_t Id,
                      const std::vector<Meeting> &Meetings,
                      const std::vector<double> &Latency,
                      const IsRegister &InRegister, const ChainsInside &Inside,
                      bool RebalancesSums) {
  assert(Id < Kernel.Loops.size() && "chains are those of a loop");
  assert(Meetings.size() == Kernel.Loops[Id].Dependences.size() &&
         "each dependence of the loop has a meeting");
  return Finder(Kernel, Id, Meetings, Latency, InRegister, Inside,
                RebalancesSums)
      .find();
}

} // namespace roofline
