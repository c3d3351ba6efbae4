// Which loops flatten into leaves, and which stay around them.
#include "KeptValues.h"
#include "LoopForms.h"
#include "SingleExits.h"

#include "roofline/Canonical/ErrorAt.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace roofline {

CodeFacts::CodeFacts(OpenLoops &Open)
    : Open(Open), DT(Analyses.FAM.getResult<DominatorTreeAnalysis>(*Open.F)),
      PDT(Analyses.FAM.getResult<PostDominatorTreeAnalysis>(*Open.F)),
      LI(Analyses.FAM.getResult<LoopAnalysis>(*Open.F)),
      SE(Analyses.FAM.getResult<ScalarEvolutionAnalysis>(*Open.F)) {}

namespace {

/// Code of one scope in order: accesses, a loop, or a barrier.
struct Item {
  SmallVector<Instruction *, 4> Accesses;
  llvm::Loop *Sub = nullptr;
  Instruction *Barrier = nullptr;
};
using Items = std::vector<Item>;

class Planner {
public:
  explicit Planner(CodeFacts &Code) : Code(Code), F(*Code.Open.F) {}

  Expected<RegionPlan> run() {
    if (Error E = checkCode())
      return std::move(E);
    Expected<LoopRegion> Root = launch();
    if (!Root)
      return Root.takeError();
    Plan.Root.Children.push_back(std::move(*Root));
    return std::move(Plan);
  }

private:
  CodeFacts &Code;
  Function &F;
  RegionPlan Plan;

  bool shareMemory() const {
    for (const Instruction &I : instructions(F)) {
      if (isBarrier(I))
        return true;
      if (const Value *Pointer = getLoadStorePointerOperand(&I)) {
        const Value *Object = getUnderlyingObject(Pointer);
        if (Object->getType()->getPointerAddressSpace() == 3)
          return true;
      }
      if (auto Query = itemQuery(I); Query && Query->first != ItemQuery::Global)
        return true;
    }
    return false;
  }

  Error checkCode() const {
    for (llvm::Loop *L : Code.LI.getLoopsInPreorder())
      if (L->hasNoExitBlocks())
        return errorAt(*L->getHeader()->getTerminator(),
                       "a loop without an end");
      else if (!L->getLoopLatch() || L->getExitingBlock() != L->getLoopLatch())
        return errorAt(*L->getHeader()->getTerminator(),
                       "a loop with an exit besides its end");
    return Error::success();
  }

  Expected<LoopRegion> launch() {
    const auto &Open = Code.Open;
    auto LevelsOf = [&](ItemQuery Query, const std::array<uint64_t, 3> &Sizes) {
      std::vector<LevelPlan> Levels;
      for (unsigned D = 3; D-- > 0;)
        if (Sizes[D] > 1) {
          LevelPlan L;
          L.Items = Query;
          L.Dimension = D;
          L.Trips = Sizes[D];
          Levels.push_back(L);
        }
      return Levels;
    };
    Items All = itemsIn(nullptr);
    if (!shareMemory())
      return phase(LevelsOf(ItemQuery::Global, Open.Global), All, nullptr);
    std::array<uint64_t, 3> Groups;
    for (unsigned D = 0; D < 3; ++D)
      Groups[D] = Open.Global[D] / Open.Local[D];
    Expected<LoopRegion> R =
        phases(LevelsOf(ItemQuery::Local, Open.Local), All, nullptr);
    if (!R)
      return R;
    std::vector<LevelPlan> Around = LevelsOf(ItemQuery::Group, Groups);
    while (!Around.empty()) {
      R = around(Around.back(), std::move(*R), nullptr);
      Around.pop_back();
    }
    return R;
  }

  Items itemsIn(llvm::Loop *Parent) {
    Items All;
    SmallPtrSet<llvm::Loop *, 4> Seen;
    for (BasicBlock *B : ReversePostOrderTraversal<Function *>(&F)) {
      llvm::Loop *In = Code.LI.getLoopFor(B);
      if (In == Parent) {
        addBlock(All, *B);
        continue;
      }
      while (In && In->getParentLoop() != Parent)
        In = In->getParentLoop();
      if (In && Seen.insert(In).second) {
        Item Sub;
        Sub.Sub = In;
        All.push_back(Sub);
      }
    }
    return All;
  }
  static void addBlock(Items &All, BasicBlock &B) {
    Item Here;
    auto End = [&] {
      if (!Here.Accesses.empty())
        All.push_back(Here);
      Here = Item();
    };
    for (Instruction &I : B) {
      if (isBarrier(I)) {
        End();
        Item Barrier;
        Barrier.Barrier = &I;
        All.push_back(Barrier);
      } else if (isa<LoadInst, StoreInst>(I)) {
        Here.Accesses.push_back(&I);
      }
    }
    End();
  }

