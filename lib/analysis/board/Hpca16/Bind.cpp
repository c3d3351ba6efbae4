// Binding: every closed form of a summary as a number, under a launch.
#include "roofline/Hpca16/Bind.h"

#include "roofline/Hpca16/Schedule.h"
#include "roofline/Kernel/GuardedSum.h"
#include "roofline/Kernel/LaunchSymbols.h"
#include "roofline/Kernel/MeetingTable.h"
#include "roofline/Kernel/Stride.h"
#include "roofline/Kernel/TripBinder.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace roofline {
namespace {

class Binder {
public:
  Binder(const KernelSummary &Kernel, const Launch &L, const Device &D)
      : Kernel(Kernel), L(L), D(D), Symbols(launchSymbols(Kernel, L)),
        Trips(Kernel, L, K.Missing), Sums(Kernel, L) {
    K.Kernel = &Kernel;
  }

  BoundKernel bind(std::optional<Hertz> Clock) {
    K.MemoryBanks = D.MemoryBanks.Value;
    K.TransactionWidth = D.TransactionWidth.Value.value();
    K.DramLatency = D.DramLatency.Value.value();
    K.BankBandwidth = D.BankBandwidth.Value.value();
    K.Sdk = D.Times ? D.Times->Sdk.Value : 0;
    K.Banks = L.Banks;
    K.Clock = Clock.value_or(D.KernelClock.Value).value();
    Latency = operationLatencies(Kernel, D, K.Missing);
    bindWorkItems();
    findParents();
    for (uint32_t I = 0; I < Kernel.Loops.size(); ++I)
      bindLoop(I);
    // Loops stand after those around them.
    for (uint32_t I = Kernel.Loops.size(); I-- > 0;)
      bindChains(I);
    K.IsChainLoop.resize(Kernel.Nodes.size());
    bindNode(Kernel.Root, {});
    for (const Unknown &U : Kernel.Unknowns)
      if (U.K == Unknown::Kind::ControlFlow || U.K == Unknown::Kind::Operation)
        K.Missing.push_back({U.Reason, U.Loc, "not modelled"});
    return std::move(K);
  }

private:
  void bindWorkItems() {
    for (unsigned Dim = 0; Dim < 3; ++Dim)
      K.GroupSize[Dim] =
          Symbols("local_size(" + std::to_string(Dim) + ")").value_or(0);
    if (L.Dimensions) {
      K.NumWorkItems = double(L.Global[0]) * L.Global[1] * L.Global[2];
    } else if (!isSingleWorkItem(Kernel)) {
      K.KnowsWorkItems = false;
      Trips.miss("number of work-items", Kernel.Loc,
                 "bind with --global X[,Y[,Z]]");
    }
    // Another kernel stays an NDRange pipeline, if with one work-item in it.
    K.SingleWorkItem = isSingleWorkItem(Kernel) && K.NumWorkItems == 1;
    if (!K.SingleWorkItem)
      K.FastestDimension = 0;
    for (uint32_t Dim = 3; L.Dimensions && Dim-- > 0;)
      if (L.Global[Dim] > 1)
        K.FastestDimension = Dim;
  }

  void bindLoop(uint32_t Id) {
    const Loop &Source = Kernel.Loops[Id];
    BoundLoop Bound;
    bindMeetings(Id, Bound);
    Bound.RequestedInterval = Source.RequestedII.value_or(1);
    bindSerialParts(Id, Bound);
    const MeanTrip Trip = Trips.bind(Id);
    const bool Known = Trip.IsKnown;
    Bound.Trip = Trip.Value;
    Bound.AtMost = Trip.AtMost;
    Bound.KnowsTrip = Known;
    if (auto It =
            L.Measured.EntryShares.find({Source.Loc.Line, Source.Loc.Column});
        It != L.Measured.EntryShares.end())
      Bound.EntryShare =
          perIteration(It->second, Source.Parent, Source.AlsoAtExit);
    if (Source.Unroll && !Source.Unroll->Disabled) {
      const Expr &Count = Source.Trip.Count;
      if (!Source.Unroll->Full) {
        Bound.Unroll =
            copiesThatRun(Source, std::max(1u, Source.Unroll->Factor));
      } else if (Known && !Bound.AtMost && Bound.Trip <= 1e6 &&
                 (boundTrip(Source, L) || !varies(Count))) {
        Bound.Unroll = std::max(1.0, std::ceil(Bound.Trip));
      } else {
        Bound.MissesUnroll = Known;
        Trips.miss("factor of the full unrolling at line " +
                       std::to_string(Source.Loc.Line),
                   Source.Loc,
                   "give `#pragma unroll N`, or bind the trip count");
      }
    }
    Bound.Iterations = iterations(Source, Bound);
    K.Loops.push_back(Bound);
  }

