// Replaces local memory of work-groups by the global elements that it holds.
#include "roofline/Tiles/LocalTiles.h"

#include "CellLift.h"
#include "LaunchShape.h"
#include "UnrollReads.h"

#include "roofline/Canonical/PassAnalyses.h"
#include "roofline/Stream/StreamKernel.h"
#include "roofline/Variants/PaddedAccess.h"
#include "roofline/Variants/WorkItem.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

#include <limits>
#include <memory>

using namespace llvm;

namespace roofline {
namespace {

void runPasses(Function &F, FunctionPassManager Passes) {
  PassAnalyses Analyses;
  Passes.run(F, Analyses.FAM);
}

/// Members of vectors and structures become cells of their own.
void splitAccesses(Function &F) {
  lowerVectorAccesses(*F.getParent());
  expandCopies(F, MaxPortBits / 8);
  ScalarizerPassOptions Scalars;
  Scalars.ScalarizeVariableInsertExtract = true;
  Scalars.ScalarizeLoadStore = true;
  FunctionPassManager Passes;
  Passes.addPass(ScalarizerPass(Scalars));
  runPasses(F, std::move(Passes));
}

/// Drops barriers and fences: memory that work-items of a group share is gone,
/// or is a buffer. A later check refuses a buffer that is both written and read
/// at another place.
void dropBarriers(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (isGroupBarrier(I) || calledBuiltin(I).ends_with("mem_fence"))
      I.eraseFromParent();
}

/// Drops what only filled local memory.
void dropStaging(Function &F) {
  dropBarriers(F);
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (const auto *Store = dyn_cast<StoreInst>(&I);
        Store && localObject(Store->getPointerOperand()))
      I.eraseFromParent();
  F.addFnAttr(Attribute::MustProgress); // each loop was seen to end
  FunctionPassManager Passes;
  Passes.addPass(ADCEPass());
  Passes.addPass(SimplifyCFGPass());
  Passes.addPass(LoopSimplifyPass());
  Passes.addPass(LCSSAPass());
  Passes.addPass(createFunctionToLoopPassAdaptor(LoopDeletionPass()));
  Passes.addPass(ADCEPass());
  Passes.addPass(SimplifyCFGPass());
  runPasses(F, std::move(Passes));
}

/// The first use of local memory, or null.
const Instruction *firstLocalUse(const Function &F) {
  for (const Instruction &I : instructions(F))
    for (const Value *Operand : I.operands())
      if (Operand->getType()->isPointerTy() && localObject(Operand))
        return &I;
  return nullptr;
}

/// Places in the new launch and in loops, as values of the kernel.
class PositionValues {
public:
  PositionValues(Function &F, const KernelCode &Code) : F(F), Code(Code) {}

  Value *ofLaunch(unsigned D) {
    Value *&Known = Ids[D];
    if (Known)
      return Known;
    IRBuilder<> Builder(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    return Known = globalId(Builder, D);
  }

  /// The iterations of the loop \p Index before this one.
  Value *ofLoop(unsigned Index) {
    Value *&Known = Counters[Index];
    if (Known)
      return Known;
    const llvm::Loop &L = *Code.Loops[Index];
    IRBuilder<> Builder(&*L.getHeader()->begin());
    PHINode *Counter = Builder.CreatePHI(Builder.getInt64Ty(), 2);
    Known = Counter;
    for (BasicBlock *From : predecessors(L.getHeader())) {
      Value *Next = Builder.getInt64(0);
      if (L.contains(From)) {
        Builder.SetInsertPoint(From->getTerminator());
        Next = Builder.CreateAdd(Counter, Builder.getInt64(1), "",
                                 /*NUW=*/true, /*NSW=*/true);
      }
      Counter->addIncoming(Next, From);
    }
    return Counter;
  }

private:
  Function &F;
  const KernelCode &Code;
  std::array<Value *, 3> Ids = {nullptr, nullptr, nullptr};
  std::map<unsigned, Value *> Counters;
};

/// Instructions of \p F that decide what is in buffers afterwards, or may: what
/// fills local memory is followed already.
SmallPtrSet<const Instruction *, 32> usedOutside(const Function &F) {
  SmallPtrSet<const Instruction *, 32> Used;
  SmallVector<const Instruction *, 32> Work;
  auto Add = [&](const Value *V) {
    if (const auto *I = dyn_cast<Instruction>(V); I && Used.insert(I).second)
      Work.push_back(I);
  };
  for (const Instruction &I : instructions(F)) {
    const auto *Store = dyn_cast<StoreInst>(&I);
    const bool Stages = Store && localObject(Store->getPointerOperand());
    if (!Stages && (I.isTerminator() || I.mayHaveSideEffects()))
      Add(&I);
  }
  while (!Work.empty())
    for (const Use &U : Work.pop_back_val()->operands())
      Add(U.get());
  return Used;
}

/// A value that is replaced, before the kernel is changed.
struct Replaced {
  Instruction *Inst;
  SmallVector<CellAxis, 5> Axes;
  SmallVector<Value *, 5> Positions;
  std::vector<CellInstance> Instances;
};

/// Replaces what groups and iterations share by what each position of the new
/// launch computes of buffers.
class TileReplacement {
public:
  TileReplacement(Function &F, const KernelCode &Code, const LaunchRun &Run,
                  const LaunchShape &Shape)
      : F(F), Code(Code), Run(Run), Shape(Shape), Positions(F, Code) {}

