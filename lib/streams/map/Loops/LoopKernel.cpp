// Checks loop kernels, and drops what nothing reads.
#include "roofline/Loops/LoopKernel.h"

#include <algorithm>
#include <map>

namespace roofline {
namespace {

class Check {
public:
  explicit Check(const LoopKernel &K) : K(K) {}

  std::optional<std::string> run() {
    datapath(K.Control, "control", nullptr);
    for (const LoopSource &S : K.Control.Sources)
      if (S.Kind != LoopSourceKind::Variable &&
          S.Kind != LoopSourceKind::Scalar)
        fail("control: reads more than variables and scalars");
    for (size_t I = 0; I < K.Leaves.size(); ++I)
      leaf(K.Leaves[I], "leaf " + std::to_string(I));
    for (const OuterLoop &L : K.Loops)
      loop(L);
    for (const LoopPort &P : K.Ports)
      if (P.Memory >= K.Memories.size() || P.Walk.empty())
        fail("a port without its memory, or without elements");
    LeafUses.resize(K.Leaves.size());
    LoopUses.resize(K.Loops.size());
    region(K.Root);
    processes();
    for (const std::vector<uint32_t> *Uses : {&LeafUses, &LoopUses})
      if (std::any_of(Uses->begin(), Uses->end(),
                      [](uint32_t N) { return N != 1; }))
        fail("a loop or leaf that is not in one place");
    return Problem;
  }

private:
  const LoopKernel &K;
  std::optional<std::string> Problem;
  std::vector<uint32_t> LeafUses, LoopUses;

