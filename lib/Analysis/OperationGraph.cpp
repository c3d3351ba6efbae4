// The operation graph and the memory accesses of a kernel.
#include "roofline/Analysis/OperationGraph.h"

#include "roofline/Analysis/StructuralBuiltins.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace roofline {

ValueType valueType(Type *T) {
  ValueType V;
  if (auto *Vector = dyn_cast<FixedVectorType>(T)) {
    V.Lanes = Vector->getNumElements();
    T = Vector->getElementType();
  }
  if (T->isIntegerTy())
    V.Scalar = ScalarKind::Int;
  else if (T->isFloatingPointTy())
    V.Scalar = ScalarKind::Float;
  else if (T->isPointerTy())
    V.Scalar = ScalarKind::Pointer;
  V.Bits = V.Scalar == ScalarKind::Pointer ? 64 : T->getScalarSizeInBits();
  return V;
}

AddressSpace addressSpaceOf(const Value *Pointer) {
  auto Of = [](const Value *P) {
    switch (P->getType()->getPointerAddressSpace()) {
    case 0:
      return AddressSpace::Private;
    case 1:
      return AddressSpace::Global;
    case 2:
      return AddressSpace::Constant;
    case 3:
      return AddressSpace::Local;
    default:
      return AddressSpace::Generic;
    }
  };
  AddressSpace Space = Of(Pointer);
  if (Space != AddressSpace::Generic)
    return Space;
  const Value *Object = getUnderlyingObject(Pointer);
  return Object->getType()->isPointerTy() ? Of(Object) : Space;
}

std::optional<uint32_t> OperationGraph::operationOf(const Value *V) const {
  // A phi of a block without operations is a wire: follow it.
  SmallPtrSet<const Value *, 8> Seen;
  SmallVector<const Value *, 8> Work = {V};
  while (!Work.empty()) {
    const Value *Next = Work.pop_back_val();
    if (auto It = OperationOf.find(Next); It != OperationOf.end())
      return It->second;
    if (const auto *Phi = dyn_cast<PHINode>(Next); Phi && Seen.insert(Phi).second)
      append_range(Work, Phi->incoming_values());
  }
  return std::nullopt;
}

void OperationGraph::build() {
  for (const auto &[Id, B] : enumerate(H.Blocks)) {
    CurrentBlock = Id;
    uint32_t First = Kernel.Operations.size();
    for (const Instruction &I : *B)
      addInstruction(const_cast<Instruction &>(I));
    Kernel.Blocks.push_back(
        {First, static_cast<uint32_t>(Kernel.Operations.size()) - First});
  }
}

uint32_t OperationGraph::addOperation(const Instruction &I, StringRef Name,
                                      Type *T) {
  Operation Op;
  Op.Name = Name;
  Op.Type = valueType(T);
  Op.Loc = sourceLocation(&I);
  for (const Value *Operand : I.operands())
    if (auto Id = operationOf(Operand); Id && !is_contained(Op.Operands, *Id))
      Op.Operands.push_back(*Id);
  Kernel.Operations.push_back(std::move(Op));
  uint32_t Id = Kernel.Operations.size() - 1;
  OperationOf[&I] = Id;
  return Id;
}

std::string OperationGraph::baseName(const Value *Base) const {
  if (const auto *A = dyn_cast<Argument>(Base)) {
    auto It = Names.find(A);
    return It == Names.end() ? "" : It->second;
  }
  if (isa<GlobalVariable>(Base)) {
    // clang names a __local array "kernel.array".
    StringRef Name = Base->getName();
    Name.consume_front((Kernel.Name + ".").c_str());
    return Name.str();
  }
  if (isa<AllocaInst>(Base))
    return Base->getName().str();
  return "";
}

