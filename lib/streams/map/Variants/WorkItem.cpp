// Inserts the code of one work-item, with known ids.
#include "roofline/Variants/WorkItem.h"

#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/Canonical/ErrorAt.h"
#include "roofline/Canonical/HlsKernels.h"
#include "roofline/Canonical/StructuralBuiltins.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace roofline {

static Error refusal(const Instruction &I, const Twine &What) {
  return errorAt(I, "kernel " + I.getFunction()->getName() + ": " + What);
}

/// The builtin that \p I asks for its place in the NDRange, or "".
static StringRef query(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee || !Callee->isDeclaration() || Callee->isIntrinsic())
    return "";
  StringRef Name = builtinName(Callee->getName());
  constexpr StringLiteral Queries[] = {
      "get_work_dim",        "get_global_id",       "get_global_size",
      "get_global_offset",   "get_local_id",        "get_local_size",
      "get_group_id",        "get_num_groups",      "get_enqueued_local_size",
      "get_local_linear_id", "get_global_linear_id"};
  return is_contained(Queries, Name) ? Name : StringRef();
}

static bool asksForGroup(StringRef Query) {
  return Query.contains("_local_") || Query.contains("_group");
}

unsigned dimensionsInUse(const Function &Kernel) {
  uint64_t InUse = 0;
  for (const Instruction &I : instructions(Kernel)) {
    if (query(I).empty())
      continue;
    const auto &Call = cast<CallInst>(I);
    const auto *Dimension = Call.arg_empty()
                                ? nullptr
                                : dyn_cast<ConstantInt>(Call.getArgOperand(0));
    InUse = std::max(InUse, Dimension ? Dimension->getLimitedValue(2) + 1 : 1);
  }
  return unsigned(InUse);
}

/// Lanes of a vloadN or vstoreN, 0 for other calls; vload_half, which converts,
/// is another one.
static unsigned vectorAccessLanes(const CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  StringRef Name = Callee ? builtinName(Callee->getName()) : "";
  unsigned Lanes = 0;
  bool IsAccess = Callee && Callee->isDeclaration() &&
                  (Name.consume_front("vload") || Name.consume_front("vstore"));
  return IsAccess && !Name.getAsInteger(10, Lanes) ? Lanes : 0;
}

/// OpenCL C 2.0 6.13.7: vloadN(offset, p) and vstoreN(data, offset, p) access N
/// elements, aligned as one, from p + offset * N.
static void lowerVectorAccess(CallInst &Call, unsigned Lanes) {
  bool IsLoad = !Call.getType()->isVoidTy();
  unsigned First = IsLoad ? 0 : 1;
  Type *Vector = IsLoad ? Call.getType() : Call.getArgOperand(0)->getType();
  Type *Element = Vector->getScalarType();
  IRBuilder<> Builder(&Call);
  Value *Offset = Call.getArgOperand(First);
  Value *Base = Call.getArgOperand(First + 1);
  if (auto *ToGeneric = dyn_cast<AddrSpaceCastOperator>(Base))
    Base = ToGeneric->getPointerOperand();
  Value *At = Builder.CreateGEP(
      Element, Base,
      Builder.CreateMul(Offset, ConstantInt::get(Offset->getType(), Lanes)));
  Align OfElement = Call.getDataLayout().getABITypeAlign(Element);
  if (IsLoad)
    Call.replaceAllUsesWith(Builder.CreateAlignedLoad(Vector, At, OfElement));
  else
    Builder.CreateAlignedStore(Call.getArgOperand(0), At, OfElement);
  Call.eraseFromParent();
}

void lowerVectorAccesses(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Call = dyn_cast<CallInst>(&I))
        if (unsigned Lanes = vectorAccessLanes(*Call))
          lowerVectorAccess(*Call, Lanes);
}

/// The symbol of builtin \p Name for arguments of the floats \p Types; empty
/// where one is none.
static std::string scalarSymbol(StringRef Name, ArrayRef<Type *> Types) {
  std::string Symbol = ("_Z" + Twine(Name.size()) + Name).str();
  for (const Type *T : Types) {
    if (!T->isHalfTy() && !T->isFloatTy() && !T->isDoubleTy())
      return "";
    Symbol += T->isHalfTy() ? "Dh" : T->isFloatTy() ? "f" : "d";
  }
  return Symbol;
}