  const BasicBlock *headOf(const llvm::Loop *Scope) const {
    return Scope ? Scope->getHeader() : &F.getEntryBlock();
  }
  /// True where \p B runs in each iteration of \p Scope.
  bool runsAlways(const BasicBlock *B, const llvm::Loop *Scope) const {
    return Code.PDT.dominates(B, headOf(Scope));
  }

  /// The code between barriers, for all work-items of a group each.
  Expected<LoopRegion> phases(const std::vector<LevelPlan> &Levels, Items &All,
                              llvm::Loop *Scope) {
    LoopRegion Sequence;
    Items Phase;
    auto End = [&]() -> Error {
      if (Phase.empty())
        return Error::success();
      Expected<LoopRegion> R = phase(Levels, Phase, Scope);
      Phase.clear();
      if (!R)
        return R.takeError();
      append(Sequence, std::move(*R));
      return Error::success();
    };
    for (Item &I : All) {
      if (!I.Barrier && !(I.Sub && hasBarrier(*I.Sub))) {
        Phase.push_back(I);
        continue;
      }
      if (Error E = End())
        return std::move(E);
      if (I.Barrier) {
        if (!runsAlways(I.Barrier->getParent(), Scope))
          return errorAt(*I.Barrier, "a barrier under a condition");
        continue;
      }
      Expected<LevelPlan> Level = levelOf(*I.Sub);
      if (!Level)
        return Level.takeError();
      Items Inner = itemsIn(I.Sub);
      Expected<LoopRegion> R = phases(Levels, Inner, I.Sub);
      if (!R)
        return R;
      append(Sequence, around(*Level, std::move(*R), guardOf(*I.Sub, Scope)));
    }
    if (Error E = End())
      return std::move(E);
    return Sequence;
  }

  static void append(LoopRegion &Sequence, LoopRegion R) {
    if (R.K == LoopRegion::Kind::Sequence)
      for (LoopRegion &Child : R.Children)
        Sequence.Children.push_back(std::move(Child));
    else
      Sequence.Children.push_back(std::move(R));
  }

  /// One phase; work-items beyond a bound that all accesses obey are left out.
  Expected<LoopRegion> phase(std::vector<LevelPlan> Levels, Items &All,
                             llvm::Loop *Scope) {
    if (Levels.size() == 1)
      boundItems(Levels[0], All);
    return content(std::move(Levels), All, Scope);
  }

  /// Looks for `id < bound` above all accesses of \p All.
  void boundItems(LevelPlan &Level, const Items &All) const {
    const BasicBlock *Above = nullptr;
    auto Join = [&](const BasicBlock *B) {
      Above = Above ? Code.DT.findNearestCommonDominator(Above, B) : B;
    };
    for (const Item &I : All) {
      for (const Instruction *Access : I.Accesses)
        Join(Access->getParent());
      if (I.Sub)
        Join(I.Sub->getHeader());
    }
    for (const auto *Node = Above ? Code.DT.getNode(Above) : nullptr;
         Node && Node->getIDom(); Node = Node->getIDom()) {
      const BasicBlock *B = Node->getBlock();
      const BasicBlock *From = B->getSinglePredecessor();
      const auto *Branch =
          From ? dyn_cast<BranchInst>(From->getTerminator()) : nullptr;
      if (!Branch || !Branch->isConditional() || Branch->getSuccessor(0) != B ||
          Branch->getSuccessor(1) == B)
        continue;
      if (takeBound(Level, Branch->getCondition())) {
        Level.Bounded = B;
        return;
      }
    }
  }

