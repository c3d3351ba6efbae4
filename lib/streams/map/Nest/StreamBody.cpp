// The code that one position of a stream kernel executes.
#include "roofline/Nest/StreamBody.h"

#include "AccessChoices.h"
#include "ConstantTables.h"
#include "FlatNest.h"
#include "GridStride.h"
#include "LaidOutLoops.h"
#include "LineBuffer.h"
#include "LoopCounters.h"
#include "LoopExits.h"
#include "NestFacts.h"
#include "RowStores.h"
#include "ShiftRegister.h"
#include "SteppedCounters.h"

#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/Canonical/Canonicalize.h"
#include "roofline/Canonical/CloneKernels.h"
#include "roofline/Canonical/ErrorAt.h"
#include "roofline/Canonical/PassAnalyses.h"
#include "roofline/Nest/AtomicUpdates.h"
#include "roofline/Nest/PrivateArrays.h"
#include "roofline/Tiles/LocalTiles.h"
#include "roofline/Variants/KernelVariant.h"
#include "roofline/Variants/PaddedAccess.h"
#include "roofline/Variants/WorkItem.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/CodeGen/ExpandReductions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace roofline {

/// Place of \p V, of a value that it joins, or of the code around.
static SourceLocation placeOf(const Value *V) {
  SourceLocation Loc = sourceLocation(V);
  if (const auto *Phi = dyn_cast_or_null<PHINode>(V))
    for (const Value *From : Phi->incoming_values())
      if (!Loc)
        Loc = sourceLocation(From);
  if (const auto *I = dyn_cast_or_null<Instruction>(V))
    for (const Instruction &Near : *I->getParent())
      if (!Loc)
        Loc = sourceLocation(&Near);
  return Loc;
}

Error notAStream(const Value *V, const Twine &Text) {
  return errorAt(placeOf(V), Text);
}

std::string whyUnknown(const Value *V, const Function &Kernel,
                       const Twine &Else) {
  SmallVector<const Value *, 8> Work = {V};
  SmallPtrSet<const Value *, 16> Seen;
  std::string Free;
  while (!Work.empty()) {
    const Value *From = Work.pop_back_val();
    if (const auto *A = dyn_cast<Argument>(From);
        A && A->getType()->isIntegerTy())
      Free = kernelArgument(*Kernel.getArg(A->getArgNo())).Name;
    const auto *I = dyn_cast<Instruction>(From);
    if (!I || !Seen.insert(I).second)
      continue;
    SourceLocation Loc = sourceLocation(I);
    if (I->mayReadFromMemory() && Loc)
      return "depends on what is read at " + std::to_string(Loc.Line) + ":" +
             std::to_string(Loc.Column);
    append_range(Work, I->operands());
  }
  return Free.empty() ? Else.str()
                      : "depends on '" + Free + "'; bind it by --arg";
}

