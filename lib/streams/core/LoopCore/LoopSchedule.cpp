// When each operation of a loop kernel runs: modulo schedules of its leaves.
#include "MemoryLayouts.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <set>

namespace roofline {
namespace {

/// Longest [cycle] of an interval that is tried.
constexpr uint32_t MaxInterval = 4096;

/// Schedules one leaf.
class LeafScheduler {
public:
  LeafScheduler(const LoopKernel &K, const LoopLeaf &L, const LeafFacts &Facts)
      : K(K), L(L), Facts(Facts), N(L.Body.Graph.Nodes.size()) {}

  /// [cycle] The least interval that recurrences and the kernel's ports allow.
  uint32_t bound() {
    findCycles();
    for (uint32_t Node = 0; Node < N; ++Node)
      S.Units.push_back(operatorUnit(L.Body.Graph, Node));
    findIndices();
    // Where registers keep an update from every cycle, its operators share one.
    S.Interval = 1;
    if (!L.Levels.empty() && !solveAnew()) {
      const std::vector<bool> Before = S.IsOnCycle;
      findUpdates();
      if (!solveAnew())
        S.IsOnCycle = Before;
    }
    if (!L.Levels.empty())
      for (const auto &[Port, Accesses] : accessesOfPorts())
        S.Interval = std::max(S.Interval, uint32_t(Accesses.size()));
    while (!solveAnew()) {
      ++S.Interval;
      assert(S.Interval < MaxInterval && "some interval fits");
    }
    return S.Bound = S.Interval;
  }

  /// After bound(): pairs of accesses to one memory, both loads or both stores,
  /// of which the second one needs the first.
  std::set<std::pair<uint32_t, uint32_t>> sequences() const {
    std::vector<std::vector<uint32_t>> After(Time.size());
    for (const Edge &E : Edges)
      if (E.Distance == 0)
        After[E.From].push_back(E.To);
    std::set<std::pair<uint32_t, uint32_t>> Pairs;
    for (uint32_t A = 0; A < L.Accesses.size(); ++A) {
      std::vector<bool> Reached(Time.size());
      std::vector<uint32_t> Next = {access(A)};
      while (!Next.empty()) {
        const uint32_t From = Next.back();
        Next.pop_back();
        for (uint32_t To : After[From])
          if (!Reached[To]) {
            Reached[To] = true;
            Next.push_back(To);
          }
      }
      for (uint32_t B = 0; B < L.Accesses.size(); ++B)
        if (Reached[access(B)] &&
            L.Accesses[A].Memory == L.Accesses[B].Memory &&
            L.Accesses[A].isStore() == L.Accesses[B].isStore())
          Pairs.insert({A, B});
    }
    return Pairs;
  }

  /// After bound().
  LeafSchedule run(LeafPorts P) {
    S.Ports = std::move(P.Ports);
    Parted = std::move(P.Parted);
    if (!L.Levels.empty())
      S.Interval = std::max(S.Interval, P.Least);
    while (!solveAnew() || !fitPorts()) {
      ++S.Interval;
      assert(S.Interval < MaxInterval && "some interval fits");
    }
    if (L.Levels.empty())
      S.Interval = 1;
    take();
    return std::move(S);
  }

private:
  const LoopKernel &K;
  const LoopLeaf &L;
  const LeafFacts &Facts;
  std::set<std::pair<uint32_t, uint32_t>> Parted;
  const size_t N;
  LeafSchedule S;

  /// Time of To is at least that of From and Latency, less Distance intervals.
  struct Edge {
    uint32_t From, To;
    int64_t Latency;
    uint64_t Distance;
  };
  std::vector<Edge> Edges;
  std::vector<int64_t> Time; ///< nodes by their results, accesses, carried
  std::vector<int64_t> Lower;

  uint32_t access(uint32_t A) const { return uint32_t(N + A); }
  uint32_t carried(uint32_t C) const {
    return uint32_t(N + L.Accesses.size() + C);
  }
  const LoopSource *sourceOf(uint32_t Node) const {
    const DatapathNode &D = L.Body.Graph.Nodes[Node];
    return D.Op == DatapathOp::Argument ? &L.Body.Sources[D.Value] : nullptr;
  }
  bool isAtPort(uint32_t A) const {
    return isPort(K.Memories[L.Accesses[A].Memory].Kind);
  }