  /// Iterations of loop \p Source over all work-items.
  std::optional<double> iterations(const Loop &Source, const BoundLoop &Bound) {
    std::optional<double> Entries =
        Source.Parent ? K.Loops[*Source.Parent].Iterations : K.NumWorkItems;
    if (!Entries || !Bound.KnowsTrip)
      return std::nullopt;
    const std::vector<Expr> Forms =
        conditionsOf(Source.When, Source.Parent).first;
    if (Bound.EntryShare)
      *Entries *= *Bound.EntryShare;
    else if (!Forms.empty()) {
      const auto Runs = Sums.points(Source.Parent, Forms);
      if (!Runs)
        return std::nullopt;
      Entries = Runs->Number;
    }
    return *Entries * Bound.Trip;
  }

  // Dependences
  // -----------------------------------------------------------------

  /// The most iterations of loop \p Id, as far as the launch tells.
  std::optional<Expr> mostTrips(uint32_t Id) const {
    const Loop &Source = Kernel.Loops[Id];
    if (auto Given = L.givenTrip(Source.Loc.Line, Source.Loc.Column))
      return Expr::constant(int64_t(std::ceil(*Given)));
    if (Source.Trip.K == TripCount::Kind::Unknown)
      return std::nullopt;
    return substitute(Source.Trip.Count, Symbols);
  }

  void bindMeetings(uint32_t Id, BoundLoop &Bound) {
    const Loop &Source = Kernel.Loops[Id];
    std::optional<MeetingTable> Test;
    for (const CarriedDependence &Dep : Source.Dependences) {
      Meeting &M = Bound.Meetings.emplace_back();
      if (Dep.Distance)
        M = {Meeting::Kind::After, *Dep.Distance};
      if (Dep.K == CarriedDependence::Kind::Register)
        continue;
      const auto Write = Kernel.Operations[Dep.Producer].Access;
      const auto Read = Kernel.Operations[Dep.Consumer].Access;
      if (Source.IgnoreDependences)
        M = {Meeting::Kind::Never};
      if (M.K != Meeting::Kind::Unknown || !Write || !Read)
        continue;
      if (!Test)
        Test.emplace(
            Kernel, Id, [this](uint32_t Loop) { return mostTrips(Loop); },
            Symbols);
      M = Test->of(*Write, *Read);
    }
  }

  void bindChains(uint32_t Id) {
    static_cast<LoopChains &>(K.Loops[Id]) = loopChains(
        Kernel, Id, K.Loops[Id].Meetings, Latency,
        [](const MemoryAccess &A) { return A.Space == AddressSpace::Private; },
        [this](uint32_t Inner) -> const LoopChains & {
          return K.Loops[Inner];
        });
  }

  void findParents() {
    ParentOf.resize(Kernel.Nodes.size());
    NodeOfBlock.resize(Kernel.Blocks.size());
    NodeOfLoop.resize(Kernel.Loops.size());
    AccessesOf.resize(Kernel.Blocks.size());
    for (uint32_t I = 0; I < Kernel.Accesses.size(); ++I)
      AccessesOf[Kernel.Accesses[I].BlockId].push_back(I);
    for (uint32_t I = 0; I < Kernel.Nodes.size(); ++I) {
      const Node &N = Kernel.Nodes[I];
      for (uint32_t Child : N.Children)
        ParentOf[Child] = I;
      if (N.K == Node::Kind::Block)
        NodeOfBlock[N.Index] = I;
      if (N.K == Node::Kind::Loop)
        NodeOfLoop[N.Index] = I;
    }
  }