  bool isItem(const Value *V, const LevelPlan &Level) const {
    while (isa<TruncInst, ZExtInst, SExtInst>(V))
      V = cast<Instruction>(V)->getOperand(0);
    const auto *I = dyn_cast<Instruction>(V);
    const auto Query = I ? itemQuery(*I) : std::nullopt;
    return Query && Query->first == Level.Items &&
           Query->second == Level.Dimension;
  }
  bool takeBound(LevelPlan &Level, const Value *Condition) const {
    const auto *Test = dyn_cast<ICmpInst>(Condition);
    if (!Test)
      return false;
    auto P = Test->getPredicate();
    const Value *Id = Test->getOperand(0), *Bound = Test->getOperand(1);
    if (isItem(Bound, Level)) {
      std::swap(Id, Bound);
      P = CmpInst::getSwappedPredicate(P);
    }
    if (!isItem(Id, Level) || !isUniform(Bound, Code.LI))
      return false;
    const auto *Number = dyn_cast<ConstantInt>(Bound);
    if (P == CmpInst::ICMP_EQ && Number && Number->isZero()) {
      Level.Trips = 1;
    } else if ((P == CmpInst::ICMP_ULT || P == CmpInst::ICMP_SLT) && Number) {
      const int64_t N = Number->getSExtValue();
      if (N < 1)
        return false;
      Level.Trips = std::min(Level.Trips, uint64_t(N));
    } else if (P == CmpInst::ICMP_ULT || P == CmpInst::ICMP_SLT) {
      Level.Bound = Bound;
    } else {
      return false;
    }
    Level.BoundTest = Test;
    return true;
  }

  Expected<LevelPlan> levelOf(llvm::Loop &L) {
    LevelPlan Level;
    Level.Code = &L;
    const SCEV *Taken = Code.SE.getBackedgeTakenCount(&L);
    if (isa<SCEVCouldNotCompute>(Taken)) {
      const auto *Exit =
          dyn_cast<BranchInst>(L.getLoopLatch()->getTerminator());
      if (!Exit || !Exit->isConditional())
        return errorAt(*L.getHeader()->getTerminator(),
                       "a loop that ends by a switch");
      Level.Test = Exit->getCondition();
      Level.GoesOn = Exit->getSuccessor(0) == L.getHeader();
      const uint64_t ByOwnTest = Code.SE.getSmallConstantMaxTripCount(&L);
      constexpr uint64_t OfEvaluator = uint64_t(1) << 24;
      Level.Trips = mostTrips(L).value_or(ByOwnTest ? ByOwnTest : OfEvaluator);
      return Level;
    }
    // Work-items that begin apart and go on by their number all run as often.
    if (const ConstantRange Range = Code.SE.getUnsignedRange(Taken);
        const APInt *Number = Range.getSingleElement()) {
      if (Number->getActiveBits() > 40)
        return errorAt(*L.getHeader()->getTerminator(),
                       "a loop of more than 2^40 iterations");
      Level.Trips = Number->getZExtValue() + 1;
      return Level;
    }
    SCEVExpander Expander(Code.SE, "trips");
    Instruction *Where = L.getLoopPreheader()->getTerminator();
    if (!Expander.isSafeToExpandAt(Taken, Where))
      return errorAt(*L.getHeader()->getTerminator(),
                     "a loop whose number of iterations cannot be computed "
                     "before it");
    Level.Last = Expander.expandCodeFor(Taken, Taken->getType(), Where);
    Level.Trips = ~uint64_t(0);
    if (const APInt Most = Code.SE.getUnsignedRangeMax(Taken);
        Most.getActiveBits() < 40)
      Level.Trips = Most.getZExtValue() + 1;
    else
      Level.Trips = uint64_t(1) << 40;
    return Level;
  }

  const BasicBlock *guardOf(const llvm::Loop &L,
                            const llvm::Loop *Scope) const {
    return runsAlways(L.getHeader(), Scope) ? nullptr : L.getLoopPreheader();
  }

  LoopRegion around(LevelPlan Level, LoopRegion Inner,
                    const BasicBlock *Guard) {
    LoopRegion R;
    R.K = LoopRegion::Kind::Loop;
    R.Index = uint32_t(Plan.Loops.size());
    Plan.Loops.push_back({std::move(Level), Guard});
    append(R, std::move(Inner));
    const llvm::Loop *Code = Plan.Loops.back().Level.Code;
    if (R.Children.empty() && Code && leavesValues(*Code)) {
      LoopRegion Cycle;
      Cycle.K = LoopRegion::Kind::Leaf;
      Cycle.Index = uint32_t(Plan.Leaves.size());
      Plan.Leaves.emplace_back();
      R.Children.push_back(Cycle);
    }
    if (R.Children.empty()) { // nothing of effect
      Plan.Loops.pop_back();
      return {};
    }
    return R;
  }