  Error run();

private:
  Replaced describe(Instruction &I);
  void addInstances(Replaced &R, ArrayRef<unsigned> Around);
  static void unloop(BasicBlock *Header, BasicBlock *Exit);

  Function &F;
  const KernelCode &Code;
  const LaunchRun &Run;
  const LaunchShape &Shape;
  PositionValues Positions;
};

Replaced TileReplacement::describe(Instruction &I) {
  Replaced R = {&I, {}, {}, {}};
  const SmallVector<unsigned, 3> Around = Code.loopsAround(I.getParent());
  for (auto [D, A] : enumerate(Shape.Axes)) {
    CellAxis Axis = {A.GroupOf, {{0, 0}}, A.size()};
    if (A.GroupOf)
      Axis.Segments = Run.segments(*A.GroupOf);
    R.Axes.push_back(std::move(Axis));
    R.Positions.push_back(Positions.ofLaunch(unsigned(D)));
  }
  for (unsigned L : Around)
    if (!Code.March || L != Code.LoopIndex.lookup(Code.March)) {
      R.Axes.push_back(CellAxis());
      R.Positions.push_back(Positions.ofLoop(L));
    }
  addInstances(R, Around);
  return R;
}

void TileReplacement::addInstances(Replaced &R, ArrayRef<unsigned> Around) {
  auto SegmentOf = [&](const LaunchAxis &A, const GroupBox &Box) {
    if (!A.GroupOf)
      return int64_t(0);
    const auto &Segments = Run.segments(*A.GroupOf);
    auto IsOurs = [&](const auto &S) {
      return S.first == Box.First[*A.GroupOf];
    };
    return int64_t(find_if(Segments, IsOurs) - Segments.begin());
  };
  const unsigned *Marched =
      Code.March ? find(Around, Code.LoopIndex.lookup(Code.March))
                 : Around.end();
  for (const auto &[Box, Values] : Run.values()) {
    const auto *Seen = Values.Seen.find(R.Inst);
    if (Seen == Values.Seen.end())
      continue;
    for (const SeenValue &V : Seen->second) {
      const std::array<int64_t, 3> Id = Code.idOf(V.Item);
      CellInstance I;
      I.Node = V.Node;
      bool IsOfLaunch = true;
      for (const LaunchAxis &A : Shape.Axes) {
        const int64_t Item = A.ItemOf ? Id[*A.ItemOf] - A.First : 0;
        IsOfLaunch &= Item >= 0 && Item < A.Items;
        int64_t Point = SegmentOf(A, Box) * A.size() + Item;
        if (A.HasLoop && Marched != Around.end())
          Point += V.Iterations[size_t(Marched - Around.begin())] * A.Items;
        I.Points.push_back(uint32_t(Point));
      }
      for (auto [L, Iteration] : zip_equal(Around, V.Iterations)) {
        if (Code.March && L == Code.LoopIndex.lookup(Code.March))
          continue;
        int64_t &Size = R.Axes[I.Points.size()].Size;
        Size = std::max<int64_t>(Size, Iteration + 1);
        I.Points.push_back(Iteration);
      }
      if (IsOfLaunch)
        R.Instances.push_back(std::move(I));
    }
  }
}

/// The loop at \p Header runs once for each position of the launch.
void TileReplacement::unloop(BasicBlock *Header, BasicBlock *Exit) {
  for (BasicBlock *Latch : SmallVector<BasicBlock *, 2>(predecessors(Header)))
    if (Instruction *End = Latch->getTerminator();
        is_contained(successors(Latch), Exit)) {
      Header->removePredecessor(Latch);
      BranchInst::Create(Exit, End->getIterator());
      End->eraseFromParent();
    }
}

Error TileReplacement::run() {
  const SmallPtrSet<const Instruction *, 32> Used = usedOutside(F);
  // Before conditions are put into it.
  BasicBlock *Exit = Code.March ? Code.March->getUniqueExitBlock() : nullptr;
  std::vector<Replaced> All;
  for (Instruction &I : instructions(F)) {
    const bool IsRead =
        isa<LoadInst>(I) && localObject(getLoadStorePointerOperand(&I));
    const bool IsCarried = Code.March && isa<PHINode>(I) &&
                           I.getParent() == Code.March->getHeader();
    if (!IsRead && !IsCarried)
      continue;
    if (Used.contains(&I))
      All.push_back(describe(I));
    else
      All.push_back({&I, {}, {}, {}});
  }
  for (const Replaced &R : All) {
    if (R.Instances.empty()) { // never executed, or nobody needs it
      R.Inst->replaceAllUsesWith(PoisonValue::get(R.Inst->getType()));
      R.Inst->eraseFromParent();
      continue;
    }
    CellLift Lift(Run.Nodes, R.Axes, R.Positions, *R.Inst,
                  Shape.IsOfGroups ? MaxPortBits
                                   : std::numeric_limits<uint64_t>::max());
    if (Error E = Lift.replace(R.Instances))
      return E;
  }
  if (Code.March)
    unloop(Code.March->getHeader(), Exit);
  return Error::success();
}

/// A launch that was run on symbols, and the shape that it gets.
struct FollowedLaunch {
  KernelCode Code;
  std::optional<LaunchRun> Run;
  LaunchShape Shape;
  FollowedLaunch(const Function &F, const Launch &L) : Code(F, L) {}
};

using FollowedPtr = std::unique_ptr<FollowedLaunch>;

/// Follows \p F in \p L, with \p Marches along the loop of its work-items;
/// null where that cannot be marched along.
Expected<FollowedPtr> follow(const Function &F, const Launch &L, bool Marches) {
  auto Found = std::make_unique<FollowedLaunch>(F, L);
  KernelCode &Code = Found->Code;
  Code.March = Marches ? marchedLoop(Code) : nullptr;
  if (Marches && !Code.March)
    return nullptr;
  if (Error E = Found->Run.emplace(Code).run())
    return E;
  std::optional<LaunchShape> Shape = shapeOf(Code, *Found->Run);
  if (!Shape)
    return nullptr;
  Found->Shape = *Shape;
  return Found;
}

/// True where work-items keep a value for the next iteration of \p March other
/// than its counters, and fill local memory within.
bool keepsForTiles(const llvm::Loop &March) {
  auto Counts = [&](const PHINode &Phi) {
    const Value *Next = March.getLoopLatch()
                            ? Phi.getIncomingValueForBlock(March.getLoopLatch())
                            : nullptr;
    const auto *Step = dyn_cast_or_null<Instruction>(Next);
    return Step && (isa<BinaryOperator, GetElementPtrInst>(Step)) &&
           is_contained(Step->operand_values(), &Phi) &&
           all_of(Step->operand_values(), [&](const Value *V) {
             return V == &Phi || March.isLoopInvariant(V);
           });
  };
  return !all_of(March.getHeader()->phis(), Counts) &&
         any_of(March.blocks(), [](const BasicBlock *B) {
           return any_of(*B, [](const Instruction &I) {
             return isa<StoreInst>(I) &&
                    localObject(getLoadStorePointerOperand(&I));
           });
         });
}

/// Follows \p F in \p L as a march where only that gives positions in the order
/// of what they store, or where its iterations share what they keep.
Expected<FollowedPtr> followAsFits(const Function &F, const Launch &L) {
  {
    const KernelCode Code(F, L);
    const llvm::Loop *March = marchedLoop(Code);
    if (March && keepsForTiles(*March)) {
      Expected<FollowedPtr> Marched = follow(F, L, /*Marches=*/true);
      if (!Marched || *Marched)
        return Marched;
    }
  }
  Expected<FollowedPtr> Found = follow(F, L, /*Marches=*/false);
  if (!Found || (*Found)->Shape.IsStraight)
    return Found;
  Expected<FollowedPtr> Marched = follow(F, L, /*Marches=*/true);
  if (Marched && *Marched)
    return Marched;
  consumeError(Marched.takeError());
  return Found;
}

/// True where work-items of \p F ask for their places in groups.
bool asksForGroups(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    return is_contained({"get_local_id", "get_group_id"}, calledBuiltin(I));
  });
}

/// True where only a march along a loop of \p F, which has no local memory,
/// gives positions in the order of what they store.
bool interleaves(const Function &F, const Launch &L) {
  if (!asksForGroups(F) || !marchedLoop(KernelCode(F, L)))
    return false;
  Expected<FollowedPtr> Found = followAsFits(F, L);
  if (Found)
    return (*Found)->Code.March;
  consumeError(Found.takeError());
  return false;
}

} // namespace

Error replaceTiles(Function &Kernel, Launch &L) {
  if (L.Global[0] * L.Global[1] * L.Global[2] == 1)
    return Error::success(); // local memory keeps what no group shares
  const Instruction *Use = firstLocalUse(Kernel);
  if (!Use && !interleaves(Kernel, L)) {
    dropBarriers(Kernel);
    return Error::success();
  }
  if (Use && !L.Local)
    return errorAt(*Use, "local memory of a work-group whose size is not "
                         "known: give it by --local");
  splitAccesses(Kernel);
  unrollReads(Kernel);
  Expected<FollowedPtr> Found = followAsFits(Kernel, L);
  if (!Found)
    return Found.takeError();
  const FollowedLaunch &Of = **Found;
  Launch New = L;
  renumber(Kernel, Of.Code, Of.Shape, New);
  if (Error E = TileReplacement(Kernel, Of.Code, *Of.Run, Of.Shape).run())
    return E;
  dropStaging(Kernel);
  L = New;
  return Error::success();
}

} // namespace roofline
