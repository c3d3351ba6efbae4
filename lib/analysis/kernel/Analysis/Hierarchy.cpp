// The hierarchy of a kernel: sequences, branches, loops and blocks.
#include "roofline/Analysis/Hierarchy.h"

#include "roofline/Canonical/LoopTests.h"

#include "roofline/Analysis/SymbolicForm.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace roofline {
namespace {

/// Children of loops' nodes that hold more than this many levels are flattened,
/// so that the recursion is bounded on any IR.
constexpr unsigned MaxNesting = 200;

/// A region is a loop body, or the function: its blocks with each inner loop
/// collapsed to its header, the back edges and the edges that leave it cut.
/// Cut edges lead to the end, nullptr.
class Region {
public:
  Region(const Function &F, const LoopInfo &LI, const llvm::Loop *Self)
      : LI(LI), Self(Self) {
    const BasicBlock *Entry = Self ? Self->getHeader() : &F.getEntryBlock();
    Reducible = sort(Entry);
    computeJoins();
  }

  /// Where the paths from \p B meet again; nullptr is the end of the region.
  const BasicBlock *join(const BasicBlock *B) const { return Join.lookup(B); }
  /// The loop directly inside this region whose header is \p B.
  const llvm::Loop *innerLoop(const BasicBlock *B) const {
    const llvm::Loop *L = LI.getLoopFor(B);
    while (L && L->getParentLoop() != Self)
      L = L->getParentLoop();
    return L && L->getHeader() == B && L != Self ? L : nullptr;
  }

  SetVector<const BasicBlock *> successors(const BasicBlock *B) const {
    SetVector<const BasicBlock *> Result;
    auto Add = [&](const BasicBlock *To) {
      if (isa<UnreachableInst>(To->front())) // the default of a full switch
        return;
      if (!Self || Self->contains(To)) // an exit test is no branch
        Result.insert(Self && To == Self->getHeader() ? nullptr : To);
    };
    if (const llvm::Loop *L = innerLoop(B)) {
      SmallVector<BasicBlock *, 4> Exits;
      L->getUniqueExitBlocks(Exits);
      for_each(Exits, Add);
      if (L->getUniqueExitBlock() == nullptr || Exits.empty())
        for (const BasicBlock *Inside : L->blocks())
          if (succ_empty(Inside))
            Result.insert(nullptr);
    } else {
      for_each(llvm::successors(B), Add);
    }
    if (Result.empty())
      Result.insert(nullptr);
    return Result;
  }

  bool Reducible = true;
  std::vector<const BasicBlock *> Order; ///< topological

private:
  bool sort(const BasicBlock *Entry) {
    enum State : uint8_t { New, Open, Done };
    DenseMap<const BasicBlock *, State> States;
    struct Frame {
      const BasicBlock *B;
      SmallVector<const BasicBlock *, 4> Next;
    };
    SmallVector<Frame, 16> Stack;
    bool Acyclic = true;
    auto Push = [&](const BasicBlock *B) {
      States[B] = Open;
      auto Succs = successors(B);
      Stack.push_back({B, SmallVector<const BasicBlock *, 4>(reverse(Succs))});
    };
    Push(Entry);
    while (!Stack.empty()) {
      if (Stack.back().Next.empty()) {
        States[Stack.back().B] = Done;
        Order.push_back(Stack.back().B);
        Stack.pop_back();
        continue;
      }
      const BasicBlock *To = Stack.back().Next.pop_back_val();
      if (!To)
        continue;
      State S = States.lookup(To);
      if (S == Open)
        Acyclic = false;
      else if (S == New)
        Push(To);
    }
    std::reverse(Order.begin(), Order.end());
    return Acyclic;
  }