  /// Index of the child of loop \p Id's node that holds the access of operation
  /// \p Op; nothing where \p Op is no access, or is elsewhere.
  std::optional<uint32_t> partOf(uint32_t Op, uint32_t Id) const {
    const auto Access = Kernel.Operations[Op].Access;
    if (!Access)
      return std::nullopt;
    const uint32_t Around = NodeOfLoop[Id];
    uint32_t Part = NodeOfBlock[Kernel.Accesses[*Access].BlockId];
    while (Part != Kernel.Root && ParentOf[Part] != Around)
      Part = ParentOf[Part];
    if (Part == Kernel.Root)
      return std::nullopt;
    const auto &Parts = Kernel.Nodes[Around].Children;
    return uint32_t(std::find(Parts.begin(), Parts.end(), Part) -
                    Parts.begin());
  }

  static bool isInGlobal(const MemoryAccess &A) {
    return A.Space == AddressSpace::Global || A.Space == AddressSpace::Generic;
  }

  void bindSerialParts(uint32_t Id, BoundLoop &Bound) const {
    const Loop &Source = Kernel.Loops[Id];
    for (uint32_t I = 0; I < Source.Dependences.size(); ++I) {
      const CarriedDependence &Dep = Source.Dependences[I];
      if (Dep.K == CarriedDependence::Kind::Register ||
          Bound.Meetings[I].K == Meeting::Kind::Never)
        continue;
      const auto First = partOf(Dep.Consumer, Id);
      const auto Last = partOf(Dep.Producer, Id);
      if (!First || !Last || *First >= *Last)
        continue;
      const SerialParts New{
          *First, *Last, I, Bound.Meetings[I].Distance,
          isInGlobal(Kernel.Accesses[*Kernel.Operations[Dep.Producer].Access])};
      if (std::none_of(Bound.Serial.begin(), Bound.Serial.end(),
                       [&](const SerialParts &S) {
                         return S.First <= New.First && New.Last <= S.Last &&
                                S.Distance <= New.Distance &&
                                S.OfGlobal >= New.OfGlobal;
                       }))
        Bound.Serial.push_back(New);
    }
  }

  // Hierarchy
  // -------------------------------------------------------------------

  struct Context {
    std::optional<uint32_t> Loop; ///< innermost enclosing loop
    uint32_t ChainLength = 0;
  };

  /// True when \p N is a block, or a loop or sequence of nothing but a chain.
  bool isChain(const Node &N) const {
    if (N.K == Node::Kind::Block)
      return true;
    return N.K != Node::Kind::Branch && N.Children.size() == 1 &&
           isChain(Kernel.Nodes[N.Children[0]]);
  }

  void bindNode(uint32_t Id, Context C) {
    const Node &N = Kernel.Nodes[Id];
    if (N.K == Node::Kind::Block)
      return bindBlock(Id, C);
    if (N.K == Node::Kind::Loop) {
      K.IsChainLoop[Id] = isChain(N);
      C.Loop = N.Index;
      C.ChainLength = K.IsChainLoop[Id] ? C.ChainLength + 1 : 0;
    } else if (!isChain(N)) {
      C.ChainLength = 0;
    }
    for (uint32_t Child : N.Children)
      bindNode(Child, C);
  }

  void bindBlock(uint32_t NodeId, const Context &C) {
    uint32_t BlockId = Kernel.Nodes[NodeId].Index;
    BoundBlock B;
    B.Node = NodeId;
    B.Depth = criticalPath(Kernel, Kernel.Blocks[BlockId], Latency);
    B.Loop = C.Loop;
    B.ChainLength = C.ChainLength;
    B.FirstAccess = K.Accesses.size();
    for (uint32_t I : AccessesOf[BlockId])
      if (isInGlobal(Kernel.Accesses[I]))
        bindAccess(I, C.Loop);
    B.NumAccesses = K.Accesses.size() - B.FirstAccess;
    bindShare(Kernel.Blocks[BlockId], B);
    if (const auto Passes = passesAround(B.Loop))
      B.Runs = *Passes * B.Share;
    K.Blocks.push_back(B);
  }