  /// Marks the integer operators on a cycle through carried values.
  void findCycles() {
    // From carried value I forward, and from its next value backward.
    S.IsOnCycle.assign(N, false);
    std::vector<std::set<uint32_t>> Below(N); // carried values that go in
    for (uint32_t Node = 0; Node < N; ++Node) {
      if (const LoopSource *From = sourceOf(Node))
        if (From->Kind == LoopSourceKind::Carried)
          Below[Node].insert(From->Index);
      for (uint32_t O : L.Body.Graph.Nodes[Node].Operands)
        Below[Node].insert(Below[O].begin(), Below[O].end());
    }
    // Carried values that reach each other, through iterations.
    const size_t C = L.Carried.size();
    std::vector<std::vector<bool>> Reach(C, std::vector<bool>(C));
    for (size_t To = 0; To < C; ++To)
      for (uint32_t From : Below[L.Carried[To].Next])
        Reach[From][To] = true;
    for (size_t M = 0; M < C; ++M)
      for (size_t A = 0; A < C; ++A)
        for (size_t B = 0; B < C; ++B)
          if (Reach[A][M] && Reach[M][B])
            Reach[A][B] = true;
    for (size_t To = 0; To < C; ++To) {
      std::vector<bool> Above(N);
      Above[L.Carried[To].Next] = true;
      for (size_t Node = N; Node-- > 0;)
        if (Above[Node])
          for (uint32_t O : L.Body.Graph.Nodes[Node].Operands)
            Above[O] = true;
      for (size_t Node = 0; Node < N; ++Node)
        if (Above[Node])
          for (uint32_t From : Below[Node])
            if (From == To || Reach[To][From])
              S.IsOnCycle[Node] = true;
    }
  }

  /// Marks the operators between a load and a store that the next iterations
  /// may load again.
  void findUpdates() {
    for (const LoopDependence &D : Facts.Dependences) {
      const LoopAccess &Store = L.Accesses[D.From];
      if (!Store.isStore() || L.Accesses[D.To].isStore() || D.Distance == 0)
        continue;
      std::vector<bool> Above(N), Below(N);
      Above[*Store.Value] = true;
      for (size_t Node = N; Node-- > 0;)
        if (Above[Node])
          for (uint32_t O : L.Body.Graph.Nodes[Node].Operands)
            Above[O] = true;
      for (uint32_t Node = 0; Node < N; ++Node) {
        const LoopSource *From = sourceOf(Node);
        Below[Node] =
            From && From->Kind == LoopSourceKind::Word && From->Index == D.To;
        for (uint32_t O : L.Body.Graph.Nodes[Node].Operands)
          if (Below[O])
            Below[Node] = true;
        if (Below[Node] && Above[Node] && !From)
          S.IsOnCycle[Node] = true;
      }
    }
  }

  bool isFloat(uint32_t Node) const {
    return S.Units[Node].Kind == UnitKind::Float;
  }
  int64_t latency(uint32_t Node) const {
    return (S.IsOnCycle[Node] && !isFloat(Node)) || IsIndex[Node]
               ? 0
               : S.Units[Node].Latency;
  }
  /// [stage] Register between \p Node and its reader where it leaves a cycle.
  int64_t leaving(uint32_t Node, bool ReaderIsOnCycle) const {
    return S.IsOnCycle[Node] && !isFloat(Node) && !ReaderIsOnCycle ? 1 : 0;
  }

  /// Marks the integers that come with the counters: no data go into them.
  void findIndices() {
    IsIndex.assign(N, false);
    for (uint32_t Node = 0; Node < N; ++Node) {
      const DatapathNode &D = L.Body.Graph.Nodes[Node];
      if (const LoopSource *From = sourceOf(Node)) {
        IsIndex[Node] = From->Kind != LoopSourceKind::Carried &&
                        From->Kind != LoopSourceKind::Word;
        continue;
      }
      const UnitKind Kind = S.Units[Node].Kind;
      IsIndex[Node] = D.Type.Scalar == ScalarKind::Int &&
                      (Kind == UnitKind::Source || Kind == UnitKind::Wire ||
                       Kind == UnitKind::Logic || Kind == UnitKind::ShiftAdd) &&
                      std::all_of(D.Operands.begin(), D.Operands.end(),
                                  [&](uint32_t O) { return IsIndex[O]; });
    }
  }
  std::vector<bool> IsIndex;

