// Binding: every closed form of a summary as a number, under a launch.
#include "roofline/Model/LaunchSymbols.h"
#include "roofline/Model/Schedule.h"
#include "roofline/Model/Stride.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace roofline {
namespace {

/// Runs, over all directions, in whose middle a trip count that varies is
/// sampled: up to so many points, and any that moves in equal steps, come
/// exact.
constexpr double MaxRuns = 16384;

class Binder {
public:
  Binder(const KernelSummary &Kernel, const Launch &L, const Device &D)
      : Kernel(Kernel), L(L), D(D), Symbols(launchSymbols(Kernel, L)) {
    K.Kernel = &Kernel;
  }

  BoundKernel bind(std::optional<Hertz> Clock) {
    K.MemoryBanks = D.MemoryBanks.Value;
    K.TransactionWidth = D.TransactionWidth.Value.value();
    K.DramLatency = D.DramLatency.Value.value();
    K.BankBandwidth = D.BankBandwidth.Value.value();
    K.Clock = Clock.value_or(D.KernelClock.Value).value();
    Latency = operationLatencies(Kernel, D, K.Missing);
    bindWorkItems();
    for (uint32_t I = 0; I < Kernel.Loops.size(); ++I)
      bindLoop(I);
    K.IsChainLoop.resize(Kernel.Nodes.size());
    bindNode(Kernel.Root, {});
    for (const Unknown &U : Kernel.Unknowns)
      if (U.K == Unknown::Kind::ControlFlow || U.K == Unknown::Kind::Operation)
        K.Missing.push_back({U.Reason, U.Loc, "not modelled"});
    return std::move(K);
  }

private:
  void miss(std::string What, const SourceLocation &Loc, std::string Hint) {
    auto Same = [&](const MissingInput &M) { return M.What == What; };
    if (std::none_of(K.Missing.begin(), K.Missing.end(), Same))
      K.Missing.push_back({std::move(What), Loc, std::move(Hint)});
  }

  void bindWorkItems() {
    for (unsigned Dim = 0; Dim < 3; ++Dim)
      K.GroupSize[Dim] =
          Symbols("local_size(" + std::to_string(Dim) + ")").value_or(0);
    if (L.Dimensions) {
      K.NumWorkItems = double(L.Global[0]) * L.Global[1] * L.Global[2];
    } else if (Kernel.UsesWorkItemIds) {
      K.KnowsWorkItems = false;
      miss("number of work-items", Kernel.Loc, "bind with --global X[,Y[,Z]]");
    }
    // A kernel with ids stays an NDRange pipeline, if with one work-item in it.
    K.SingleWorkItem = !Kernel.UsesWorkItemIds && K.NumWorkItems == 1;
    if (!K.SingleWorkItem)
      K.FastestDimension = 0;
    for (uint32_t Dim = 3; L.Dimensions && Dim-- > 0;)
      if (L.Global[Dim] > 1)
        K.FastestDimension = Dim;
  }

  /// Reports what \p E lacks, through the loops that it counts; false where it
  /// lacks nothing.
  bool missSymbols(const Expr &E, const SourceLocation &Loc) {
    bool Found = false;
    for (const std::string &S : symbols(E)) {
      if (Symbols(S))
        continue;
      if (auto Id = loopOfSymbol(S); Id && *Id < Kernel.Loops.size()) {
        const Loop &Counted = Kernel.Loops[*Id];
        if (!boundTrip(Counted, L))
          Found |= Counted.Trip.K == TripCount::Kind::Unknown ||
                   missSymbols(Counted.Trip.Count, Loc);
        continue;
      }
      size_t Open = S.find('(');
      if (Open == std::string::npos && S != "work_dim") {
        miss("argument " + S, Loc, "bind with --arg " + S + "=VALUE");
        Found = true;
        continue;
      }
      bool OfGroup = !S.starts_with("global_") && S != "work_dim";
      if (!L.Dimensions && !S.starts_with("local_size")) {
        miss("number of work-items", Loc, "bind with --global X[,Y[,Z]]");
        Found = true;
      }
      if (OfGroup && !Symbols("local_size" + S.substr(Open))) {
        miss("work-group size", Loc, "bind with --local X[,Y[,Z]]");
        Found = true;
      }
    }
    return Found;
  }

