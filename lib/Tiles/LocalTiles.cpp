// Local memory of work-groups, read as the global elements that it holds.
#include "roofline/Tiles/LocalTiles.h"

#include "CellLift.h"
#include "GroupRun.h"
#include "UnrollReads.h"

#include "roofline/Stream/StreamKernel.h"
#include "roofline/Variants/PaddedAccess.h"
#include "roofline/Variants/WorkItem.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace roofline {
namespace {

/// [instruction] of all work-items that are run: some seconds.
constexpr uint64_t MaxSteps = uint64_t(1) << 26;
/// [box] that the groups of a launch fall into.
constexpr size_t MaxBoxes = size_t(1) << 14;

void runPasses(Function &F, FunctionPassManager Passes) {
  PassBuilder PB;
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  Passes.run(F, FAM);
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

/// Drops what only filled local memory.
void dropStaging(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    const auto *Store = dyn_cast<StoreInst>(&I);
    if (isGroupBarrier(I) || calledBuiltin(I).ends_with("mem_fence") ||
        (Store && localObject(Store->getPointerOperand())))
      I.eraseFromParent();
  }
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

/// The boxes that the groups of a launch fall into, and what each one reads.
class LaunchRun {
public:
  explicit LaunchRun(const KernelCode &Code) : Code(Code) {
    for (unsigned D = 0; D < 3; ++D)
      Segments[D] = {{0, Code.Groups[D] - 1}};
  }

  Error run();
  /// Axes of \p Load: those of the launch and of the loops around it.
  SmallVector<CellAxis, 5> axesOf(const LoadInst &Load) const;
  std::vector<CellInstance> instancesOf(const LoadInst &Load) const;

  GroupNodes Nodes;

private:
  std::vector<GroupBox> boxes() const;
  void divide(const GroupCut &Cut);

  const KernelCode &Code;
  std::array<std::vector<std::pair<int64_t, int64_t>>, 3> Segments;
  std::map<GroupBox, GroupReads> Reads;
};

std::vector<GroupBox> LaunchRun::boxes() const {
  std::vector<GroupBox> Boxes;
  for (auto [FirstZ, LastZ] : Segments[2])
    for (auto [FirstY, LastY] : Segments[1])
      for (auto [FirstX, LastX] : Segments[0])
        Boxes.push_back({{FirstX, FirstY, FirstZ}, {LastX, LastY, LastZ}});
  return Boxes;
}

void LaunchRun::divide(const GroupCut &Cut) {
  auto &Of = Segments[Cut.D];
  auto At = find_if(Of, [&](const auto &S) { return S.second >= Cut.At; });
  const int64_t First = At->first;
  At->first = Cut.At;
  Of.insert(At, {First, Cut.At - 1});
  erase_if(Reads, [&](const auto &Run) {
    return Run.first.First[Cut.D] < Cut.At && Run.first.Last[Cut.D] >= Cut.At;
  });
}

Error LaunchRun::run() {
  uint64_t Steps = MaxSteps;
  for (bool IsDone = false; !IsDone;) {
    IsDone = true;
    const std::vector<GroupBox> Boxes = boxes();
    if (Boxes.size() > MaxBoxes)
      return refusedAt(*firstLocalUse(Code.F),
                       "the work-groups of this launch use local memory in "
                       "too many different ways to be followed");
    for (const GroupBox &Box : Boxes) {
      if (Reads.count(Box))
        continue;
      GroupReads Found;
      auto Cut = GroupRun(Code, Nodes, Box, Steps).run(Found);
      if (!Cut)
        return Cut.takeError();
      if (*Cut) {
        divide(**Cut);
        IsDone = false;
        break;
      }
      Reads[Box] = std::move(Found);
    }
  }
  return Error::success();
}

SmallVector<CellAxis, 5> LaunchRun::axesOf(const LoadInst &Load) const {
  SmallVector<CellAxis, 5> Axes;
  for (unsigned D = 0; D < 3; ++D)
    Axes.push_back({D, Segments[D], Code.Local[D]});
  const size_t Loops = Code.loopsAround(Load.getParent()).size();
  Axes.resize(3 + Loops);
  for (const auto &[Box, Of] : Reads)
    for (const CellRead &Read : Of.Reads)
      if (Read.At == &Load)
        for (size_t L = 0; L < Loops; ++L)
          Axes[3 + L].Size =
              std::max<int64_t>(Axes[3 + L].Size, Read.Iterations[L] + 1);
  return Axes;
}

std::vector<CellInstance> LaunchRun::instancesOf(const LoadInst &Load) const {
  std::vector<CellInstance> Instances;
  for (const auto &[Box, Of] : Reads) {
    std::array<uint32_t, 3> First;
    for (unsigned D = 0; D < 3; ++D) {
      auto IsOurs = [&, &Box = Box](const auto &S) {
        return S.first == Box.First[D];
      };
      First[D] = uint32_t((find_if(Segments[D], IsOurs) - Segments[D].begin()) *
                          Code.Local[D]);
    }
    for (const CellRead &Read : Of.Reads) {
      if (Read.At != &Load)
        continue;
      CellInstance I;
      uint32_t Item = Read.Item;
      for (unsigned D = 0; D < 3; ++D) {
        I.Points.push_back(First[D] + Item % uint32_t(Code.Local[D]));
        Item /= uint32_t(Code.Local[D]);
      }
      append_range(I.Points, Read.Iterations);
      I.Node = Read.Node;
      Instances.push_back(std::move(I));
    }
  }
  return Instances;
}

/// Places in the launch and in loops, as values of the kernel.
class PositionValues {
public:
  PositionValues(Function &F, const KernelCode &Code) : F(F), Code(Code) {}

  Value *ofLaunch(unsigned D) {
    Value *&Known = Ids[D];
    if (Known)
      return Known;
    IRBuilder<> Builder(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    if (D >= Code.L.Dimensions)
      return Known = Builder.getInt64(0);
    FunctionCallee Callee = F.getParent()->getOrInsertFunction(
        "_Z13get_global_idj", Builder.getInt64Ty(), Builder.getInt32Ty());
    CallInst *Call = Builder.CreateCall(Callee, {Builder.getInt32(D)});
    Call->setCallingConv(CallingConv::SPIR_FUNC);
    return Known = Builder.CreateZExt(Call, Builder.getInt64Ty());
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

/// A read of local memory, before the kernel is changed.
struct FoundRead {
  LoadInst *At;
  SmallVector<CellAxis, 5> Axes;
  SmallVector<Value *, 5> Positions;
  std::vector<CellInstance> Instances;
};

Error replaceReads(Function &F, const Launch &L) {
  KernelCode Code(F, L);
  LaunchRun Run(Code);
  if (Error E = Run.run())
    return E;
  PositionValues Positions(F, Code);
  const SmallPtrSet<const Instruction *, 32> Used = usedOutside(F);
  std::vector<FoundRead> Found;
  for (Instruction &I : instructions(F)) {
    auto *Load = dyn_cast<LoadInst>(&I);
    if (!Load || !localObject(Load->getPointerOperand()))
      continue;
    FoundRead Of = {Load, Run.axesOf(*Load), {}, {}};
    if (Used.contains(Load))
      Of.Instances = Run.instancesOf(*Load);
    for (unsigned D = 0; D < 3; ++D)
      Of.Positions.push_back(Positions.ofLaunch(D));
    for (unsigned Around : Code.loopsAround(Load->getParent()))
      Of.Positions.push_back(Positions.ofLoop(Around));
    Found.push_back(std::move(Of));
  }
  for (const FoundRead &Of : Found) {
    if (Of.Instances.empty()) { // never executed, or nobody needs it
      Of.At->replaceAllUsesWith(PoisonValue::get(Of.At->getType()));
      Of.At->eraseFromParent();
      continue;
    }
    CellLift Lift(Run.Nodes, Of.Axes, Of.Positions, *Of.At);
    if (Error E = Lift.replace(Of.Instances))
      return E;
  }
  return Error::success();
}

} // namespace

Error replaceTiles(Function &Kernel, Launch &L) {
  const Instruction *Use = firstLocalUse(Kernel);
  if (!Use)
    return Error::success();
  if (!L.Local)
    return refusedAt(*Use, "local memory of a work-group whose size is not "
                           "known: give it by --local");
  splitAccesses(Kernel);
  unrollReads(Kernel);
  if (Error E = replaceReads(Kernel, L))
    return E;
  dropStaging(Kernel);
  return Error::success();
}

} // namespace roofline