  void addEdges() {
    Edges.clear();
    for (uint32_t Node = 0; Node < N; ++Node) {
      for (uint32_t O : L.Body.Graph.Nodes[Node].Operands)
        Edges.push_back(
            {O, Node, latency(Node) + leaving(O, S.IsOnCycle[Node]), 0});
      const LoopSource *From = sourceOf(Node);
      if (From && From->Kind == LoopSourceKind::Carried)
        Edges.push_back({carried(From->Index), Node, 0, 0});
      if (From && From->Kind == LoopSourceKind::Word)
        Edges.push_back(
            {access(From->Index), Node, isAtPort(From->Index) ? 0 : 1, 0});
    }
    for (uint32_t C = 0; C < L.Carried.size(); ++C)
      Edges.push_back({L.Carried[C].Next, carried(C), 0, 1});
    for (uint32_t A = 0; A < L.Accesses.size(); ++A) {
      const LoopAccess &Own = L.Accesses[A];
      auto Take = [&](uint32_t Node) {
        Edges.push_back({Node, access(A), leaving(Node, false), 0});
      };
      if (!isAtPort(A))
        Take(Own.Address);
      if (Own.Value)
        Take(*Own.Value);
      if (Own.Enable)
        Take(*Own.Enable);
    }
    addDependences();
    addPortOrder();
  }

  void addDependences() {
    for (const LoopDependence &D : Facts.Dependences) {
      const bool FromStore = L.Accesses[D.From].isStore();
      const bool ToStore = L.Accesses[D.To].isStore();
      if (FromStore && !ToStore && D.Distance > 0) {
        // Forwarded: the data are there when the word would come, and the
        // address and enable when both are compared.
        const LoopAccess &Store = L.Accesses[D.From];
        for (const auto &Node : {Store.Value, Store.Enable,
                                 std::optional<uint32_t>(Store.Address)})
          if (Node)
            Edges.push_back({*Node, access(D.To), -1, D.Distance});
      } else {
        // What is written can be read a cycle later, and the other way round.
        Edges.push_back({access(D.From), access(D.To), 1, D.Distance});
      }
    }
  }

  /// Accesses of an iteration to each port, in their order.
  std::map<uint32_t, std::vector<uint32_t>> accessesOfPorts() const {
    std::map<uint32_t, std::vector<uint32_t>> Ports;
    for (uint32_t A = 0; A < L.Accesses.size(); ++A)
      if (isAtPort(A))
        Ports[L.Accesses[A].Memory].push_back(A);
    return Ports;
  }
  void addPortOrder() {
    for (const auto &[Port, Accesses] : accessesOfPorts()) {
      for (size_t I = 1; I < Accesses.size(); ++I)
        Edges.push_back({access(Accesses[I - 1]), access(Accesses[I]), 1, 0});
      if (Accesses.size() > 1)
        Edges.push_back({access(Accesses.back()), access(Accesses[0]), 1, 1});
    }
  }

  bool solveAnew() {
    Lower.assign(N + L.Accesses.size() + L.Carried.size(), 0);
    addEdges();
    return solve();
  }

  /// Longest paths; false where a cycle has no least time.
  bool solve() {
    Time = Lower;
    for (size_t Round = 0; Round <= Time.size(); ++Round) {
      bool Changed = false;
      for (const Edge &E : Edges) {
        const int64_t Least = Time[E.From] + E.Latency -
                              int64_t(E.Distance) * int64_t(S.Interval);
        if (Time[E.To] < Least) {
          Time[E.To] = Least;
          Changed = true;
        }
      }
      if (!Changed)
        return true;
    }
    return false;
  }

  /// True where \p A and \p B, of one memory and kind, have ports of their own.
  bool areApart(uint32_t A, uint32_t B) const {
    const AccessPort &X = S.Ports[A], &Y = S.Ports[B];
    return X.Copy != Y.Copy || (X.Bank && Y.Bank && *X.Bank != *Y.Bank);
  }

