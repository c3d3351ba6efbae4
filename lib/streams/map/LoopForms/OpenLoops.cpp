// The code of one work-item, in the form that regions are made of.
#include "OpenLoops.h"

#include "CarriedOffsets.h"
#include "ItemsInside.h"
#include "KeptValues.h"
#include "SingleExits.h"

#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/Canonical/Canonicalize.h"
#include "roofline/Canonical/CloneKernels.h"
#include "roofline/Canonical/ErrorAt.h"
#include "roofline/Canonical/HlsKernels.h"
#include "roofline/Canonical/PassAnalyses.h"
#include "roofline/Canonical/StructuralBuiltins.h"
#include "roofline/Nest/AtomicUpdates.h"
#include "roofline/Variants/KernelVariant.h"
#include "roofline/Variants/PaddedAccess.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace roofline {

constexpr StringLiteral QueryNames[] = {
    "roofline.global_id", "roofline.local_id", "roofline.group_id"};

std::optional<std::pair<ItemQuery, unsigned>> itemQuery(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee)
    return std::nullopt;
  for (auto [Query, Name] : enumerate(QueryNames))
    if (Callee->getName() == Name)
      return std::pair(
          ItemQuery(Query),
          unsigned(cast<ConstantInt>(Call->getArgOperand(0))->getZExtValue()));
  return std::nullopt;
}

static StringRef calledBuiltin(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && !Callee->isIntrinsic() ? builtinName(Callee->getName())
                                          : StringRef();
}

bool isBarrier(const Instruction &I) {
  StringRef Name = calledBuiltin(I);
  return Name == "barrier" || Name == "work_group_barrier";
}

bool hasBarrier(const llvm::Loop &L) {
  return any_of(L.blocks(),
                [](const BasicBlock *B) { return any_of(*B, isBarrier); });
}

static std::array<uint64_t, 3> groupsOf(const OpenLoops &Open) {
  std::array<uint64_t, 3> G;
  for (unsigned D = 0; D < 3; ++D)
    G[D] = Open.Global[D] / Open.Local[D];
  return G;
}

static Value *ask(IRBuilder<> &B, OpenLoops &Open, ItemQuery Query,
                  unsigned D) {
  const auto Sizes = Query == ItemQuery::Global  ? Open.Global
                     : Query == ItemQuery::Local ? Open.Local
                                                 : groupsOf(Open);
  if (Sizes[D] == 1)
    return B.getInt64(0);
  FunctionCallee F = Open.M->getOrInsertFunction(
      QueryNames[unsigned(Query)], B.getInt64Ty(), B.getInt32Ty());
  auto *Callee = cast<Function>(F.getCallee());
  Callee->setDoesNotAccessMemory();
  Callee->setDoesNotThrow();
  Callee->addFnAttr(Attribute::WillReturn);
  Callee->addFnAttr(Attribute::NoFree);
  Callee->addFnAttr(Attribute::Speculatable);
  CallInst *Call = B.CreateCall(F, {B.getInt32(D)});
  Call->addRangeRetAttr(ConstantRange(APInt(64, 0), APInt(64, Sizes[D])));
  return Call;
}

static Value *linear(IRBuilder<> &B, OpenLoops &Open, ItemQuery Query) {
  const auto &Sizes = Query == ItemQuery::Local ? Open.Local : Open.Global;
  Value *Sum = ask(B, Open, Query, 2);
  for (unsigned D = 2; D-- > 0;)
    Sum = B.CreateAdd(B.CreateMul(Sum, B.getInt64(Sizes[D])),
                      ask(B, Open, Query, D));
  return Sum;
}

Value *localItem(IRBuilder<> &B, OpenLoops &Open) {
  return linear(B, Open, ItemQuery::Local);
}

namespace {

/// Answers work-item functions: sizes by numbers, ids by calls that itemQuery()
/// knows.
class Queries {
public:
  Queries(OpenLoops &Open, unsigned Dimensions)
      : Open(Open), Dimensions(Dimensions) {}

  Error run() {
    for (Instruction &I : make_early_inc_range(instructions(*Open.F)))
      if (Error E = answer(I))
        return E;
    return Error::success();
  }

private:
  OpenLoops &Open;
  unsigned Dimensions;

