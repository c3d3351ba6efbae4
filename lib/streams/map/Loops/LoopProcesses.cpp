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
/// [word] Largest memory of which processes that read it have copies: a block
/// of 36 Kb has as many of 32 bits.
constexpr uint64_t MaxCopied = 1024;

/// Stores, or loads, of one memory in a run.
struct AccessOrder {
  std::set<size_t> Regions;                            ///< at the top
  std::vector<std::pair<uint32_t, uint32_t>> Accesses; ///< leaf, access
  /// Index into Accesses, and the word, as they take place.
  std::vector<std::pair<uint32_t, uint64_t>> Words;

  std::vector<uint64_t> words() const {
    std::vector<uint64_t> Of;
    for (const auto &[A, Word] : Words)
      Of.push_back(Word);
    return Of;
  }
  std::vector<std::vector<uint64_t>> wordsByAccess() const {
    std::vector<std::vector<uint64_t>> Of(Accesses.size());
    for (const auto &[A, Word] : Words)
      Of[A].push_back(Word);
    return Of;
  }
  /// Accesses by leaf: each iteration has a turn for each.
  std::map<uint32_t, uint64_t> turns() const {
    std::map<uint32_t, uint64_t> Turns;
    for (const auto &[Leaf, Access] : Accesses)
      ++Turns[Leaf];
    return Turns;
  }
};

/// How a memory is used.
struct MemoryUse {
  AccessOrder Stores, Loads;
  bool IsFixed = true; ///< no data go into places, and which are visited
  /// The load that takes the words of each store; empty: all take those of all.
  std::vector<uint32_t> LoadOfStore;
};

class ProcessPlan {
public:
  explicit ProcessPlan(LoopKernel &K) : K(K), Regions(topRegions(K)) {}

  void run() {
    if (Regions.size() < 2)
      return;
    findUses();
    if (!followAccesses())
      return;
    do
      joinRegions();
    while (dropCandidates());
    if (!number())
      return;
    for (const uint32_t M : Candidates)
      makeChannels(M, Uses[M]);
    copyTables();
    dropUnusedVariables(K);
  }

private:
  LoopKernel &K;
  const std::vector<LoopRegion> Regions;
  std::map<uint32_t, MemoryUse> Uses; ///< by memory
  std::set<uint32_t> Candidates;      ///< memories that may become channels
  std::set<uint32_t> Repeated; ///< memories that each process reads on its own
  std::vector<size_t> Joined;  ///< by region: one that it shares a process with

  template <typename Fn>
  static void forEachLeaf(const LoopRegion &R, Fn Visit) {
    if (R.K == LoopRegion::Kind::Leaf)
      Visit(R.Index);
    for (const LoopRegion &Child : R.Children)
      forEachLeaf(Child, Visit);
  }

  void findUses() {
    const LoopDataFlow Flow(K);
    for (size_t R = 0; R < Regions.size(); ++R)
      forEachLeaf(Regions[R], [&](uint32_t L) {
        for (uint32_t A = 0; A < K.Leaves[L].Accesses.size(); ++A) {
          const LoopAccess &Access = K.Leaves[L].Accesses[A];
          MemoryUse &Use = Uses[Access.Memory];
          AccessOrder &Order = Access.isStore() ? Use.Stores : Use.Loads;
          Order.Regions.insert(R);
          Order.Accesses.emplace_back(L, A);
          Use.IsFixed &= Flow.isFixed(L, A);
        }
      });
    for (const auto &[M, Use] : Uses) {
      const LoopMemoryKind Kind = K.Memories[M].Kind;
      if (Use.IsFixed && Use.Stores.Regions.size() == 1 &&
          Use.Loads.Regions.size() == 1 &&
          *Use.Stores.Regions.begin() < *Use.Loads.Regions.begin() &&
          (Kind == LoopMemoryKind::Private || Kind == LoopMemoryKind::Local))
        Candidates.insert(M);
    }
  }

  /// True where regions may share it without a process in common.
  bool isOnlyRead(uint32_t M) const {
    const LoopMemoryKind Kind = K.Memories[M].Kind;
    return (Kind == LoopMemoryKind::Table || Kind == LoopMemoryKind::Buffer) &&
           Uses.at(M).Stores.Accesses.empty();
  }