namespace {

/// The passes that bring one function into the form of a nest.
class Passes : public PassAnalyses {
public:
  /// From now on no guard is taken for the end of a loop.
  void keepExits() { ExitsApart = true; }
  void clean(Function &F) {
    if (ExitsApart)
      keepExitsApart(F);
    FunctionPassManager FPM;
    FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
    FPM.addPass(InstCombinePass()); // indices of arrays that were laid out
    FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
    ScalarizerPassOptions Scalars; // the members of vectors, one by one
    Scalars.ScalarizeVariableInsertExtract = true;
    Scalars.ScalarizeLoadStore = true;
    FPM.addPass(ScalarizerPass(Scalars));
    FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    FPM.addPass(InstCombinePass());
    FPM.addPass(SimplifyCFGPass());
    FPM.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass()));
    FPM.addPass(InstCombinePass());
    FPM.addPass(SimplifyCFGPass());
    FPM.addPass(LoopSimplifyPass());
    FPM.addPass(LCSSAPass());
    FPM.run(F, FAM);
    if (ExitsApart)
      showExits(F);
    FAM.clear(F, F.getName());
  }
  /// The members of vectors that any() and all() join, one by one: no pass
  /// takes the bits of a comparison apart.
  void splitJoins(Function &F) {
    ExpandReductionsPass().run(F, FAM);
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Mask = dyn_cast<BitCastInst>(&I);
      auto *Bits = Mask ? dyn_cast<FixedVectorType>(Mask->getSrcTy()) : nullptr;
      if (!Bits || !Bits->getElementType()->isIntegerTy(1) ||
          !Mask->getType()->isIntegerTy())
        continue;
      IRBuilder<> Builder(Mask);
      Value *Joined = ConstantInt::get(Mask->getType(), 0);
      for (unsigned Member = 0; Member < Bits->getNumElements(); ++Member) {
        Value *Bit = Builder.CreateExtractElement(Mask->getOperand(0), Member);
        Joined = Builder.CreateOr(
            Joined, Builder.CreateShl(Builder.CreateZExt(Bit, Mask->getType()),
                                      Member));
      }
      Mask->replaceAllUsesWith(Joined);
      Mask->eraseFromParent();
    }
    FAM.clear(F, F.getName());
  }
  /// Sums that loops keep in an element of a buffer, and marks that some of
  /// their iterations set, become values that they carry. Streams share no
  /// memory, so arguments do not alias; and the element may be stored as it was
  /// where a condition leaves it alone.
  void carrySums(Function &F) {
    LLVMContext &Context = F.getContext();
    const DataLayout &DL = F.getDataLayout();
    for (Argument &A : F.args())
      if (A.getType()->isPointerTy())
        A.addAttr(Attribute::NoAlias);
    SmallMapVector<Argument *, uint64_t, 4>
        Kept;                        // [byte] up to the last fixed element
    SmallPtrSet<Argument *, 4> Read; // a sum reads what it writes
    SmallDenseMap<Argument *, Value *, 4> Marks; // by a constant in loops
    const auto &LI = FAM.getResult<LoopAnalysis>(F);
    for (Instruction &I : instructions(F)) {
      int64_t Bytes = 0;
      Value *Pointer = getLoadStorePointerOperand(&I);
      auto *Base =
          Pointer ? dyn_cast<Argument>(
                        GetPointerBaseWithConstantOffset(Pointer, Bytes, DL))
                  : nullptr;
      if (!Base || Bytes < 0) {
        if (isa<StoreInst>(I))
          if (auto *A = dyn_cast<Argument>(getUnderlyingObject(Pointer)))
            Marks[A] = nullptr; // its elements are a stream
        continue;
      }
      if (isa<LoadInst>(I)) {
        Read.insert(Base);
        continue;
      }
      Value *Stored = cast<StoreInst>(I).getValueOperand();
      const bool IsMark = isa<Constant>(Stored) && LI.getLoopFor(I.getParent());
      Value *&Mark = Marks.try_emplace(Base, Stored).first->second;
      Mark = IsMark && Mark == Stored ? Stored : nullptr;
      Kept[Base] = std::max<uint64_t>(
          Kept[Base], Bytes + DL.getTypeStoreSize(getLoadStoreType(&I)));
    }
    Kept.remove_if([&](auto &Pair) {
      return !Read.contains(Pair.first) && !Marks.lookup(Pair.first);
    });
    for (auto [A, Bytes] : Kept) {
      A->addAttr(Attribute::Writable);
      A->addAttr(Attribute::getWithDereferenceableBytes(Context, Bytes));
    }
    // A hoisted load keeps the place that its error is reported at.
    SmallVector<std::pair<WeakVH, DebugLoc>> Places;
    for (Instruction &I : instructions(F))
      if (isa<LoadInst>(I))
        Places.emplace_back(&I, I.getDebugLoc());
    FunctionPassManager FPM;
    FPM.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()),
                                                /*UseMemorySSA=*/true));
    FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
    FPM.addPass(DSEPass()); // the first value, where the kernel stores one
    FPM.addPass(LoopSimplifyPass());
    FPM.addPass(LCSSAPass());
    FPM.run(F, FAM);
    FAM.clear(F, F.getName());
    for (auto [A, Bytes] : Kept) { // true of these sums alone
      A->removeAttr(Attribute::Writable);
      A->removeAttr(Attribute::Dereferenceable);
    }
    for (auto &[Load, Place] : Places)
      if (Load)
        cast<Instruction>(Load)->setDebugLoc(Place);
  }
  /// Returns what \p Change makes of the loops of \p F, whose analyses are
  /// made anew then.
  template <typename Step> auto onLoops(Function &F, Step Change) {
    auto Forget = make_scope_exit([&] { FAM.clear(F, F.getName()); });
    return Change(FAM.getResult<LoopAnalysis>(F),
                  FAM.getResult<ScalarEvolutionAnalysis>(F));
  }
  /// Runs \p Change on each innermost loop, and cleans where it changed one.
  void onInnermost(Function &F, bool (*Change)(llvm::Loop &, ScalarEvolution &,
                                               const DominatorTree &)) {
    const auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
    const bool Changed = onLoops(F, [&](LoopInfo &LI, ScalarEvolution &SE) {
      bool Any = false;
      for (llvm::Loop *L : LI.getLoopsInPreorder())
        Any |= L->isInnermost() && Change(*L, SE, DT);
      return Any;
    });
    if (Changed)
      clean(F);
  }

