// Parts of a kernel that run at the same time, and the channels between them.
#include "roofline/Loops/LoopPorts.h"

#include "LoopDataFlow.h"

#include <algorithm>
#include <set>

namespace roofline {
namespace {

/// [element] Most accesses to memories that are followed.
constexpr size_t MaxFollowed = size_t(1) << 22;
/// Most accesses of an iteration, each in a cycle of its own, to a channel.
constexpr size_t MaxTurns = 4;

/// Stores, or loads, of one memory in a run.
struct AccessOrder {
  std::set<size_t> Regions;                            ///< at the top
  std::vector<std::pair<uint32_t, uint32_t>> Accesses; ///< leaf, access
  /// Index into Accesses, and the word, as they take place.
  std::vector<std::pair<uint32_t, uint64_t>> Words;
  uint64_t Iterations = 0; ///< with at least one of them
  uint64_t Last = 0;       ///< number of the last of these

  /// Most of one leaf, which an iteration has.
  size_t turns() const {
    std::map<uint32_t, size_t> Turns;
    size_t Most = 0;
    for (const auto &[Leaf, Access] : Accesses)
      Most = std::max(Most, ++Turns[Leaf]);
    return Most;
  }
  std::vector<uint64_t> words(std::optional<uint32_t> Access = {}) const {
    std::vector<uint64_t> Of;
    for (const auto &[A, Word] : Words)
      if (A == Access.value_or(A))
        Of.push_back(Word);
    return Of;
  }
};

/// A memory that may become channels.
struct Candidate {
  AccessOrder Stores, Loads;
  /// Which load takes the words of a store; empty: all take those of all.
  std::vector<uint32_t> LoadOfStore;
};

class ProcessPlan {
public:
  explicit ProcessPlan(LoopKernel &K) : K(K), Regions(topRegions(K)) {}

  void run() {
    if (Regions.size() < 2)
      return;
    findCandidates();
    if (!Candidates.empty())
      followAccesses();
    do
      joinRegions();
    while (dropCandidates());
    if (!number())
      return;
    for (auto &[M, C] : Candidates)
      makeChannels(M, C);
    copyTables();
    dropUnusedVariables(K);
  }

private:
  LoopKernel &K;
  const std::vector<LoopRegion> Regions;
  std::map<uint32_t, Candidate> Candidates; ///< by memory
  std::vector<size_t> Joined; ///< by region: one that it shares a process with

  template <typename Fn>
  static void forEachLeaf(const LoopRegion &R, Fn Visit) {
    if (R.K == LoopRegion::Kind::Leaf)
      Visit(R.Index);
    for (const LoopRegion &Child : R.Children)
      forEachLeaf(Child, Visit);
  }
  template <typename Fn> void forEachAccess(Fn Visit) const {
    for (size_t R = 0; R < Regions.size(); ++R)
      forEachLeaf(Regions[R], [&](uint32_t L) {
        for (uint32_t A = 0; A < K.Leaves[L].Accesses.size(); ++A)
          Visit(R, L, A);
      });
  }

  /// Memories that one region writes and a later one reads, at addresses that
  /// no data go into.
  void findCandidates() {
    const LoopDataFlow Flow(K);
    std::set<uint32_t> Others;
    forEachAccess([&](size_t R, uint32_t L, uint32_t A) {
      const LoopAccess &Access = K.Leaves[L].Accesses[A];
      const LoopMemoryKind Kind = K.Memories[Access.Memory].Kind;
      Candidate &C = Candidates[Access.Memory];
      AccessOrder &Order = Access.isStore() ? C.Stores : C.Loads;
      Order.Regions.insert(R);
      Order.Accesses.emplace_back(L, A);
      if (!Flow.isFixed(L, A) ||
          (Kind != LoopMemoryKind::Private && Kind != LoopMemoryKind::Local))
        Others.insert(Access.Memory);
    });
    std::erase_if(Candidates, [&](const auto &Of) {
      const auto &[M, C] = Of;
      return Others.count(M) || C.Stores.Regions.size() != 1 ||
             C.Loads.Regions.size() != 1 ||
             *C.Stores.Regions.begin() >= *C.Loads.Regions.begin();
    });
  }