  Error answer(Instruction &I) {
    const StringRef Name = calledBuiltin(I);
    constexpr StringLiteral Known[] = {
        "get_work_dim",        "get_global_id",       "get_global_size",
        "get_global_offset",   "get_local_id",        "get_local_size",
        "get_group_id",        "get_num_groups",      "get_enqueued_local_size",
        "get_local_linear_id", "get_global_linear_id"};
    if (!is_contained(Known, Name))
      return Error::success();
    auto &Call = cast<CallInst>(I);
    uint64_t D = 0;
    if (!Call.arg_empty()) {
      auto *Number = dyn_cast<ConstantInt>(Call.getArgOperand(0));
      if (!Number)
        return errorAt(I, "the dimension that " + Name +
                              "() asks for is not constant");
      D = Number->getLimitedValue();
    }
    IRBuilder<> B(&I);
    auto At = [&](const std::array<uint64_t, 3> &Sizes) -> Value * {
      return B.getInt64(D < 3 ? Sizes[D] : 1);
    };
    auto Id = [&](ItemQuery Query) -> Value * {
      return D < 3 ? ask(B, Open, Query, unsigned(D)) : B.getInt64(0);
    };
    Value *Answer =
        Name == "get_work_dim"           ? B.getInt64(std::max(1u, Dimensions))
        : Name == "get_global_id"        ? Id(ItemQuery::Global)
        : Name == "get_local_id"         ? Id(ItemQuery::Local)
        : Name == "get_group_id"         ? Id(ItemQuery::Group)
        : Name == "get_global_size"      ? At(Open.Global)
        : Name == "get_num_groups"       ? At(groupsOf(Open))
        : Name == "get_global_offset"    ? B.getInt64(0)
        : Name == "get_local_linear_id"  ? linear(B, Open, ItemQuery::Local)
        : Name == "get_global_linear_id" ? linear(B, Open, ItemQuery::Global)
                                         : At(Open.Local);
    I.replaceAllUsesWith(B.CreateZExtOrTrunc(Answer, I.getType()));
    I.eraseFromParent();
    return Error::success();
  }
};

/// A memset or memcpy of constant length as a loop over elements.
class CopyLoops {
public:
  explicit CopyLoops(Function &F) : F(F), DL(F.getDataLayout()) {}

  Error run() {
    SmallVector<MemIntrinsic *, 4> Copies; // each splits its block
    for (Instruction &I : instructions(F))
      if (auto *Copy = dyn_cast<MemIntrinsic>(&I))
        Copies.push_back(Copy);
    for (MemIntrinsic *Copy : Copies)
      if (Error E = expand(*Copy))
        return E;
    return Error::success();
  }

private:
  Function &F;
  const DataLayout &DL;

  /// The type of the elements that other code accesses in \p Object.
  Type *elementType(const Value *Object) const {
    for (const Instruction &I : instructions(F))
      if (const Value *Pointer = getLoadStorePointerOperand(&I);
          Pointer && getUnderlyingObject(Pointer) == Object)
        return getLoadStoreType(&I);
    return nullptr;
  }