/// Replaces \p Call, a builtin of floats on vectors, by one for each of their
/// members.
static void splitVectorOperator(CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  auto *Vector = dyn_cast<FixedVectorType>(Call.getType());
  if (!Callee || !Vector || !Callee->isDeclaration() || Callee->isIntrinsic() ||
      any_of(Call.args(), [&](const Use &U) {
        auto *Type = dyn_cast<FixedVectorType>(U->getType());
        return !Type || Type->getNumElements() != Vector->getNumElements();
      }))
    return;
  SmallVector<Type *, 3> Types;
  for (const Use &Argument : Call.args())
    Types.push_back(Argument->getType()->getScalarType());
  std::string Symbol = scalarSymbol(builtinName(Callee->getName()), Types);
  if (Symbol.empty())
    return;
  FunctionCallee OfMember = Call.getModule()->getOrInsertFunction(
      Symbol, FunctionType::get(Vector->getElementType(), Types,
                                /*isVarArg=*/false));
  if (auto *F = dyn_cast<Function>(OfMember.getCallee()))
    F->setAttributes(Callee->getAttributes());
  IRBuilder<> Builder(&Call);
  Value *Result = PoisonValue::get(Vector);
  for (unsigned Member = 0; Member < Vector->getNumElements(); ++Member) {
    SmallVector<Value *, 3> Arguments;
    for (const Use &Argument : Call.args())
      Arguments.push_back(Builder.CreateExtractElement(Argument, Member));
    CallInst *One = Builder.CreateCall(OfMember, Arguments);
    One->setCallingConv(Call.getCallingConv());
    One->setAttributes(Call.getAttributes());
    Result = Builder.CreateInsertElement(Result, One, Member);
  }
  Call.replaceAllUsesWith(Result);
  Call.eraseFromParent();
}

void splitVectorOperators(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Call = dyn_cast<CallInst>(&I))
        splitVectorOperator(*Call);
}

static Error checkCall(const CallInst &Call, const VariantRequest &Request) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return refusal(Call, "a call through a pointer");
  if (Callee->isIntrinsic())
    return Error::success();
  if (const StringRef Why = whyStreamStays(*Callee); !Why.empty())
    return errorAt(Call, Why);
  StringRef Name = builtinName(Callee->getName());
  if (StringRef Query = query(Call); !Query.empty()) {
    if (!Call.arg_empty() && !isa<ConstantInt>(Call.getArgOperand(0)))
      return refusal(Call, "the dimension that " + Query +
                               "() asks for is not constant");
    if (asksForGroup(Query) && Request.Local.empty())
      return refusal(Call, Query +
                               "() needs the work-group's size: --local, or "
                               "local= of the pass");
    return Error::success();
  }
  if (vectorAccessLanes(Call) || Call.doesNotAccessMemory())
    return Error::success();
  if (Name == "__translate_sampler_initializer") // its image is told of
    return Error::success();
  const char *Why = Name.starts_with("atom")
                        ? "() is atomic: work-items are not independent"
                    : Name.contains("_image")
                        ? "() accesses an image; streams come from buffers, "
                          "with clamp(x, 0, width - 1) in an index for what a "
                          "clamped sampler does"
                    : Name == "printf" ? "() has no hardware"
                                       : "() may touch memory";
  return refusal(Call, Name + Why);
}

/// A variable or an argument that the work-items of a group share.
static bool isLocalMemory(const Value &V) {
  if (!V.getType()->isPointerTy())
    return false;
  const Value *Object = getUnderlyingObject(&V);
  if (const auto *G = dyn_cast<GlobalVariable>(Object))
    return !G->isConstant();
  return isa<Argument>(Object) &&
         Object->getType()->getPointerAddressSpace() == 3; // SPIR: local
}

/// Work-items that wait for one another are told of before anything else.
static Error checkBarriers(const Function &Kernel) {
  for (const Instruction &I : instructions(Kernel)) {
    const auto *Call = dyn_cast<CallInst>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    StringRef Name = Callee ? builtinName(Callee->getName()) : "";
    if (Name == "barrier" || Name.contains("work_group_") ||
        Name.contains("sub_group_"))
      return refusal(I, Name + "() has work-items wait for one another; those "
                               "of a variant are independent");
  }
  return Error::success();
}

Error checkWorkItem(const Function &Kernel, const VariantRequest &Request) {
  if (Error E = checkBarriers(Kernel))
    return E;
  for (const Instruction &I : instructions(Kernel)) {
    if (I.isAtomic())
      return refusal(I, "an atomic access: its result depends on the order of "
                        "the work-items");
    for (const Value *Operand : I.operands())
      if (isLocalMemory(*Operand))
        return refusal(I, "local memory '" +
                              getUnderlyingObject(Operand)->getName() +
                              "' belongs to a work-group");
    if (const auto *Call = dyn_cast<CallInst>(&I))
      if (Error E = checkCall(*Call, Request))
        return E;
  }
  return Error::success();
}

namespace {

/// Answers the queries of a work-item.
class QueryAnswers {
public:
  QueryAnswers(const WorkItemIds &Ids, IRBuilder<> &Builder)
      : Ids(Ids), Builder(Builder) {}