  /// Moves accesses until each slot's fit the ports; false: no such place.
  bool fitPorts() {
    const size_t Most = 64 * (L.Accesses.size() + 1) * S.Interval;
    for (size_t Tries = 0; Tries < Most; ++Tries) {
      bool Fits = true;
      for (uint32_t B = 0; Fits && B < L.Accesses.size(); ++B)
        for (uint32_t A = 0; Fits && A < B; ++A) {
          const LoopAccess &X = L.Accesses[A], &Y = L.Accesses[B];
          if (X.Memory != Y.Memory || X.isStore() != Y.isStore() || isAtPort(A))
            continue;
          const int64_t Apart = Time[access(A)] - Time[access(B)];
          if (Apart % int64_t(S.Interval) != 0 || areApart(A, B))
            continue;
          const bool MayShare = Parted.count({A, B}); // a slot
          if (Apart == 0 && MayShare)
            continue;
          if (MayShare) // in one cycle, in two banks
            Lower[access(Apart < 0 ? A : B)] = Time[access(Apart < 0 ? B : A)];
          else
            Lower[access(B)] = Time[access(B)] + 1;
          Fits = false;
        }
      if (Fits)
        return true;
      if (!solve())
        return false;
    }
    return false;
  }

  void take() {
    int64_t Last = 0;
    for (uint32_t Node = 0; Node < N; ++Node) {
      S.Ready.push_back(uint32_t(Time[Node]));
      S.Start.push_back(uint32_t(Time[Node] - latency(Node)));
    }
    for (uint32_t A = 0; A < L.Accesses.size(); ++A) {
      S.Access.push_back(uint32_t(Time[access(A)]));
      Last = std::max(Last, Time[access(A)]);
    }
    for (uint32_t C = 0; C < L.Carried.size(); ++C) {
      S.Carried.push_back(uint32_t(Time[carried(C)]));
      // The value stays in the pipeline until it is read, or written.
      Last = std::max({Last, Time[carried(C)], Time[L.Carried[C].Next]});
    }
    for (const LoopResult &R : L.Results)
      Last = std::max(Last, Time[R.Node]);
    S.Depth = uint32_t(Last + 1);
    for (const LoopDependence &D : Facts.Dependences) {
      if (L.Levels.empty() || !L.Accesses[D.From].isStore() ||
          L.Accesses[D.To].isStore() || D.Distance == 0)
        continue;
      const int64_t Behind =
          (Time[access(D.From)] - Time[access(D.To)]) / int64_t(S.Interval);
      for (int64_t Distance = int64_t(D.Distance); Distance <= Behind;
           ++Distance)
        S.Forwards.push_back({D.From, D.To, uint64_t(Distance)});
    }
    // The nearest store wins, of one iteration the last one.
    std::stable_sort(S.Forwards.begin(), S.Forwards.end(),
                     [](const Forwarding &A, const Forwarding &B) {
                       return std::pair(A.Distance, ~A.Store) <
                              std::pair(B.Distance, ~B.Store);
                     });
  }
};

} // namespace

LoopSchedule scheduleLoops(const LoopKernel &K, const LoopFacts &Facts) {
  assert(Facts.Leaves.size() == K.Leaves.size() && "facts are of the kernel");
  LoopSchedule S;
  std::vector<LeafScheduler> Leaves;
  std::vector<LeafNeeds> Needs;
  for (size_t I = 0; I < K.Leaves.size(); ++I) {
    Leaves.emplace_back(K, K.Leaves[I], Facts.Leaves[I]);
    const uint32_t Bound = Leaves[I].bound();
    Needs.push_back({Bound, Leaves[I].sequences()});
  }
  LayoutPlan Plan = planLayouts(K, Facts, Needs);
  S.Memories = std::move(Plan.Memories);
  for (size_t I = 0; I < K.Leaves.size(); ++I)
    S.Leaves.push_back(Leaves[I].run(std::move(Plan.Leaves[I])));
  return S;
}

uint64_t cyclesOf(const LoopKernel &K, const LoopSchedule &S,
                  const LoopLog &Log) {
  uint64_t Cycles = 0;
  for (size_t I = 0; I < K.Leaves.size(); ++I) {
    const RegionCount &C = Log.Leaves[I];
    Cycles += C.Iterations * S.Leaves[I].Interval + C.Empty +
              C.Entries * (S.Leaves[I].Depth - S.Leaves[I].Interval);
  }
  // A guarded loop asks in a cycle of its own.
  for (size_t I = 0; I < K.Loops.size(); ++I)
    if (K.Loops[I].Guard)
      Cycles += Log.Loops[I].Entries + Log.Loops[I].Empty;
  return Cycles;
}

} // namespace roofline