  void bindLoop(uint32_t Id) {
    const Loop &Source = Kernel.Loops[Id];
    BoundLoop Bound;
    bindDependences(Source, Bound);
    bool Known = bindTrip(Id, Bound);
    if (Source.Unroll && !Source.Unroll->Disabled) {
      if (!Source.Unroll->Full)
        Bound.Unroll = std::max(1u, Source.Unroll->Factor);
      else if (Known && !Bound.AtMost && Bound.Trip <= 1e6)
        Bound.Unroll = std::max(1.0, std::ceil(Bound.Trip));
      else
        miss("factor of the full unrolling at line " +
                 std::to_string(Source.Loc.Line),
             Source.Loc, "give `#pragma unroll N`, or bind the trip count");
    }
    K.Loops.push_back(Bound);
  }

  bool bindTrip(uint32_t Id, BoundLoop &Bound) {
    const Loop &Source = Kernel.Loops[Id];
    if (std::optional<double> Given = boundTrip(Source, L)) {
      Bound.Trip = *Given;
      return true;
    }
    Bound.Trip = 1; // a lower bound of the cost, see bindKernel
    std::string What =
        "trip count of the loop at line " + std::to_string(Source.Loc.Line);
    std::string Hint =
        "bind with --trip " + std::to_string(Source.Loc.Line) + "=COUNT";
    if (Source.Trip.K == TripCount::Kind::Unknown) {
      miss(What + ": " + Source.Trip.Reason, Source.Loc, Hint);
      return false;
    }
    if (auto Mean = meanTrip(Source.Trip.Count)) {
      Bound.Trip = *Mean;
      Bound.AtMost = Source.Trip.K == TripCount::Kind::AtMost;
      return true;
    }
    if (!missSymbols(Source.Trip.Count, Source.Loc))
      miss(What + ": " + toString(Source.Trip.Count) + " has no value",
           Source.Loc, Hint);
    return false;
  }

  // Trip counts that vary with work-item and enclosing iteration --------------

  /// Adds what \p E varies with, loops after what their own trips vary with.
  void addDirections(const Expr &E, std::vector<std::string> &Directions) {
    auto Add = [&](std::string Name) {
      if (std::find(Directions.begin(), Directions.end(), Name) ==
          Directions.end())
        Directions.push_back(std::move(Name));
    };
    for (const std::string &S : symbols(E)) {
      if (auto Id = loopOfSymbol(S)) {
        addDirections(Kernel.Loops[*Id].Trip.Count, Directions);
        Add(S);
      } else if (S.find("_id(") != std::string::npos) {
        Add("dim:" + S.substr(S.find('(') + 1, 1));
      }
    }
  }

  /// Mean of max(0, Count) over all work-items and enclosing iterations; 0
  /// where an enclosing loop never runs.
  std::optional<double> meanTrip(const Expr &Count) {
    std::vector<std::string> Directions;
    addDirections(Count, Directions);
    std::map<std::string, int64_t, std::less<>> Position;
    double Sum = 0, Weight = 0;
    RunsPerDirection = MaxRuns;
    if (Directions.size() > 1)
      RunsPerDirection = std::floor(std::pow(MaxRuns, 1.0 / Directions.size()));
    if (!accumulate(Count, Directions, 0, 1, Position, Sum, Weight))
      return std::nullopt;
    return Weight > 0 ? Sum / Weight : 0;
  }