void OperationGraph::addAccess(Instruction &I, uint32_t OperationId,
                               const Pointer &P, Type *T, MemoryAccess::Kind K) {
  MemoryAccess A;
  A.Space = addressSpaceOf(P.Address);
  A.K = K;
  A.Type = valueType(T);
  A.NumBytes = I.getDataLayout().getTypeStoreSize(T).getKnownMinValue();
  A.Predicated = H.Predicated.contains(I.getParent());
  A.BlockId = CurrentBlock;
  A.Loc = sourceLocation(&I);
  const llvm::Loop *L = LI.getLoopFor(I.getParent());
  const SCEV *S =
      SE.getSCEVAtScope(const_cast<Value *>(P.Address), const_cast<llvm::Loop *>(L));
  // A cast between address spaces is opaque to scalar evolution.
  while (const auto *U = dyn_cast<SCEVUnknown>(SE.getPointerBase(S))) {
    const auto *Cast = dyn_cast<AddrSpaceCastInst>(U->getValue());
    if (!Cast || S != U)
      break;
    S = SE.getSCEVAtScope(const_cast<Value *>(Cast->getOperand(0)),
                          const_cast<llvm::Loop *>(L));
  }
  const auto *Base = dyn_cast<SCEVUnknown>(SE.getPointerBase(S));
  const Value *Object = Base ? Base->getValue() : nullptr;
  if (Object)
    A.Base = baseName(Object);
  if (!Object || !(isa<Argument>(Object) || isa<GlobalVariable>(Object) ||
                   isa<AllocaInst>(Object))) {
    A.Reason = "the address is not an offset from an argument or array";
  } else {
    A.Index = Forms.affineIndex(SE.removePointerBase(S), A.Reason);
    if (A.Index && P.ElementOffset) {
      auto Offset = Forms.affineIndex(
          SE.getMulExpr(P.ElementOffset,
                        SE.getConstant(P.ElementOffset->getType(), P.ElementBytes)),
          A.Reason);
      if (Offset)
        A.Index = addIndex(*A.Index, *Offset);
      else
        A.Index.reset();
    }
  }
  Kernel.Operations[OperationId].Access = Kernel.Accesses.size();
  Kernel.Accesses.push_back(std::move(A));
  orderAfterStores(OperationId);
}

/// True when both indices are known and differ by a constant other than 0.
static bool provablyDifferent(const MemoryAccess &L, const MemoryAccess &R) {
  if (!L.Index || !R.Index || L.Index->Terms != R.Index->Terms)
    return false;
  Expr Distance = L.Index->Offset - R.Index->Offset;
  return Distance.isConstant() &&
         (Distance.Value >= int64_t(R.NumBytes) || -Distance.Value >= int64_t(L.NumBytes));
}

/// A load waits for the last store of its block that may write what it reads.
void OperationGraph::orderAfterStores(uint32_t Id) {
  const MemoryAccess &A = Kernel.Accesses[*Kernel.Operations[Id].Access];
  if (A.K == MemoryAccess::Kind::Write || A.Base.empty())
    return;
  uint32_t First = Kernel.Blocks.empty() ? 0
                                         : Kernel.Blocks.back().FirstOperation +
                                               Kernel.Blocks.back().NumOperations;
  for (uint32_t Before = Id; Before-- > First;) {
    const Operation &Op = Kernel.Operations[Before];
    if (!Op.Access)
      continue;
    const MemoryAccess &B = Kernel.Accesses[*Op.Access];
    if (B.K == MemoryAccess::Kind::Read || B.Space != A.Space || B.Base != A.Base ||
        provablyDifferent(A, B))
      continue;
    Kernel.Operations[Id].Operands.push_back(Before);
    return;
  }
}

void OperationGraph::addMultiplyAdd(CallInst &Call) {
  uint32_t Product = addOperation(Call, "fmul", Call.getType());
  auto &Operands = Kernel.Operations[Product].Operands;
  Operands.clear();
  for (unsigned I : {0u, 1u})
    if (auto Id = operationOf(Call.getArgOperand(I)); Id && !is_contained(Operands, *Id))
      Operands.push_back(*Id);
  uint32_t Sum = addOperation(Call, "fadd", Call.getType());
  auto &SumOperands = Kernel.Operations[Sum].Operands;
  SumOperands.clear();
  SumOperands.push_back(Product);
  if (auto Id = operationOf(Call.getArgOperand(2)))
    SumOperands.push_back(*Id);
}