  /// Immediate post-dominators of an acyclic graph, in one reverse pass.
  void computeJoins() {
    DenseMap<const BasicBlock *, unsigned> Position;
    for (auto [I, B] : enumerate(Order))
      Position[B] = I;
    auto PositionOf = [&](const BasicBlock *B) {
      return B ? Position.lookup(B) : ~0u;
    };
    for (const BasicBlock *B : reverse(Order)) {
      std::optional<const BasicBlock *> Meet;
      for (const BasicBlock *To : successors(B)) {
        if (To && PositionOf(To) <= PositionOf(B))
          To = nullptr; // an irreducible back edge
        if (!Meet) {
          Meet = To;
          continue;
        }
        const BasicBlock *L = *Meet, *R = To;
        while (L != R)
          (PositionOf(L) < PositionOf(R) ? L : R) =
              Join.lookup(PositionOf(L) < PositionOf(R) ? L : R);
        Meet = L;
      }
      Join[B] = Meet.value_or(nullptr);
    }
  }

  const LoopInfo &LI;
  const llvm::Loop *Self;
  DenseMap<const BasicBlock *, const BasicBlock *> Join;
};

class Builder {
public:
  Builder(const Function &F, const LoopInfo &LI) : F(F), LI(LI) {
    for (const llvm::Loop *L : LI.getLoopsInPreorder()) {
      H.LoopIds[L] = H.Loops.size();
      H.Loops.push_back(L);
      if (const BranchInst *Guard = branchBefore(*L);
          Guard && isOwnGuard(*L, Guard))
        H.OwnGuards.insert(Guard);
    }
  }

  Hierarchy build() {
    unsigned Root = add(Node::Kind::Sequence);
    buildRegion(nullptr, Root, false, 0);
    return std::move(H);
  }

private:
  unsigned add(Node::Kind K, unsigned Index = 0) {
    H.Nodes.push_back({K, Index, {}, {}});
    return H.Nodes.size() - 1;
  }

  void buildRegion(const llvm::Loop *Self, unsigned Parent, bool Predicated,
                   unsigned Depth) {
    Region R(F, LI, Self);
    const BasicBlock *Entry = Self ? Self->getHeader() : &F.getEntryBlock();
    if (!R.Reducible || Depth > MaxNesting) {
      H.Unknowns.push_back({Unknown::Kind::ControlFlow,
                            R.Reducible ? "control flow is nested too deeply"
                                        : "irreducible control flow",
                            sourceLocation(Entry->getTerminator())});
      for (const BasicBlock *B : R.Order)
        buildItem(R, B, Parent, true, Depth);
      return;
    }
    buildSequence(R, Entry, nullptr, Parent, Predicated, Depth);
  }

  /// Children of \p Parent: the items from \p B up to \p Stop.
  void buildSequence(const Region &R, const BasicBlock *B,
                     const BasicBlock *Stop, unsigned Parent, bool Predicated,
                     unsigned Depth) {
    while (B && B != Stop && !Visited.contains(B)) {
      buildItem(R, B, Parent, Predicated, Depth);
      const BasicBlock *Join = R.join(B);
      auto Successors = R.successors(B);
      if (Successors.size() > 1)
        buildBranch(R, B, Successors.getArrayRef(), Join, Parent, Predicated,
                    Depth);
      B = Join;
    }
  }

  void buildItem(const Region &R, const BasicBlock *B, unsigned Parent,
                 bool Predicated, unsigned Depth) {
    if (!Visited.insert(B).second)
      return;
    const llvm::Loop *L = R.innerLoop(B);
    if (!L) {
      addBlock(B, Parent, Predicated);
      return;
    }
    Visited.erase(B); // its header, inside the loop's own region
    unsigned Id = add(Node::Kind::Loop, H.LoopIds.lookup(L));
    H.Nodes[Parent].Children.push_back(Id);
    buildRegion(L, Id, Predicated, Depth + 1);
    Visited.insert(B);
  }

  void addBlock(const BasicBlock *B, unsigned Parent, bool Predicated) {
    if (Predicated)
      H.Predicated.insert(B);
    auto IsOperation = [](const Instruction &I) {
      return !isa<PHINode, AllocaInst>(I) && !I.isDebugOrPseudoInst() &&
             !I.isLifetimeStartOrEnd() && !I.isTerminator();
    };
    const auto *Jump = dyn_cast<BranchInst>(B->getTerminator());
    if (Jump && Jump->isUnconditional() && none_of(*B, IsOperation))
      return;
    unsigned Id = add(Node::Kind::Block, H.Blocks.size());
    H.Nodes[Parent].Children.push_back(Id);
    H.BlockIds[B] = H.Blocks.size();
    H.Blocks.push_back(B);
  }