  bool accumulate(const Expr &Count, const std::vector<std::string> &Directions,
                  size_t Level, double PointWeight,
                  std::map<std::string, int64_t, std::less<>> &Position,
                  double &Sum, double &Weight) {
    SymbolValue Value = [&](std::string_view S) {
      return valueAt(S, Position);
    };
    if (Level == Directions.size()) {
      std::optional<int64_t> Trip = evaluate(Count, Value);
      if (!Trip)
        return false;
      Sum += PointWeight * std::max<int64_t>(0, *Trip);
      Weight += PointWeight;
      return true;
    }
    const std::string &Direction = Directions[Level];
    std::optional<int64_t> Extent = extentOf(Direction, Value);
    if (!Extent)
      return false;
    const uint64_t Size = std::max<int64_t>(0, *Extent);
    const uint64_t Runs =
        std::min<uint64_t>(std::max(1.0, RunsPerDirection), Size);
    for (uint64_t I = 0, First = 0; I < Runs; ++I) {
      // Runs of nearly equal length; the middle of an even one is two points.
      uint64_t Length = Size / Runs + (I < Size % Runs);
      for (uint64_t Middle : {(Length - 1) / 2, Length / 2}) {
        Position[Direction] = int64_t(First + Middle);
        double Share = Length % 2 ? Length : Length / 2.0;
        if (!accumulate(Count, Directions, Level + 1, PointWeight * Share,
                        Position, Sum, Weight))
          return false;
        if (Length % 2)
          break;
      }
      First += Length;
    }
    Position.erase(Direction);
    return true;
  }

  std::optional<int64_t> extentOf(const std::string &Direction,
                                  const SymbolValue &Value) {
    if (Direction.starts_with("dim:"))
      return Value("global_size(" + Direction.substr(4) + ")");
    const Loop &Source = Kernel.Loops[*loopOfSymbol(Direction)];
    if (std::optional<double> Given = boundTrip(Source, L))
      return int64_t(std::llround(*Given));
    if (Source.Trip.K == TripCount::Kind::Unknown)
      return std::nullopt;
    return evaluate(Source.Trip.Count, Value);
  }

  std::optional<int64_t>
  valueAt(std::string_view S,
          const std::map<std::string, int64_t, std::less<>> &Position) {
    if (auto It = Position.find(S); It != Position.end())
      return It->second;
    size_t Open = S.find("_id(");
    if (Open == std::string_view::npos)
      return Symbols(S);
    std::string Dim(S.substr(Open + 4, 1));
    auto It = Position.find("dim:" + Dim);
    if (It == Position.end())
      return std::nullopt;
    if (S.starts_with("global_"))
      return It->second;
    std::optional<int64_t> GroupSize = Symbols("local_size(" + Dim + ")");
    if (!GroupSize || *GroupSize <= 0)
      return std::nullopt;
    return S.starts_with("local_") ? It->second % *GroupSize
                                   : It->second / *GroupSize;
  }

  // Dependences
  // -----------------------------------------------------------------

  void bindDependences(const Loop &Source, BoundLoop &Bound) {
    for (uint32_t I = 0; I < Source.Dependences.size(); ++I) {
      const CarriedDependence &Dep = Source.Dependences[I];
      if (Source.IgnoreDependences && Dep.K == CarriedDependence::Kind::Memory)
        continue;
      auto Chain = chainLatency(Kernel, Dep.Consumer, Dep.Producer, Latency);
      if (!Chain)
        continue;
      double Interval = std::ceil(*Chain / double(Dep.Distance.value_or(1)));
      if (Interval > Bound.InitiationInterval) {
        Bound.InitiationInterval = Interval;
        Bound.Forcing = I;
      }
      Bound.CarriedLatency = std::max(Bound.CarriedLatency, *Chain);
    }
    if (Source.RequestedII)
      Bound.InitiationInterval =
          std::max(Bound.InitiationInterval, double(*Source.RequestedII));
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
    if (C.ChainLength)
      B.CarriedLatency = K.Loops[*C.Loop].CarriedLatency;
    B.FirstAccess = K.Accesses.size();
    for (uint32_t I = 0; I < Kernel.Accesses.size(); ++I) {
      const MemoryAccess &A = Kernel.Accesses[I];
      if (A.BlockId == BlockId &&
          (A.Space == AddressSpace::Global || A.Space == AddressSpace::Generic))
        bindAccess(I, C.Loop);
    }
    B.NumAccesses = K.Accesses.size() - B.FirstAccess;
    K.Blocks.push_back(B);
  }