/// "vload4" and "vstore16" give their lanes; nothing for other builtins,
/// vload_half among them, which convert.
static std::optional<unsigned> vectorAccessLanes(StringRef Name) {
  unsigned Lanes;
  if ((Name.consume_front("vload") || Name.consume_front("vstore")) &&
      !Name.getAsInteger(10, Lanes))
    return Lanes;
  return std::nullopt;
}

/// The element type that vloadN returns or vstoreN is given.
static Type *vectorAccessElement(const CallInst &Call, StringRef Name) {
  if (Name.starts_with("vload"))
    return Call.getType()->getScalarType();
  return Call.getArgOperand(0)->getType()->getScalarType();
}

void OperationGraph::addCall(CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee) {
    bool Assembly = Call.isInlineAsm();
    Kernel.Unknowns.push_back({Assembly ? Unknown::Kind::Operation
                                        : Unknown::Kind::ControlFlow,
                               Assembly ? "inline assembly" : "indirect call",
                               sourceLocation(&Call)});
    addOperation(Call, Assembly ? "inline assembly" : "indirect call",
                 Call.getType());
    return;
  }
  if (Callee->isIntrinsic()) {
    switch (Callee->getIntrinsicID()) {
    case Intrinsic::fmuladd:
    case Intrinsic::fma:
      return addMultiplyAdd(Call);
    case Intrinsic::assume:
    case Intrinsic::experimental_noalias_scope_decl:
      return;
    default:
      break;
    }
    if (Call.isDebugOrPseudoInst() || Call.isLifetimeStartOrEnd())
      return;
    StringRef Name = Intrinsic::getBaseName(Callee->getIntrinsicID());
    Name.consume_front("llvm.");
    Type *T = Call.getType()->isVoidTy() ? Type::getInt8Ty(Call.getContext())
                                         : Call.getType();
    uint32_t Id = addOperation(Call, Name, T);
    if (auto *Copy = dyn_cast<AnyMemIntrinsic>(&Call)) {
      auto *Length = dyn_cast<ConstantInt>(Copy->getLength());
      uint64_t NumBytes = Length ? Length->getZExtValue() : 0;
      Type *Bytes = ArrayType::get(Type::getInt8Ty(Call.getContext()), NumBytes);
      if (auto *Transfer = dyn_cast<AnyMemTransferInst>(Copy)) {
        Kernel.Operations[Id].Name = "load";
        addAccess(Call, Id, {Transfer->getRawSource()}, Bytes,
                  MemoryAccess::Kind::Read);
        Id = addOperation(Call, "store", T);
      }
      Kernel.Operations[Id].Name = "store";
      addAccess(Call, Id, {Copy->getRawDest()}, Bytes, MemoryAccess::Kind::Write);
      if (!Length)
        Kernel.Unknowns.push_back({Unknown::Kind::Operation,
                                   "a copy of unknown length",
                                   sourceLocation(&Call)});
    }
    return;
  }
  StringRef Name = builtinName(Callee->getName());
  if (!Callee->isDeclaration()) {
    Kernel.Unknowns.push_back({Unknown::Kind::ControlFlow,
                               (Callee->hasFnAttribute(Attribute::NoInline)
                                    ? "call of " + Name + ", too large to inline"
                                    : "recursive call of " + Name)
                                   .str(),
                               sourceLocation(&Call)});
    addOperation(Call, ("call " + Name).str(), Call.getType());
    return;
  }
  if (Name == "barrier" || Name == "work_group_barrier") {
    Kernel.Barriers.push_back(sourceLocation(&Call));
    addOperation(Call, "barrier", Call.getType());
    return;
  }
  if (Name.starts_with("get_") && (Name.contains("_id") || Name.contains("_size") ||
                                   Name == "get_num_groups")) {
    Kernel.UsesWorkItemIds |= Name.contains("_id");
    addOperation(Call, Name, Call.getType());
    return;
  }
  if (auto Lanes = vectorAccessLanes(Name)) {
    bool IsLoad = Name.starts_with("vload");
    unsigned First = IsLoad ? 0 : 1;
    if (Call.arg_size() != First + 2)
      return (void)addOperation(Call, Name, Call.getType());
    Type *Element = vectorAccessElement(Call, Name);
    auto *T = FixedVectorType::get(Element, *Lanes);
    uint32_t Id = addOperation(Call, IsLoad ? "load" : "store", T);
    uint64_t ElementBytes = Element->getScalarSizeInBits() / 8 * *Lanes;
    addAccess(Call, Id,
              {Call.getArgOperand(First + 1),
               SE.getSCEV(Call.getArgOperand(First)), ElementBytes},
              T, IsLoad ? MemoryAccess::Kind::Read : MemoryAccess::Kind::Write);
    return;
  }
  bool IsFloat = any_of(Call.args(), [](const Value *V) {
    return V->getType()->isFPOrFPVectorTy();
  });
  if (Name == "fma" || Name == "mad")
    if (Call.arg_size() == 3 && IsFloat)
      return addMultiplyAdd(Call);
  Type *T = Call.getType()->isVoidTy() && Call.arg_size()
                ? Call.getArgOperand(0)->getType()
                : Call.getType();
  uint32_t Id = addOperation(Call, Name, T);
  if (Name.starts_with("atom") && Call.arg_size() &&
      Call.getArgOperand(0)->getType()->isPointerTy())
    addAccess(Call, Id, {Call.getArgOperand(0)},
              Call.getType()->isVoidTy() ? Type::getInt32Ty(Call.getContext())
                                         : Call.getType(),
              MemoryAccess::Kind::ReadWrite);
  if (Name.starts_with("read_image") || Name.starts_with("write_image")) {
    MemoryAccess A;
    A.K = Name.starts_with("read") ? MemoryAccess::Kind::Read
                                   : MemoryAccess::Kind::Write;
    A.Base = baseName(Call.getArgOperand(0));
    Type *Texel = A.K == MemoryAccess::Kind::Read
                      ? Call.getType()
                      : Call.getArgOperand(Call.arg_size() - 1)->getType();
    A.Type = valueType(Texel);
    A.NumBytes = A.Type.Bits / 8 * A.Type.Lanes;
    A.Reason = "an image is addressed through its sampler and layout";
    A.Predicated = H.Predicated.contains(Call.getParent());
    A.BlockId = CurrentBlock;
    A.Loc = sourceLocation(&Call);
    Kernel.Operations[Id].Name =
        A.K == MemoryAccess::Kind::Read ? "load" : "store";
    Kernel.Operations[Id].Access = Kernel.Accesses.size();
    Kernel.Accesses.push_back(std::move(A));
  }
}