  /// Leaves those candidates whose words come in the order in which they went.
  void followAccesses() {
    size_t Followed = 0;
    uint64_t Iteration = 0;
    std::tuple<uint32_t, uint64_t, uint64_t> Last = {~uint32_t(0), 0, 0};
    const LoopLog Log = probe(K, [&](const AccessEvent &E) {
      if (const auto Now = std::tuple(E.Leaf, E.Entry, E.Iteration);
          Now != Last) {
        Last = Now;
        ++Iteration;
      }
      const LoopAccess &Access = K.Leaves[E.Leaf].Accesses[E.Access];
      const auto Of = Candidates.find(Access.Memory);
      if (!E.Enabled || Of == Candidates.end() || Followed == MaxFollowed)
        return;
      ++Followed;
      AccessOrder &Order =
          Access.isStore() ? Of->second.Stores : Of->second.Loads;
      Order.Iterations += Order.Last != Iteration;
      Order.Last = Iteration;
      const auto A =
          std::ranges::find(Order.Accesses, std::pair(E.Leaf, E.Access));
      Order.Words.emplace_back(uint32_t(A - Order.Accesses.begin()), E.Address);
    });
    if (Log.Problem || Followed == MaxFollowed)
      return Candidates.clear();
    for (auto Of = Candidates.begin(); Of != Candidates.end();)
      Of = keepsOrder(Of->second) ? std::next(Of) : Candidates.erase(Of);
  }

  /// Decides which channels give the loads their words; false: none do. One is
  /// enough where no iteration has two for it.
  static bool keepsOrder(Candidate &C) {
    const std::vector<uint64_t> Stored = C.Stores.words();
    if (Stored.empty() ||
        std::set<uint64_t>(Stored.begin(), Stored.end()).size() !=
            Stored.size())
      return false;
    const uint64_t Iterations = C.Stores.Iterations + C.Loads.Iterations;
    const bool IsOneEach = Iterations == 2 * Stored.size();
    const bool FitsOne =
        Stored == C.Loads.words() && Stored.size() <= Iterations &&
        C.Stores.turns() <= MaxTurns && C.Loads.turns() <= MaxTurns;
    return (FitsOne && IsOneEach) || matchAccesses(C) || FitsOne;
  }

  /// A load for each store, if there is one.
  static bool matchAccesses(Candidate &C) {
    std::map<std::vector<uint64_t>, uint32_t> Loads;
    for (uint32_t A = 0; A < C.Loads.Accesses.size(); ++A)
      Loads.insert({C.Loads.words(A), A});
    std::vector<uint32_t> LoadOfStore;
    for (uint32_t A = 0; A < C.Stores.Accesses.size(); ++A) {
      const auto Load = Loads.find(C.Stores.words(A));
      if (Load == Loads.end())
        return false;
      LoadOfStore.push_back(Load->second);
    }
    if (LoadOfStore.size() != C.Loads.Accesses.size() ||
        LoadOfStore.size() > MaxMemoryBanks)
      return false;
    C.LoadOfStore = std::move(LoadOfStore);
    return true;
  }

  size_t find(size_t R) {
    while (Joined[R] != R)
      R = Joined[R] = Joined[Joined[R]];
    return R;
  }

  /// Joins the regions that share a variable, or a memory that is no channel.
  void joinRegions() {
    Joined.resize(Regions.size());
    for (size_t R = 0; R < Regions.size(); ++R)
      Joined[R] = R;
    std::vector<std::optional<size_t>> Variables(K.Variables.size()),
        Memories(K.Memories.size());
    auto Use = [&](std::optional<size_t> &First, size_t R) {
      if (!First)
        First = R;
      Joined[find(R)] = find(*First);
    };
    for (size_t R = 0; R < Regions.size(); ++R)
      forEachVariable(Regions[R], [&](uint32_t V) { Use(Variables[V], R); });
    std::set<uint32_t> IsWritten;
    forEachAccess([&](size_t, uint32_t L, uint32_t A) {
      if (K.Leaves[L].Accesses[A].isStore())
        IsWritten.insert(K.Leaves[L].Accesses[A].Memory);
    });
    forEachAccess([&](size_t R, uint32_t L, uint32_t A) {
      const uint32_t M = K.Leaves[L].Accesses[A].Memory;
      if (IsWritten.count(M) && !Candidates.count(M))
        Use(Memories[M], R);
    });
  }