  /// Runs the kernel once, and leaves the candidates whose words come in the
  /// order in which they went. False where that cannot be.
  bool followAccesses() {
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> Places;
    for (const auto &[M, Use] : Uses)
      if (Candidates.count(M) || isOnlyRead(M))
        for (const AccessOrder *Order : {&Use.Stores, &Use.Loads})
          for (uint32_t A = 0; A < Order->Accesses.size(); ++A)
            Places[Order->Accesses[A]] = A;
    size_t Followed = 0;
    const LoopLog Log = probe(K, [&](const AccessEvent &E) {
      const auto Place = Places.find({E.Leaf, E.Access});
      if (!E.Enabled || Place == Places.end() || Followed == MaxFollowed)
        return;
      ++Followed;
      const LoopAccess &Access = K.Leaves[E.Leaf].Accesses[E.Access];
      MemoryUse &Use = Uses[Access.Memory];
      (Access.isStore() ? Use.Stores : Use.Loads)
          .Words.emplace_back(Place->second, E.Address);
    });
    std::erase_if(Candidates,
                  [&](uint32_t M) { return !keepsOrder(Uses[M], Log); });
    for (const auto &[M, Use] : Uses)
      if (isOnlyRead(M) && mayBeRepeated(M))
        Repeated.insert(M);
    return !Log.Problem && Followed < MaxFollowed;
  }

  /// Decides which channels give the loads their words; false: none do.
  static bool keepsOrder(MemoryUse &Use, const LoopLog &Log) {
    const std::vector<uint64_t> Stored = Use.Stores.words();
    if (Stored.empty() ||
        std::set<uint64_t>(Stored.begin(), Stored.end()).size() !=
            Stored.size())
      return false;
    // One channel costs an iteration as many cycles as it has turns. Several
    // cost less, and so may one loop after the other.
    const bool IsInOrder = Stored == Use.Loads.words();
    uint64_t Most = 0, Cycles = 0, InTurn = 0;
    for (const AccessOrder *Order : {&Use.Stores, &Use.Loads}) {
      uint64_t Own = 0;
      for (const auto &[Leaf, Turns] : Order->turns()) {
        Most = std::max(Most, Turns);
        Own += Turns * Log.Leaves[Leaf].Iterations;
        InTurn += Log.Leaves[Leaf].Iterations;
      }
      Cycles = std::max(Cycles, Own);
    }
    return (IsInOrder && Most == 1) || matchAccesses(Use) ||
           (IsInOrder && Most <= MaxTurns && Cycles <= InTurn);
  }

  /// A load for each store, if there is one.
  static bool matchAccesses(MemoryUse &Use) {
    const size_t Count = Use.Stores.Accesses.size();
    if (Count != Use.Loads.Accesses.size() || Count > MaxMemoryBanks)
      return false;
    const auto Stored = Use.Stores.wordsByAccess(),
               Loaded = Use.Loads.wordsByAccess();
    std::map<std::vector<uint64_t>, uint32_t> Loads;
    for (uint32_t A = 0; A < Count; ++A)
      if (Loaded[A].empty() || !Loads.insert({Loaded[A], A}).second)
        return false;
    std::vector<uint32_t> LoadOfStore;
    for (uint32_t A = 0; A < Count; ++A) {
      const auto Load = Loads.find(Stored[A]);
      if (Load == Loads.end())
        return false;
      LoadOfStore.push_back(Load->second);
      Loads.erase(Load);
    }
    Use.LoadOfStore = std::move(LoadOfStore);
    return true;
  }