void OperationGraph::addInstruction(Instruction &I) {
  if (I.isDebugOrPseudoInst() || isa<AllocaInst>(I))
    return;
  if (auto *Call = dyn_cast<CallInst>(&I))
    return addCall(*Call);
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    uint32_t Id = addOperation(I, "load", Load->getType());
    return addAccess(I, Id, {Load->getPointerOperand()}, Load->getType(),
                     MemoryAccess::Kind::Read);
  }
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    Type *T = Store->getValueOperand()->getType();
    uint32_t Id = addOperation(I, "store", T);
    return addAccess(I, Id, {Store->getPointerOperand()}, T,
                     MemoryAccess::Kind::Write);
  }
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I)) {
    Type *T = I.getOperand(1)->getType();
    uint32_t Id = addOperation(I, I.getOpcodeName(), T);
    return addAccess(I, Id, {I.getOperand(0)}, T, MemoryAccess::Kind::ReadWrite);
  }
  if (auto *Branch = dyn_cast<BranchInst>(&I)) {
    if (Branch->isConditional())
      addOperation(I, "br", Branch->getCondition()->getType());
    return;
  }
  if (auto *Gep = dyn_cast<GetElementPtrInst>(&I)) {
    // A constant offset is wiring; a variable one is an address addition.
    addOperation(I, Gep->hasAllConstantIndices() ? "bitcast" : "gep", I.getType());
    return;
  }
  addOperation(I, isa<UnreachableInst>(I) ? "unreachable" : I.getOpcodeName(),
               isa<CmpInst>(I) ? I.getOperand(0)->getType() : I.getType());
}

} // namespace roofline