  Value *answer(StringRef Query, uint64_t Dimension) {
    if (Query == "get_work_dim")
      return Builder.getInt64(Ids.Dimensions);
    if (Query == "get_global_linear_id")
      return linear(Ids.Global, Ids.GlobalSize);
    if (Query == "get_local_linear_id")
      return linear({localId(0), localId(1), localId(2)}, Ids.LocalSize);
    if (Query.ends_with("_id") && Dimension >= Ids.Dimensions)
      return Builder.getInt64(0);
    if (Query == "get_global_offset")
      return Builder.getInt64(0);
    if (Dimension >= Ids.Dimensions)
      return Builder.getInt64(1);
    if (Query == "get_global_id")
      return Ids.Global[Dimension];
    if (Query == "get_global_size")
      return Ids.GlobalSize[Dimension];
    if (Query == "get_local_id")
      return localId(Dimension);
    if (Query == "get_group_id")
      return Builder.CreateUDiv(Ids.Global[Dimension],
                                Ids.LocalSize[Dimension]);
    if (Query == "get_num_groups")
      return Builder.CreateUDiv(Ids.GlobalSize[Dimension],
                                Ids.LocalSize[Dimension]);
    return Ids.LocalSize[Dimension];
  }

private:
  Value *localId(unsigned Dimension) {
    return Dimension < Ids.Dimensions
               ? Builder.CreateURem(Ids.Global[Dimension],
                                    Ids.LocalSize[Dimension])
               : Builder.getInt64(0);
  }
  Value *linear(const std::array<Value *, 3> &Id,
                const std::array<Value *, 3> &Size) {
    Value *Sum = Id[Ids.Dimensions - 1];
    for (unsigned D = Ids.Dimensions - 1; D-- > 0;)
      Sum = Builder.CreateAdd(Builder.CreateMul(Sum, Size[D]), Id[D]);
    return Sum;
  }

  const WorkItemIds &Ids;
  IRBuilder<> &Builder;
};

} // namespace

/// Maps the kernel's arguments to those of \p Into, or to what they are bound
/// to.
static Error mapArguments(Function &Kernel, Function &Into,
                          const VariantRequest &Request,
                          ValueToValueMapTy &Map) {
  for (auto [Index, Argument] : enumerate(Kernel.args())) {
    Map[&Argument] = Into.getArg(unsigned(Index));
    auto Bound = Request.Args.find(kernelArgument(Argument).Name);
    if (Bound == Request.Args.end())
      continue;
    if (!Argument.getType()->isIntegerTy())
      return createStringError("kernel " + Kernel.getName() + ": argument '" +
                               Bound->first + "' is not an integer");
    Map[&Argument] = ConstantInt::getSigned(Argument.getType(), Bound->second,
                                            /*ImplicitTrunc=*/true);
  }
  return Error::success();
}

Error insertWorkItem(Function &Kernel, const VariantRequest &Request,
                     const WorkItemIds &Ids, IRBuilder<> &Builder) {
  Function *Into = Builder.GetInsertBlock()->getParent();
  ValueToValueMapTy Map;
  if (Error E = mapArguments(Kernel, *Into, Request, Map))
    return E;
  SmallVector<ReturnInst *, 4> Returns;
  BasicBlock *LastBefore = &Into->back();
  CloneFunctionBodyInto(*Into, Kernel, Map, RF_NoModuleLevelChanges, Returns,
                        "", nullptr, nullptr, nullptr);
  auto *Entry = cast<BasicBlock>(Map[&Kernel.getEntryBlock()]);
  BasicBlock *After = BasicBlock::Create(Into->getContext(), "done", Into);
  QueryAnswers Answers(Ids, Builder);
  SmallVector<Instruction *, 16> Copies;
  for (auto Block = std::next(LastBefore->getIterator()); Block != Into->end();
       ++Block)
    for (Instruction &I : *Block)
      Copies.push_back(&I);
  for (Instruction *I : Copies) {
    // A scope holds in one call of a helper; the arguments' noalias stays.
    if (isa<NoAliasScopeDeclInst>(I)) {
      I->eraseFromParent();
      continue;
    }
    I->setMetadata(LLVMContext::MD_alias_scope, nullptr);
    I->setMetadata(LLVMContext::MD_noalias, nullptr);
    // A private variable; the copy of the entry is none, so that the slot is
    // not static there.
    if (auto *Slot = dyn_cast<AllocaInst>(I);
        Slot && isa<ConstantInt>(Slot->getArraySize())) {
      Slot->moveBefore(Into->getEntryBlock().getFirstInsertionPt());
      continue;
    }
    if (auto *Call = dyn_cast<CallInst>(I))
      if (unsigned Lanes = vectorAccessLanes(*Call)) {
        lowerVectorAccess(*Call, Lanes);
        continue;
      }
    StringRef Query = query(*I);
    if (Query.empty())
      continue;
    auto *Call = cast<CallInst>(I);
    uint64_t Dimension =
        Call->arg_empty()
            ? 0
            : cast<ConstantInt>(Call->getArgOperand(0))->getLimitedValue();
    Value *Answer = Answers.answer(Query, Dimension);
    Call->replaceAllUsesWith(
        Builder.CreateZExtOrTrunc(Answer, Call->getType()));
    Call->eraseFromParent();
  }
  for (ReturnInst *Return : Returns) {
    BranchInst::Create(After, Return->getIterator());
    Return->eraseFromParent();
  }
  Builder.CreateBr(Entry);
  Builder.SetInsertPoint(After);
  return Error::success();
}

} // namespace roofline