  /// \p G and the conditions of the loops around it, and whether data decide
  /// in one of them.
  std::pair<std::vector<Expr>, bool>
  conditionsOf(const Guard &G, std::optional<uint32_t> Around) const {
    std::vector<Expr> Forms;
    bool IsOfData = false;
    auto Add = [&](const Guard &When) {
      IsOfData |= When.IsOfData;
      if (!When.Form.isConstant(1))
        Forms.push_back(When.Form);
    };
    Add(G);
    for (auto Id = Around; Id; Id = Kernel.Loops[*Id].Parent)
      Add(Kernel.Loops[*Id].When);
    return {std::move(Forms), IsOfData};
  }

  /// Where the launch decides all conditions of \p Source it says how often it
  /// runs; else a profile does.
  void bindShare(const Block &Source, BoundBlock &B) {
    const auto [Forms, IsOfData] = conditionsOf(Source.When, B.Loop);
    const bool IsMeasured =
        (IsOfData || Forms.empty()) &&
        (!L.Measured.Shares.empty() || !L.Measured.EntryShares.empty());
    B.AtMost = IsOfData && !IsMeasured;
    if (IsMeasured) {
      bindMeasuredShare(Source, B);
      return;
    }
    const auto Passes = passesAround(B.Loop);
    if (Forms.empty() || !Passes || *Passes <= 0)
      return;
    if (const auto Runs = Sums.points(B.Loop, Forms))
      B.Share = std::min(1.0, Runs->Number / *Passes);
    else
      B.AtMost = true;
  }

  /// Passes of loop \p Around and the loops around it, over all work-items,
  /// were there no conditions; nothing where a trip count is missing.
  std::optional<double> passesAround(std::optional<uint32_t> Around) const {
    double Passes = K.NumWorkItems;
    for (auto Id = Around; Id; Id = Kernel.Loops[*Id].Parent) {
      if (!K.Loops[*Id].KnowsTrip)
        return std::nullopt;
      Passes *= K.Loops[*Id].Trip;
    }
    return Passes;
  }

  void bindMeasuredShare(const Block &Source, BoundBlock &B) const {
    B.Share = measuredShare(Source, B.Loop);
    for (auto Id = B.Loop; Id; Id = Kernel.Loops[*Id].Parent)
      B.Share *= K.Loops[*Id].EntryShare.value_or(1);
  }

  /// \p Share of the iterations of loop \p Around, at most 1; where it is of
  /// these and one more of each entry, of what the loop's test is a part of.
  double perIteration(double Share, std::optional<uint32_t> Around,
                      bool AlsoAtExit) const {
    if (AlsoAtExit && Around && K.Loops[*Around].Trip > 0)
      Share *= 1 + 1 / K.Loops[*Around].Trip;
    return std::min(Share, 1.0);
  }

  /// True where \p Op is what \p T counts in the source.
  static bool isOf(const Operation &Op, const Tally &T) {
    const bool IsFused =
        T.Name == "fmuladd" && (Op.Name == "fmul" || Op.Name == "fadd");
    return Op.Loc.Line == T.Loc.Line && Op.Loc.Column == T.Loc.Column &&
           (Op.Name == T.Name || IsFused);
  }

  /// How often \p Block runs where the body of loop \p Around does: as the one
  /// of its operators that runs most often, for one may come into it from an
  /// arm that it is executed ahead of.
  double measuredShare(const Block &Source,
                       std::optional<uint32_t> Around) const {
    if (L.Measured.Shares.empty())
      return 1;
    std::optional<double> Most;
    for (const Tally &T : Kernel.Tallies) {
      if (T.Loop != Around || T.IsLoopLost ||
          (T.NumBytes && T.Space == AddressSpace::Private))
        continue;
      auto First = Kernel.Operations.begin() + Source.FirstOperation;
      if (std::none_of(First, First + Source.NumOperations,
                       [&](const Operation &Op) { return isOf(Op, T); }))
        continue;
      auto It = L.Measured.Shares.find({{T.Loc.Line, T.Loc.Column}, T.Name});
      Most = std::max(Most.value_or(0),
                      It != L.Measured.Shares.end()
                          ? perIteration(It->second, Around, T.AlsoAtExit)
                          : 1);
    }
    return Most.value_or(1);
  }