  void buildBranch(const Region &R, const BasicBlock *B,
                   ArrayRef<const BasicBlock *> Arms, const BasicBlock *Join,
                   unsigned Parent, bool Predicated, unsigned Depth) {
    bool IsGuard = !R.innerLoop(B) && H.OwnGuards.contains(B->getTerminator());
    if (Depth > MaxNesting) {
      for (const BasicBlock *Arm : Arms)
        buildSequence(R, Arm, Join, Parent, true, Depth);
      return;
    }
    if (IsGuard) {
      for (const BasicBlock *Arm : Arms)
        buildSequence(R, Arm, Join, Parent, Predicated, Depth + 1);
      return;
    }
    unsigned Branch = add(Node::Kind::Branch);
    for (const BasicBlock *Arm : Arms) {
      if (!Arm || Arm == Join)
        continue;
      unsigned Sequence = add(Node::Kind::Sequence);
      buildSequence(R, Arm, Join, Sequence, true, Depth + 1);
      if (!H.Nodes[Sequence].Children.empty())
        H.Nodes[Branch].Children.push_back(Sequence);
    }
    if (!H.Nodes[Branch].Children.empty())
      H.Nodes[Parent].Children.push_back(Branch);
  }

  const Function &F;
  const LoopInfo &LI;
  Hierarchy H;
  SmallPtrSet<const BasicBlock *, 32> Visited;
};

/// Copies the nodes reachable from \p Old into \p New in pre-order. A sequence
/// of one child is that child; what has no child is dropped.
std::optional<unsigned> compact(const std::vector<Node> &Nodes, unsigned Old,
                                std::vector<Node> &New, bool IsRoot) {
  const Node &N = Nodes[Old];
  if (!IsRoot && N.K == Node::Kind::Sequence && N.Children.size() == 1)
    return compact(Nodes, N.Children.front(), New, false);
  if (!IsRoot && N.Children.empty() &&
      (N.K == Node::Kind::Sequence || N.K == Node::Kind::Branch))
    return std::nullopt;
  unsigned Id = New.size();
  New.push_back({N.K, N.Index, {}, {}});
  for (unsigned Child : N.Children)
    if (auto NewChild = compact(Nodes, Child, New, false))
      New[Id].Children.push_back(*NewChild);
  return Id;
}

void extend(SourceRange &Range, const SourceLocation &Loc) {
  if (!Loc)
    return;
  auto Before = [](const SourceLocation &L, const SourceLocation &R) {
    return std::tie(L.Line, L.Column) < std::tie(R.Line, R.Column);
  };
  if (!Range.Begin) {
    Range.Begin = Range.End = Loc;
  } else if (Loc.File == Range.Begin.File) {
    Range.Begin = std::min(Range.Begin, Loc, Before);
    Range.End = std::max(Range.End, Loc, Before);
  }
}

/// True for what makes a sampler of file scope: its place is not the kernel's.
bool isSamplerOfFile(const Instruction &I) {
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName() == "__translate_sampler_initializer";
}

/// Source ranges, children before parents: every child has a larger index.
void computeRanges(Hierarchy &H) {
  for (Node &N : reverse(H.Nodes)) {
    if (N.K == Node::Kind::Block)
      for (const Instruction &I : *H.Blocks[N.Index])
        if (!isa<PHINode>(I) && !isSamplerOfFile(I))
          extend(N.Range, sourceLocation(&I));
    if (N.K == Node::Kind::Loop)
      extend(N.Range, loopPlace(*H.Loops[N.Index]));
    for (unsigned Child : N.Children) {
      extend(N.Range, H.Nodes[Child].Range.Begin);
      extend(N.Range, H.Nodes[Child].Range.End);
    }
  }
}

} // namespace

Hierarchy buildHierarchy(const Function &F, const LoopInfo &LI) {
  Hierarchy H = Builder(F, LI).build();
  std::vector<Node> Compact;
  compact(H.Nodes, 0, Compact, true);
  H.Nodes = std::move(Compact);
  computeRanges(H);
  return H;
}

} // namespace roofline