  void fail(const std::string &What) {
    if (!Problem)
      Problem = What;
  }
  void control(const std::optional<uint32_t> &Node) {
    if (Node && *Node >= K.Control.Graph.Nodes.size())
      fail("no control node " + std::to_string(*Node));
  }
  void variable(uint32_t V) {
    if (V >= K.Variables.size())
      fail("no variable " + std::to_string(V));
  }
  void region(const LoopRegion &R) {
    if (R.K != LoopRegion::Kind::Sequence) {
      auto &Uses = R.K == LoopRegion::Kind::Leaf ? LeafUses : LoopUses;
      if (R.Index >= Uses.size())
        return fail("a region without its leaf or loop");
      ++Uses[R.Index];
    }
    if (R.K == LoopRegion::Kind::Leaf   ? !R.Children.empty()
        : R.K == LoopRegion::Kind::Loop ? R.Children.empty()
                                        : false)
      fail("a leaf with children, or a loop without");
    for (const LoopRegion &Child : R.Children)
      region(Child);
  }
  void oneProcess(const LoopRegion &R, uint32_t Process) {
    if (R.K == LoopRegion::Kind::Leaf && R.Index < K.Leaves.size() &&
        K.Leaves[R.Index].Process != Process)
      fail("a region of several processes");
    for (const LoopRegion &Child : R.Children)
      oneProcess(Child, Process);
  }
  /// A memory is of one process; a channel is written by one, read by another.
  void processes() {
    if (Problem)
      return;
    for (const LoopRegion &R : topRegions(K))
      oneProcess(R, processOf(K, R));
    std::map<std::pair<uint32_t, bool>, uint32_t> Users;
    for (const LoopLeaf &L : K.Leaves)
      for (const LoopAccess &A : L.Accesses) {
        const bool IsChannel =
            K.Memories[A.Memory].Kind == LoopMemoryKind::Channel;
        if (Users.insert({{A.Memory, IsChannel && A.isStore()}, L.Process})
                .first->second != L.Process)
          fail("a memory of several processes");
        const auto Writer = Users.find({A.Memory, true});
        if (IsChannel && !A.isStore() && Writer != Users.end() &&
            Writer->second == L.Process)
          fail("a channel within a process");
      }
  }
  void datapath(const LoopDatapath &D, const std::string &What,
                const LoopLeaf *L) {
    if (D.Sources.size() != D.Graph.Scalars.size())
      return fail(What + ": each source has a type");
    for (size_t N = 0; N < D.Graph.Nodes.size(); ++N) {
      const DatapathNode &Node = D.Graph.Nodes[N];
      for (uint32_t O : Node.Operands)
        if (O >= N)
          fail(What + ": an operand is not before node " + std::to_string(N));
      if (Node.Op == DatapathOp::Argument && Node.Value >= D.Sources.size())
        fail(What + ": no source of node " + std::to_string(N));
    }
    for (const LoopSource &S : D.Sources) {
      const size_t Count =
          S.Kind == LoopSourceKind::Scalar     ? K.Scalars.size()
          : S.Kind == LoopSourceKind::Variable ? K.Variables.size()
          : !L                                 ? 0
          : S.Kind == LoopSourceKind::Carried  ? L->Carried.size()
          : S.Kind == LoopSourceKind::Word     ? L->Accesses.size()
          : S.Kind == LoopSourceKind::Counter  ? L->Levels.size()
                                               : L->Levels.size() + 1;
      if (S.Index >= Count)
        fail(What + ": a source that is not there");
      else if (S.Kind == LoopSourceKind::Word && L->Accesses[S.Index].isStore())
        fail(What + ": the word of a store");
    }
  }
  void leaf(const LoopLeaf &L, const std::string &What) {
    datapath(L.Body, What, &L);
    forEachRoot(L, [&](uint32_t Node) {
      if (Node >= L.Body.Graph.Nodes.size())
        fail(What + ": no node " + std::to_string(Node));
    });
    for (const LoopAccess &A : L.Accesses)
      if (A.Memory >= K.Memories.size())
        fail(What + ": no memory " + std::to_string(A.Memory));
    for (const LoopResult &R : L.Results)
      variable(R.Variable);
    for (size_t I = 0; I < L.Levels.size(); ++I)
      if (L.Levels[I].Most < 1 || (I && L.Levels[I].Last))
        fail(What + ": a level without trips, or an inner one whose number "
                    "varies");
    control(L.Guard);
    for (const LoopTrips &T : L.Levels)
      control(T.Last);
  }
  void loop(const OuterLoop &L) {
    variable(L.Counter);
    control(L.Guard);
    control(L.Trips.Last);
    control(L.Continue);
    for (const OuterCarried &C : L.Carried) {
      variable(C.Variable);
      control(C.Initial);
      control(C.Next);
    }
  }
};

/// Marks the nodes below the marked ones.
void markOperands(const LoopDatapath &D, std::vector<bool> &IsUsed) {
  for (size_t N = D.Graph.Nodes.size(); N-- > 0;)
    if (IsUsed[N])
      for (uint32_t O : D.Graph.Nodes[N].Operands)
        IsUsed[O] = true;
}

template <typename KernelT, typename UseFn>
void forEachControlRoot(KernelT &K, UseFn Use) {
  auto Trips = [&](auto &T) {
    if (T.Last)
      Use(*T.Last);
  };
  for (auto &L : K.Leaves) {
    if (L.Guard)
      Use(*L.Guard);
    for (auto &T : L.Levels)
      Trips(T);
  }
  for (auto &L : K.Loops) {
    if (L.Guard)
      Use(*L.Guard);
    Trips(L.Trips);
    if (L.Continue)
      Use(*L.Continue);
    for (auto &C : L.Carried) {
      Use(C.Initial);
      Use(C.Next);
    }
  }
}

/// Drops the nodes that are not used; \p Roots calls with each root.
template <typename RootsFn> void compact(LoopDatapath &D, RootsFn Roots) {
  std::vector<bool> IsUsed(D.Graph.Nodes.size());
  Roots([&](uint32_t &Node) { IsUsed[Node] = true; });
  markOperands(D, IsUsed);
  std::vector<uint32_t> Now(IsUsed.size());
  std::vector<bool> SourceUsed(D.Sources.size());
  uint32_t Next = 0;
  for (uint32_t N = 0; N < IsUsed.size(); ++N) {
    if (!IsUsed[N])
      continue;
    DatapathNode Node = std::move(D.Graph.Nodes[N]);
    for (uint32_t &O : Node.Operands)
      O = Now[O];
    if (Node.Op == DatapathOp::Argument)
      SourceUsed[Node.Value] = true;
    Now[N] = Next;
    D.Graph.Nodes[Next++] = std::move(Node);
  }
  D.Graph.Nodes.resize(Next);
  Roots([&](uint32_t &Node) { Node = Now[Node]; });
  std::vector<uint32_t> NowSource(D.Sources.size());
  Next = 0;
  for (uint32_t S = 0; S < SourceUsed.size(); ++S)
    if (SourceUsed[S]) {
      NowSource[S] = Next;
      D.Sources[Next] = D.Sources[S];
      D.Graph.Scalars[Next++] = D.Graph.Scalars[S];
    }
  D.Sources.resize(Next);
  D.Graph.Scalars.resize(Next);
  for (DatapathNode &N : D.Graph.Nodes)
    if (N.Op == DatapathOp::Argument)
      N.Value = NowSource[N.Value];
}

/// Drops results and carried values of no use, and what only they read.
class Pruner {
public:
  explicit Pruner(LoopKernel &K) : K(K) {}