  void bindAccess(uint32_t Id, std::optional<uint32_t> Enclosing) {
    const MemoryAccess &A = Kernel.Accesses[Id];
    BoundAccess B;
    B.Access = Id;
    B.NumBytes = A.NumBytes;
    B.FirstLoopStride = K.LoopStrides.size();
    for (unsigned Dim = 0; Dim < 3; ++Dim)
      B.AlongWorkItems[Dim] = workItemStride(A, Dim, Symbols);
    for (auto Loop = Enclosing; Loop; Loop = Kernel.Loops[*Loop].Parent)
      K.LoopStrides.push_back(loopStride(A, *Loop, Symbols));
    B.NumLoopStrides = K.LoopStrides.size() - B.FirstLoopStride;
    K.Accesses.push_back(B);
  }

  const KernelSummary &Kernel;
  const Launch &L;
  const Device &D;
  SymbolValue Symbols;
  std::vector<double> Latency;
  double RunsPerDirection = MaxRuns;
  BoundKernel K;
};

} // namespace

SymbolValue launchSymbols(const KernelSummary &Kernel, const Launch &L) {
  return [&Kernel, &L](std::string_view S) -> std::optional<int64_t> {
    if (auto It = L.Args.find(S); It != L.Args.end())
      return It->second;
    if (S == "work_dim")
      return L.Dimensions ? std::optional<int64_t>(L.Dimensions) : std::nullopt;
    size_t Open = S.find('(');
    if (Open == std::string_view::npos || Open + 1 >= S.size())
      return std::nullopt;
    unsigned Dim = S[Open + 1] - '0';
    std::string_view What = S.substr(0, Open);
    if (Dim > 2)
      return std::nullopt;
    std::optional<int64_t> Local;
    if (const auto &Required = Kernel.Attributes.ReqdWorkGroupSize)
      Local = (*Required)[Dim];
    if (L.Local)
      Local = int64_t((*L.Local)[Dim]);
    if (What == "local_size")
      return Local;
    if (What == "global_offset")
      return 0;
    if (!L.Dimensions)
      return std::nullopt;
    if (What == "global_size")
      return int64_t(L.Global[Dim]);
    if (What == "num_groups" && Local && *Local > 0)
      return int64_t(L.Global[Dim]) / *Local;
    return std::nullopt;
  };
}

std::optional<double> boundTrip(const Loop &Source, const Launch &L) {
  if (auto It = L.TripByLine.find(Source.Loc.Line); It != L.TripByLine.end())
    return It->second;
  auto It = L.Profiled.find({Source.Loc.Line, Source.Loc.Column});
  if (It == L.Profiled.end() || Source.Trip.K == TripCount::Kind::Exact)
    return std::nullopt;
  return It->second.Mean;
}

BoundKernel bindKernel(const KernelSummary &Kernel, const Launch &L,
                       const Device &D, std::optional<Hertz> Clock) {
  return Binder(Kernel, L, D).bind(Clock);
}

Design sourceDesign(const BoundKernel &K) {
  Design D;
  D.ComputeUnits = K.Kernel->Attributes.NumComputeUnits.value_or(1);
  D.Simd = K.Kernel->Attributes.NumSimdWorkItems.value_or(1);
  for (const BoundLoop &L : K.Loops)
    D.Unroll.push_back(L.Unroll);
  return D;
}

} // namespace roofline