  void bindAccess(uint32_t Id, std::optional<uint32_t> Enclosing) {
    const MemoryAccess &A = Kernel.Accesses[Id];
    BoundAccess B;
    B.Access = Id;
    B.NumBytes = A.NumBytes;
    B.Loop = Enclosing;
    if (A.K == MemoryAccess::Kind::ReadWrite) // an atomic reads and writes
      B.Weight = 2;
    B.FirstLoopStride = K.LoopStrides.size();
    for (unsigned Dim = 0; Dim < 3; ++Dim)
      B.AlongWorkItems[Dim] = workItemStride(A, Dim, Symbols);
    for (auto Loop = Enclosing; Loop; Loop = Kernel.Loops[*Loop].Parent)
      K.LoopStrides.push_back(loopStride(A, *Loop, Symbols));
    B.NumLoopStrides = K.LoopStrides.size() - B.FirstLoopStride;
    K.Accesses.push_back(B);
    if (A.Index)
      missSteps(*A.Index, A.Loc);
  }

  /// Reports what the steps of \p Index lack. An offset shifts all addresses
  /// alike, and changes no step.
  void missSteps(const AffineIndex &Index, const SourceLocation &Loc) {
    for (const IndexTerm &T : Index.Terms)
      Trips.missSymbols(T.Coefficient, Loc);
    if (Index.Blockwise)
      for (const std::string &S : symbols(Index.Irregular))
        if (!varies(Expr::symbol(S)))
          Trips.missSymbols(Expr::symbol(S), Loc);
  }

  const KernelSummary &Kernel;
  const Launch &L;
  const Device &D;
  SymbolValue Symbols;
  std::vector<double> Latency;
  std::vector<uint32_t> ParentOf, NodeOfBlock, NodeOfLoop; ///< node ids
  std::vector<std::vector<uint32_t>> AccessesOf; ///< by block, ascending
  BoundKernel K;
  TripBinder Trips;
  GuardedSums Sums;
};

} // namespace

BoundKernel bindKernel(const KernelSummary &Kernel, const Launch &L,
                       const Device &D, std::optional<Hertz> Clock) {
  assert((!Clock || Clock->value() > 0) && "a kernel has a clock");
  return Binder(Kernel, L, D).bind(Clock);
}

uint32_t copiesThatRun(const Loop &Source, uint32_t Factor) {
  assert(Factor >= 1 && "a loop has at least one copy");
  const TripCount &Trip = Source.Trip;
  if (Trip.K != TripCount::Kind::Exact || !Trip.Count.isConstant())
    return Factor;
  return uint32_t(std::clamp<int64_t>(Trip.Count.Value, 1, int64_t(Factor)));
}

bool isFullyUnrolled(const BoundKernel &Kernel, const Design &D,
                     uint32_t Loop) {
  assert(Loop < Kernel.Loops.size() && "an unrolled loop is one of the kernel");
  assert(D.Unroll.size() == Kernel.Loops.size() &&
         "a design has an unroll factor for each loop");
  const BoundLoop &L = Kernel.Loops[Loop];
  return D.Unroll[Loop] > 1 && L.KnowsTrip && D.Unroll[Loop] >= L.Trip;
}

Design sourceDesign(const BoundKernel &K) {
  assert(K.Kernel && "a bound kernel has a summary");
  Design D;
  D.ComputeUnits = K.Kernel->Attributes.NumComputeUnits.value_or(1);
  D.Simd = K.Kernel->Attributes.NumSimdWorkItems.value_or(1);
  for (const BoundLoop &L : K.Loops)
    D.Unroll.push_back(L.Unroll);
  return D;
}

} // namespace roofline