  void run() {
    while (step())
      ;
  }

private:
  LoopKernel &K;

  void compactAll() {
    compact(K.Control, [&](auto Use) { forEachControlRoot(K, Use); });
    for (LoopLeaf &L : K.Leaves)
      compact(L.Body, [&](auto Use) { forEachRoot(L, Use); });
  }

  bool step() {
    compactAll();
    std::vector<bool> IsRead(K.Variables.size());
    bool Changed = false;
    auto Read = [&](const LoopDatapath &D) {
      for (const LoopSource &S : D.Sources)
        if (S.Kind == LoopSourceKind::Variable)
          IsRead[S.Index] = true;
    };
    Read(K.Control);
    for (LoopLeaf &L : K.Leaves) {
      Read(L.Body);
      Changed |= dropCarried(L) || dropLoads(L);
    }
    for (LoopLeaf &L : K.Leaves)
      Changed |= std::erase_if(L.Results, [&](const LoopResult &R) {
                   return !IsRead[R.Variable];
                 }) > 0;
    for (OuterLoop &L : K.Loops)
      Changed |= std::erase_if(L.Carried, [&](const OuterCarried &C) {
                   return !IsRead[C.Variable];
                 }) > 0;
    return Changed;
  }

  /// Renumbers sources of \p Kind: \p Now by old index.
  static void renumber(LoopLeaf &L, LoopSourceKind Kind,
                       const std::vector<uint32_t> &Now) {
    for (LoopSource &S : L.Body.Sources)
      if (S.Kind == Kind)
        S.Index = Now[S.Index];
  }
  template <typename T>
  static bool dropUnread(LoopLeaf &L, LoopSourceKind Kind, std::vector<T> &List,
                         bool (*Stays)(const T &)) {
    std::vector<bool> IsRead(List.size());
    for (const LoopSource &S : L.Body.Sources)
      if (S.Kind == Kind)
        IsRead[S.Index] = true;
    std::vector<uint32_t> Now(List.size());
    uint32_t Next = 0;
    for (uint32_t I = 0; I < Now.size(); ++I)
      if (IsRead[I] || Stays(List[I])) {
        Now[I] = Next;
        List[Next++] = List[I];
      }
    const bool Changed = Next < List.size();
    List.resize(Next);
    renumber(L, Kind, Now);
    return Changed;
  }
  static bool dropCarried(LoopLeaf &L) {
    return dropUnread<LoopCarried>(L, LoopSourceKind::Carried, L.Carried,
                                   [](const LoopCarried &) { return false; });
  }
  static bool dropLoads(LoopLeaf &L) {
    return dropUnread<LoopAccess>(
        L, LoopSourceKind::Word, L.Accesses,
        [](const LoopAccess &A) { return A.isStore(); });
  }
};

} // namespace

std::optional<std::string> checkLoopKernel(const LoopKernel &K) {
  return Check(K).run();
}

static void addTopRegions(const LoopRegion &R, std::vector<LoopRegion> &Tops) {
  if (R.K != LoopRegion::Kind::Sequence)
    return Tops.push_back(R);
  for (const LoopRegion &Child : R.Children)
    addTopRegions(Child, Tops);
}

std::vector<LoopRegion> topRegions(const LoopKernel &K) {
  std::vector<LoopRegion> Tops;
  addTopRegions(K.Root, Tops);
  return Tops;
}

uint32_t processOf(const LoopKernel &K, const LoopRegion &R) {
  if (R.K == LoopRegion::Kind::Leaf)
    return K.Leaves[R.Index].Process;
  uint32_t Process = 0;
  for (const LoopRegion &Child : R.Children)
    Process = std::max(Process, processOf(K, Child));
  return Process;
}

uint32_t numProcesses(const LoopKernel &K) { return processOf(K, K.Root) + 1; }

void dropUnusedVariables(LoopKernel &K) { Pruner(K).run(); }

} // namespace roofline