  static bool leavesValues(const llvm::Loop &L) {
    for (const BasicBlock *B : L.blocks())
      for (const Instruction &I : *B)
        for (const User *U : I.users())
          if (!L.contains(cast<Instruction>(U)))
            return true;
    return false;
  }

  LoopRegion leaf(LeafPlan L) {
    if (L.Accesses.empty() &&
        none_of(L.Levels, [](const LevelPlan &Level) { return Level.Code; }))
      return {};
    LoopRegion R;
    R.K = LoopRegion::Kind::Leaf;
    R.Index = uint32_t(Plan.Leaves.size());
    Plan.Leaves.push_back(std::move(L));
    return R;
  }

  /// \p All within \p Levels: one leaf where that is possible.
  Expected<LoopRegion> content(std::vector<LevelPlan> Levels, Items &All,
                               llvm::Loop *Scope,
                               const BasicBlock *Guard = nullptr) {
    LeafPlan One;
    One.Levels = Levels;
    One.Guard = Guard;
    const bool IsCounted = Levels.empty() || !Levels.front().Test;
    if (IsCounted && (!Levels.empty() || !hasLoop(All)))
      if (flatten(One, All,
                  !Levels.empty() && Levels.front().Bounded
                      ? Levels.front().Bounded
                      : headOf(Scope)))
        return leaf(std::move(One));
    if (!Levels.empty()) {
      const LevelPlan First = Levels.front();
      if (First.Bound || First.BoundTest) // of a whole phase in a leaf alone
        return errorAt(*F.getEntryBlock().getTerminator(),
                       "loops of several kinds within a phase whose "
                       "work-items are bounded");
      Levels.erase(Levels.begin());
      Expected<LoopRegion> R = content(std::move(Levels), All, Scope);
      if (!R)
        return R;
      return around(First, std::move(*R), Guard);
    }
    return sequence(All, Scope);
  }

  static bool hasLoop(const Items &All) {
    return any_of(All, [](const Item &I) { return I.Sub; });
  }

  Expected<LoopRegion> sequence(Items &All, llvm::Loop *Scope) {
    LoopRegion Sequence;
    LeafPlan Blocks;
    auto End = [&] {
      if (!Blocks.Accesses.empty())
        append(Sequence, leaf(std::move(Blocks)));
      Blocks = LeafPlan();
    };
    for (Item &I : All) {
      for (Instruction *Access : I.Accesses)
        Blocks.Accesses.push_back({Access, 0, false});
      if (!I.Sub)
        continue;
      End();
      Expected<LevelPlan> Level = levelOf(*I.Sub);
      if (!Level)
        return Level.takeError();
      Items Inner = itemsIn(I.Sub);
      Expected<LoopRegion> R =
          content({*Level}, Inner, I.Sub, guardOf(*I.Sub, Scope));
      if (!R)
        return R;
      append(Sequence, std::move(*R));
    }
    End();
    return Sequence;
  }

  /// Adds \p All, within the levels of \p One, to it. False where there are
  /// several loops beside each other, or one of another number of iterations
  /// each time.
  bool flatten(LeafPlan &One, const Items &All, const BasicBlock *Head) {
    const auto Depth = uint32_t(One.Levels.size());
    bool IsBehind = false;
    for (const Item &I : All) {
      for (Instruction *Access : I.Accesses)
        One.Accesses.push_back({Access, Depth, IsBehind});
      if (!I.Sub)
        continue;
      if (IsBehind || !Code.PDT.dominates(I.Sub->getHeader(), Head))
        return false;
      IsBehind = true;
      Expected<LevelPlan> Level = levelOf(*I.Sub);
      if (!Level) {
        consumeError(Level.takeError());
        return false;
      }
      if (Level->Last || Level->Test)
        return false;
      One.Levels.push_back(*Level);
      const Items Inner = itemsIn(I.Sub);
      if (!flatten(One, Inner, I.Sub->getHeader()))
        return false;
    }
    return true;
  }
};

} // namespace

Expected<RegionPlan> planRegions(CodeFacts &Code) {
  return Planner(Code).run();
}

} // namespace roofline