private:
  bool ExitsApart = false;
};

} // namespace

/// Integer arguments that addresses, sizes and choices of addresses depend on.
SmallPtrSet<Argument *, 4> shapeArguments(Function &F) {
  SmallVector<Value *, 16> Work;
  for (Instruction &I : instructions(F)) {
    if (auto *Address = dyn_cast<GetElementPtrInst>(&I))
      append_range(Work, Address->indices());
    else if (auto *Select = dyn_cast<SelectInst>(&I);
             Select && Select->getType()->isPointerTy())
      Work.push_back(Select->getCondition());
    else if (I.isTerminator() && I.getNumOperands() && I.getNumSuccessors() > 1)
      Work.push_back(I.getOperand(0)); // the size of a loop, or a border
  }
  SmallPtrSet<Argument *, 4> Result;
  SmallPtrSet<Value *, 32> Seen;
  while (!Work.empty()) {
    Value *V = Work.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    if (auto *A = dyn_cast<Argument>(V))
      Result.insert(A);
    else if (auto *I = dyn_cast<Instruction>(V); I && !I->mayReadFromMemory())
      append_range(Work, I->operands());
  }
  return Result;
}

/// Puts in the numbers that the launch gives for what shapes the streams.
static void bindShape(Function &F, const Launch &L) {
  for (Argument *A : shapeArguments(F))
    if (auto Bound = L.Args.find(kernelArgument(*A).Name);
        Bound != L.Args.end() && A->getType()->isIntegerTy())
      A->replaceAllUsesWith(
          ConstantInt::getSigned(A->getType(), Bound->second));
}

/// Rejects an operation that no stream has, at its place.
static Error checkOperations(Function &F) {
  for (Instruction &I : instructions(F)) {
    if (I.isAtomic())
      return notAStream(&I, "an atomic operation: work-items are not "
                            "independent");
    const auto *Call = dyn_cast<CallBase>(&I);
    if (Call && !Call->getCalledFunction())
      return notAStream(&I, "an indirect call");
    if (Call && Call->getCalledFunction()->getName().contains("barrier"))
      return notAStream(&I, "a barrier: work-items are not independent");
  }
  return Error::success();
}

/// Rejects copies to or from a buffer that are left.
static Error checkCopies(Function &F) {
  for (Instruction &I : instructions(F))
    if (auto *Copy = dyn_cast<MemIntrinsic>(&I)) {
      auto *From = dyn_cast<MemTransferInst>(Copy);
      if (!isa<Argument>(getUnderlyingObject(Copy->getDest())) &&
          !(From && isa<Argument>(getUnderlyingObject(From->getSource()))))
        continue;
      auto *Bytes = dyn_cast<ConstantInt>(Copy->getLength());
      std::string Size = Bytes ? std::to_string(Bytes->getZExtValue())
                               : "an unknown number of";
      return notAStream(&I, "a copy of " + Size +
                                " bytes; a stream carries up to " +
                                Twine(MaxPortBits / 8) + " at once");
    }
  return Error::success();
}