  template <typename Fn>
  void forEachVariable(const LoopRegion &R, Fn Visit) const {
    auto Sources = [&](const LoopDatapath &D, std::optional<uint32_t> Node) {
      std::vector<uint32_t> Next;
      if (Node)
        Next.push_back(*Node);
      std::set<uint32_t> Seen;
      while (!Next.empty()) {
        const uint32_t N = Next.back();
        Next.pop_back();
        if (!Seen.insert(N).second)
          continue;
        const DatapathNode &Of = D.Graph.Nodes[N];
        Next.insert(Next.end(), Of.Operands.begin(), Of.Operands.end());
        if (Of.Op == DatapathOp::Argument &&
            D.Sources[Of.Value].Kind == LoopSourceKind::Variable)
          Visit(D.Sources[Of.Value].Index);
      }
    };
    if (R.K == LoopRegion::Kind::Leaf) {
      const LoopLeaf &L = K.Leaves[R.Index];
      Sources(K.Control, L.Guard);
      for (const LoopTrips &T : L.Levels)
        Sources(K.Control, T.Last);
      for (const LoopSource &S : L.Body.Sources)
        if (S.Kind == LoopSourceKind::Variable)
          Visit(S.Index);
      for (const LoopResult &Result : L.Results)
        Visit(Result.Variable);
    } else if (R.K == LoopRegion::Kind::Loop) {
      const OuterLoop &L = K.Loops[R.Index];
      for (const auto &Node : {L.Guard, L.Trips.Last, L.Continue})
        Sources(K.Control, Node);
      Visit(L.Counter);
      for (const OuterCarried &C : L.Carried) {
        Visit(C.Variable);
        Sources(K.Control, C.Initial);
        Sources(K.Control, C.Next);
      }
    }
    for (const LoopRegion &Child : R.Children)
      forEachVariable(Child, Visit);
  }

  /// Drops candidates whose two regions are joined by another way.
  bool dropCandidates() {
    return std::erase_if(Candidates, [&](const auto &Of) {
             return find(*Of.second.Stores.Regions.begin()) ==
                    find(*Of.second.Loads.Regions.begin());
           }) > 0;
  }

  /// Numbers the processes; false where there is but one.
  bool number() {
    std::map<size_t, uint32_t> Processes;
    for (size_t R = 0; R < Regions.size(); ++R) {
      const uint32_t Process =
          Processes.insert({find(R), uint32_t(Processes.size())}).first->second;
      forEachLeaf(Regions[R],
                  [&](uint32_t L) { K.Leaves[L].Process = Process; });
    }
    return Processes.size() > 1;
  }

  /// A place that an access need not name.
  void setChannel(std::pair<uint32_t, uint32_t> Of, uint32_t Channel) {
    LoopLeaf &L = K.Leaves[Of.first];
    LoopAccess &A = L.Accesses[Of.second];
    A.Memory = Channel;
    A.Address = uint32_t(L.Body.Graph.Nodes.size());
    L.Body.Graph.Nodes.push_back(
        {DatapathOp::Constant, {ScalarKind::Int, 1, 1}, {}, 0, {}, A.Loc});
  }

  void makeChannels(uint32_t M, const Candidate &C) {
    K.Memories[M].Kind = LoopMemoryKind::Channel;
    if (C.LoadOfStore.empty()) {
      for (const AccessOrder *Order : {&C.Stores, &C.Loads})
        for (const auto &A : Order->Accesses)
          setChannel(A, M);
      K.Memories[M].Words = C.Stores.Words.size();
      return;
    }
    for (uint32_t S = 0; S < C.LoadOfStore.size(); ++S) {
      const uint32_t Channel = S ? copyOf(M) : M;
      K.Memories[Channel].Words = C.Stores.words(S).size();
      setChannel(C.Stores.Accesses[S], Channel);
      setChannel(C.Loads.Accesses[C.LoadOfStore[S]], Channel);
    }
  }

  uint32_t copyOf(uint32_t M) {
    LoopMemory Copy = K.Memories[M];
    Copy.Name = unusedMemoryName(K, Copy.Name);
    K.Memories.push_back(std::move(Copy));
    return uint32_t(K.Memories.size() - 1);
  }

  /// Gives each process tables of its own.
  void copyTables() {
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> Tables;
    std::set<uint32_t> IsTaken;
    for (LoopLeaf &L : K.Leaves)
      for (LoopAccess &A : L.Accesses) {
        if (K.Memories[A.Memory].Kind != LoopMemoryKind::Table)
          continue;
        const auto [Of, IsNew] = Tables.insert({{A.Memory, L.Process}, 0});
        if (IsNew)
          Of->second =
              IsTaken.insert(A.Memory).second ? A.Memory : copyOf(A.Memory);
        A.Memory = Of->second;
      }
  }
};

} // namespace

std::string unusedMemoryName(const LoopKernel &K, const std::string &Name) {
  auto IsTaken = [&](const std::string &New) {
    return std::ranges::any_of(
        K.Memories, [&](const LoopMemory &M) { return M.Name == New; });
  };
  std::string New = Name;
  for (uint32_t I = 2; IsTaken(New); ++I)
    New = Name + "_" + std::to_string(I);
  return New;
}

void planProcesses(LoopKernel &K) { ProcessPlan(K).run(); }

} // namespace roofline