  /// True where each process that reads \p M may do so on its own: by a port
  /// that is no part of one for all, or in a small copy.
  bool mayBeRepeated(uint32_t M) const {
    const AccessOrder &Loads = Uses.at(M).Loads;
    const std::vector<uint64_t> All = Loads.words();
    if (K.Memories[M].Kind == LoopMemoryKind::Buffer && Uses.at(M).IsFixed) {
      // A stream of the host ends in one place.
      const auto Walk = walkOf(All);
      if (Walk && Walk->size() == 1 && (*Walk)[0].Stride != 0)
        return false;
      if (std::ranges::all_of(Loads.wordsByAccess(), [](const auto &Words) {
            return walkOf(Words).has_value();
          }))
        return true;
    }
    const uint64_t Words = K.Memories[M].Words;
    const auto Last = std::ranges::max_element(All);
    return Words ? Words <= MaxCopied
                 : Uses.at(M).IsFixed && Last != All.end() && *Last < MaxCopied;
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
    std::vector<std::optional<size_t>> Variables(K.Variables.size());
    auto Join = [&](std::optional<size_t> &First, size_t R) {
      if (!First)
        First = R;
      Joined[find(R)] = find(*First);
    };
    for (size_t R = 0; R < Regions.size(); ++R)
      forEachVariable(Regions[R], [&](uint32_t V) { Join(Variables[V], R); });
    for (const auto &[M, Use] : Uses) {
      if (Candidates.count(M) || Repeated.count(M))
        continue;
      std::optional<size_t> First;
      for (const AccessOrder *Order : {&Use.Stores, &Use.Loads})
        for (size_t R : Order->Regions)
          Join(First, R);
    }
  }

  template <typename Fn>
  void forEachVariable(const LoopRegion &R, Fn Visit) const {
    auto Sources = [&](std::optional<uint32_t> Node) {
      const LoopDatapath &D = K.Control;
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
      Sources(L.Guard);
      for (const LoopTrips &T : L.Levels)
        Sources(T.Last);
      for (const LoopSource &S : L.Body.Sources)
        if (S.Kind == LoopSourceKind::Variable)
          Visit(S.Index);
      for (const LoopResult &Result : L.Results)
        Visit(Result.Variable);
    } else if (R.K == LoopRegion::Kind::Loop) {
      const OuterLoop &L = K.Loops[R.Index];
      for (const auto &Node : {L.Guard, L.Trips.Last, L.Continue})
        Sources(Node);
      Visit(L.Counter);
      for (const OuterCarried &C : L.Carried) {
        Visit(C.Variable);
        Sources(C.Initial);
        Sources(C.Next);
      }
    }
    for (const LoopRegion &Child : R.Children)
      forEachVariable(Child, Visit);
  }

  /// Drops candidates whose two regions are joined by another way.
  bool dropCandidates() {
    return std::erase_if(Candidates, [&](uint32_t M) {
             return find(*Uses[M].Stores.Regions.begin()) ==
                    find(*Uses[M].Loads.Regions.begin());
           }) > 0;
  }

  /// Numbers the processes; false where there is but one.
  bool number() {
    std::map<size_t, uint32_t> Processes;
    if (std::ranges::any_of(Regions, [](const LoopRegion &R) {
          bool HasLeaf = false;
          forEachLeaf(R, [&](uint32_t) { HasLeaf = true; });
          return !HasLeaf;
        }))
      return false;
    for (size_t R = 0; R < Regions.size(); ++R) {
      const uint32_t Process =
          Processes.insert({find(R), uint32_t(Processes.size())}).first->second;
      forEachLeaf(Regions[R],
                  [&](uint32_t L) { K.Leaves[L].Process = Process; });
    }
    return Processes.size() > 1;
  }

  /// The access names no place any more.
  void setChannel(std::pair<uint32_t, uint32_t> Of, uint32_t Channel) {
    LoopLeaf &L = K.Leaves[Of.first];
    LoopAccess &A = L.Accesses[Of.second];
    A.Memory = Channel;
    A.Address = uint32_t(L.Body.Graph.Nodes.size());
    L.Body.Graph.Nodes.push_back(
        {DatapathOp::Constant, {ScalarKind::Int, 1, 1}, {}, 0, {}, A.Loc});
  }

  void makeChannels(uint32_t M, const MemoryUse &Use) {
    K.Memories[M].Kind = LoopMemoryKind::Channel;
    K.Memories[M].Words = Use.Stores.Words.size();
    if (Use.LoadOfStore.empty()) {
      for (const AccessOrder *Order : {&Use.Stores, &Use.Loads})
        for (const auto &A : Order->Accesses)
          setChannel(A, M);
      return;
    }
    const auto Words = Use.Stores.wordsByAccess();
    for (uint32_t S = 0; S < Words.size(); ++S) {
      const uint32_t Channel = S ? copyOf(M) : M;
      K.Memories[Channel].Words = Words[S].size();
      setChannel(Use.Stores.Accesses[S], Channel);
      setChannel(Use.Loads.Accesses[Use.LoadOfStore[S]], Channel);
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