/// Rows that hand a register on become one loop, and line buffers registers.
static Error openRows(Function &F, Passes &P) {
  while (P.onLoops(F, flattenRows))
    P.clean(F);
  return P
      .onLoops(F,
               [&](LoopInfo &LI, ScalarEvolution &SE) {
                 return openLineBuffers(F, LI, SE);
               })
      .takeError();
}

/// \p Kernel is the original of \p F.
static Error checkNest(const std::vector<llvm::Loop *> &Loops,
                       const Function &F, const Function &Kernel) {
  if (Loops.empty() && none_of(instructions(F), [](const Instruction &I) {
        return I.mayWriteToMemory();
      }))
    return notAStream(&Kernel, "in a launch of this size, with these "
                               "arguments, the kernel writes nothing");
  if (Loops.empty())
    return notAStream(&Kernel,
                      "no access moves with the work-item or with a loop");
  if (Loops.size() > 3)
    return notAStream(Loops[3]->getHeader()->getTerminator(),
                      "streams have three dimensions at most");
  for (size_t I = 0; I < Loops.size(); ++I) {
    const llvm::Loop *Around = I ? Loops[I - 1] : nullptr;
    if (Loops[I]->getParentLoop() != Around)
      return notAStream(Loops[I]->getHeader()->getTerminator(),
                        "a second loop beside the one that is mapped");
    if (!Loops[I]->getLoopLatch() ||
        Loops[I]->getExitingBlock() != Loops[I]->getLoopLatch())
      return notAStream(Loops[I]->getHeader()->getTerminator(),
                        "the mapped loop has an exit besides its end");
  }
  return Error::success();
}

/// Sizes, index variables and carried values of \p Loops, outermost first.
static Error describeLoops(StreamBody &B,
                           const std::vector<llvm::Loop *> &Loops,
                           ScalarEvolution &SE) {
  B.NumDimensions = Loops.size();
  for (size_t I = 0; I < Loops.size(); ++I) {
    llvm::Loop *L = Loops[I];
    unsigned D = Loops.size() - 1 - I;
    const auto *Taken = dyn_cast<SCEVConstant>(SE.getBackedgeTakenCount(L));
    if (!Taken || Taken->getAPInt().getActiveBits() > 47)
      return notAStream(L->getLoopLatch()->getTerminator(),
                        "the size of the loop " +
                            whyUnknown(L->getLoopLatch()->getTerminator(),
                                       *B.Kernel,
                                       "differs from position to position"));
    B.Sizes[D] = Taken->getAPInt().getZExtValue() + 1;
    B.Latches[D] = L->getLoopLatch();
    for (PHINode &Phi : L->getHeader()->phis()) {
      if (std::optional<IndexVariable> V = indexVariable(Phi, *L, SE, D))
        B.Variables[&Phi] = *V;
      else
        B.Carried[D].push_back(&Phi);
    }
  }
  return Error::success();
}

Expected<OpenKernel> openKernel(const Module &M, StringRef Kernel,
                                const Launch &L) {
  std::unique_ptr<Module> Own = cloneKernels(M);
  clearPrivateArrays(*Own);
  if (std::unique_ptr<Module> Unpadded = withoutPadding(*Own))
    Own = std::move(Unpadded);
  SourceForms Sources;
  OpenKernel Open = {canonicalClone(*Own, Sources, DataOverflow::Wraps),
                     nullptr, L};
  splitVectorOperators(*Open.M);
  Open.Kernel = Open.M->getFunction(Kernel);
  assert(Open.Kernel && isKernel(*Open.Kernel) &&
         "the caller knows its kernels");
  bindShape(*Open.Kernel, L);
  if (Error E = replaceTiles(*Open.Kernel, Open.L))
    return E;
  lowerAtomicUpdates(*Open.Kernel, AtomicOrder::Any);
  if (Error E = checkOperations(*Open.Kernel))
    return E;
  expandCopies(*Open.Kernel, MaxPortBits / 8);
  if (Error E = checkCopies(*Open.Kernel))
    return E;
  return Open;
}