  Error expand(MemIntrinsic &Copy) {
    auto *Bytes = dyn_cast<ConstantInt>(Copy.getLength());
    auto *From = dyn_cast<MemTransferInst>(&Copy);
    auto *Set = dyn_cast<MemSetInst>(&Copy);
    const Value *To = getUnderlyingObject(Copy.getDest());
    Type *Element = elementType(To);
    if (!Element && From)
      Element = elementType(getUnderlyingObject(From->getSource()));
    auto *Byte = Set ? dyn_cast<ConstantInt>(Set->getValue()) : nullptr;
    if (!Element || !Bytes || (Set && !(Byte && Byte->isZero())) ||
        Bytes->getZExtValue() % DL.getTypeStoreSize(Element))
      return errorAt(Copy, "a copy whose elements are not known");
    const uint64_t Count = Bytes->getZExtValue() / DL.getTypeStoreSize(Element);
    BasicBlock *Head = Copy.getParent();
    BasicBlock *After = Head->splitBasicBlock(Copy.getIterator(), "copied");
    BasicBlock *Body = BasicBlock::Create(F.getContext(), "copy", &F, After);
    Head->getTerminator()->setSuccessor(0, Body);
    IRBuilder<> B(Body);
    B.SetCurrentDebugLocation(Copy.getDebugLoc());
    PHINode *I = B.CreatePHI(B.getInt64Ty(), 2);
    Value *Word = Constant::getNullValue(Element);
    if (From)
      Word = B.CreateLoad(Element, B.CreateGEP(Element, From->getSource(), I));
    B.CreateStore(Word, B.CreateGEP(Element, Copy.getDest(), I));
    Value *Next = B.CreateAdd(I, B.getInt64(1));
    I->addIncoming(B.getInt64(0), Head);
    I->addIncoming(Next, Body);
    B.CreateCondBr(B.CreateICmpEQ(Next, B.getInt64(Count)), After, Body);
    Copy.eraseFromParent();
    return Error::success();
  }
};

/// Rejects what is no access, operator or barrier.
Error checkOperations(const Function &F) {
  for (const Instruction &I : instructions(F)) {
    if (I.isAtomic())
      return errorAt(I, "an atomic operation that has no plain form");
    const auto *Call = dyn_cast<CallBase>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (Callee && !whyStreamStays(*Callee).empty())
      return errorAt(I, whyStreamStays(*Callee));
    if (Call && !isBarrier(I) && I.mayReadOrWriteMemory() &&
        !isa<IntrinsicInst>(I))
      return errorAt(I, Callee ? "a call of " + demangle(Callee->getName()) +
                                     ", which may touch memory"
                               : Twine("a call through a pointer"));
  }
  return Error::success();
}

/// Arguments do not alias: each is a buffer of its own.
void setNoAlias(Function &F) {
  for (Argument &A : F.args())
    if (A.getType()->isPointerTy())
      A.addAttr(Attribute::NoAlias);
}

void clean(Function &F) {
  PassAnalyses P;
  FunctionPassManager FPM;
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  ScalarizerPassOptions Scalars;
  Scalars.ScalarizeVariableInsertExtract = true;
  Scalars.ScalarizeLoadStore = true;
  FPM.addPass(ScalarizerPass(Scalars));
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FPM.addPass(InstCombinePass());
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(createFunctionToLoopPassAdaptor(LoopRotatePass()));
  FPM.addPass(createFunctionToLoopPassAdaptor(
      LoopFullUnrollPass(/*OptLevel=*/2, /*OnlyWhenForced=*/true)));
  FPM.addPass(SROAPass(SROAOptions::ModifyCFG));
  FPM.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  FPM.addPass(InstCombinePass());
  FPM.addPass(SimplifyCFGPass());
  FPM.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()),
                                              /*UseMemorySSA=*/true));
  FPM.addPass(InstCombinePass());
  FPM.addPass(ADCEPass());
  FPM.addPass(LoopSimplifyPass());
  FPM.addPass(LCSSAPass());
  FPM.run(F, P.FAM);
}

} // namespace

Expected<OpenLoops> openLoops(const Module &M, StringRef Kernel,
                              const Launch &L) {
  std::unique_ptr<Module> Own = cloneKernels(M);
  if (std::unique_ptr<Module> Unpadded = withoutPadding(*Own))
    Own = std::move(Unpadded);
  for (Function &F : *Own)
    for (Instruction &I : instructions(F))
      if (isBarrier(I)) // one in the code is one in the core
        cast<CallBase>(I).setCannotDuplicate();
  SourceForms Sources;
  OpenLoops Open;
  Open.M = canonicalClone(*Own, Sources, DataOverflow::Wraps);
  splitVectorOperators(*Open.M);
  lowerVectorAccesses(*Open.M);
  Open.F = Open.M->getFunction(Kernel);
  assert(Open.F && "the caller knows its kernels");
  Open.Global = L.Global;
  Open.Local = L.Local.value_or(L.Global);
  for (Argument &A : Open.F->args())
    if (auto Bound = L.Args.find(kernelArgument(A).Name);
        Bound != L.Args.end() && A.getType()->isIntegerTy())
      A.replaceAllUsesWith(ConstantInt::getSigned(A.getType(), Bound->second,
                                                  /*ImplicitTrunc=*/true));
  if (Error E = Queries(Open, L.Dimensions).run())
    return std::move(E);
  lowerAtomicUpdates(*Open.F, AtomicOrder::OneByOne);
  setNoAlias(*Open.F);
  if (Error E = CopyLoops(*Open.F).run())
    return std::move(E);
  clean(*Open.F);
  carryOffsets(*Open.F);
  joinLoopExits(*Open.F);
  putItemsInside(Open);
  keepInMemory(Open);
  if (Error E = checkOperations(*Open.F))
    return std::move(E);
  return Open;
}

} // namespace roofline