Error layOutPrivateLoops(OpenKernel &Kernel) {
  if (dimensionsInUse(*Kernel.Kernel) != 0)
    return Error::success();
  Passes P;
  const bool JoinsNests = arrayJoinsNests(
      *Kernel.Kernel, P.FAM.getResult<LoopAnalysis>(*Kernel.Kernel),
      P.FAM.getResult<ScalarEvolutionAnalysis>(*Kernel.Kernel));
  return unrollPrivateLoops(*Kernel.Kernel, P.FAM, /*InRow=*/JoinsNests);
}

/// The variant of \p Kernel that runs its whole launch \p L.
static Expected<Function *> wholeLaunch(Function &Kernel, const Launch &L,
                                        Passes &P) {
  VariantRequest Request;
  Request.Global.assign(L.Global.begin(), L.Global.begin() + L.Dimensions);
  if (L.Dimensions == 0)
    Request.Global = {1};
  if (L.Local)
    Request.Local.assign(L.Local->begin(),
                         L.Local->begin() + Request.Global.size());
  const std::array Opened =
      P.onLoops(Kernel, [&](LoopInfo &LI, ScalarEvolution &SE) {
        return openGridStrides(LI, SE, Request.Global.size());
      });
  for (size_t D = 0; D < Request.Global.size(); ++D)
    if (Opened[D]) {
      Request.Global[D] = *Opened[D];
      Request.Local.clear(); // of groups, that nobody asks for
    }
  return buildVariant(Kernel, Request, "roofline.streams");
}

/// Leaves in \p F the loops that the map walks along, in a form in which
/// streams can be seen.
static Error openNest(Function &F, Passes &P, bool HasPlanes) {
  P.splitJoins(F);
  const DominatorTree Before(F);
  if (P.onLoops(F, [&](LoopInfo &LI, ScalarEvolution &SE) {
        return guardsHideLoops(LI, SE, Before);
      }))
    P.keepExits();
  P.clean(F);
  P.carrySums(F);
  const WalkedSpace Space =
      P.onLoops(F, [&](LoopInfo &LI, ScalarEvolution &SE) {
        return walkedSpace(F, LI, SE, HasPlanes);
      });
  if (Error E = unrollInnerLoops(F, P.FAM, Space.Headers))
    return E;
  P.FAM.clear(F, F.getName());
  P.clean(F);
  openTables(F);
  P.onLoops(F, [](LoopInfo &LI, ScalarEvolution &) { separateExits(LI); });
  P.onLoops(F, indexByCounters);
  P.onInnermost(F, closeCounters); // that conditions hold back
  if (Error E = openRows(F, P))
    return E;
  P.onInnermost(F, readRegistersBack); // shift registers become taps
  if (Space.HasRows) {
    const DominatorTree DT(F);
    P.onLoops(F, [&](LoopInfo &LI, ScalarEvolution &) {
      return sinkRowStores(F, LI, DT);
    });
  }
  separateChoices(F);
  P.FAM.clear(F, F.getName());
  return Error::success();
}

Expected<StreamBody> prepareStreamBody(OpenKernel Kernel, bool HasPlanes) {
  StreamBody B;
  B.TakesSizes = !Kernel.L.Maxima.empty();
  B.M = std::move(Kernel.M);
  B.Kernel = Kernel.Kernel;
  Passes P;
  Expected<Function *> Built = wholeLaunch(*B.Kernel, Kernel.L, P);
  if (!Built)
    return Built.takeError();
  B.F = *Built;
  if (Error E = openNest(*B.F, P, HasPlanes))
    return E;
  const auto InOrder = P.FAM.getResult<LoopAnalysis>(*B.F).getLoopsInPreorder();
  const std::vector<llvm::Loop *> Loops(InOrder.begin(), InOrder.end());
  if (Error E = checkNest(Loops, *B.F, *B.Kernel))
    return E;
  if (Error E = describeLoops(B, Loops,
                              P.FAM.getResult<ScalarEvolutionAnalysis>(*B.F)))
    return E;
  B.Header = Loops.back()->getHeader();
  B.DT = std::make_unique<DominatorTree>(*B.F);
  B.LI = std::make_unique<LoopInfo>(*B.DT);
  findDelays(B);
  return B;
}

} // namespace roofline
