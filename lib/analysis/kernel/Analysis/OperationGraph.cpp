// The operation graph and the memory accesses of a kernel.
#include "roofline/Analysis/OperationGraph.h"

#include "PathConditions.h"

#include "roofline/Canonical/SourceTally.h"
#include "roofline/Canonical/StructuralBuiltins.h"
#include "roofline/LLVM/LLVMVersions.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

#include <tuple>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace roofline {

void OperationGraph::addOperands(uint32_t Id, const Value *V,
                                 const BasicBlock *Home) {
  std::vector<uint32_t> &Operands = Kernel.Operations[Id].Operands;
  SmallSetVector<const Value *, 8> Values;
  Values.insert(V);
  for (size_t I = 0; I < Values.size(); ++I) {
    const auto *Phi = dyn_cast<PHINode>(Values[I]);
    if (auto It = OperationOf.find(Values[I]); It != OperationOf.end()) {
      if (!is_contained(Operands, It->second))
        Operands.push_back(It->second);
    } else if (Phi) {
      const BasicBlock *Block = Phi->getParent();
      const llvm::Loop *L = LI.getLoopFor(Block);
      const bool IsCarried = L && L->getHeader() == Block && L->contains(Home);
      for (unsigned From = 0; From < Phi->getNumIncomingValues(); ++From)
        if (!IsCarried || !L->contains(Phi->getIncomingBlock(From)))
          Values.insert(Phi->getIncomingValue(From));
    }
  }
}

SmallVector<std::pair<uint32_t, int64_t>, 4>
OperationGraph::writersOf(const PHINode &Phi, const llvm::Loop &L) const {
  SmallVector<std::pair<uint32_t, int64_t>, 4> Writers;
  SmallPtrSet<const Value *, 8> Seen;
  SmallVector<std::pair<const Value *, int64_t>, 4> Work = {{&Phi, 0}};
  for (size_t I = 0; I < Work.size(); ++I) {
    auto [V, Distance] = Work[I];
    if (!Seen.insert(V).second)
      continue;
    const auto *Wire = dyn_cast<PHINode>(V);
    const bool IsHeader = Wire && Wire->getParent() == L.getHeader();
    if (IsHeader)
      Work.push_back(
          {Wire->getIncomingValueForBlock(L.getLoopLatch()), Distance + 1});
    else if (auto It = OperationOf.find(V); It != OperationOf.end())
      Writers.push_back({It->second, Distance});
    else if (Wire && L.contains(Wire))
      for (const Value *Incoming : Wire->incoming_values())
        Work.push_back({Incoming, Distance});
  }
  return Writers;
}

SmallVector<uint32_t, 4> OperationGraph::readersOf(const PHINode &Phi,
                                                   const llvm::Loop &L) const {
  if (OperationOf.contains(&Phi))
    return {OperationOf.lookup(&Phi)};
  SmallSetVector<uint32_t, 4> Readers;
  SmallSetVector<const PHINode *, 8> Wires;
  Wires.insert(&Phi);
  for (size_t I = 0; I < Wires.size(); ++I)
    for (const Use &U : Wires[I]->uses()) {
      const auto *By = cast<Instruction>(U.getUser());
      if (!L.contains(By) || By->getParent() == L.getHeader())
        continue;
      const auto *Wire = dyn_cast<PHINode>(By);
      if (auto It = OperationOf.find(By); It != OperationOf.end()) {
        // The product of a multiply-add is the operation before its sum.
        const auto *Call = dyn_cast<IntrinsicInst>(By);
        const bool IsFactor = Call &&
                              (Call->getIntrinsicID() == Intrinsic::fmuladd ||
                               Call->getIntrinsicID() == Intrinsic::fma) &&
                              U.getOperandNo() < 2;
        Readers.insert(It->second - IsFactor);
      } else if (Wire) {
        Wires.insert(Wire);
      }
    }
  return Readers.takeVector();
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

/// The place of \p I; of a phi, which has none in the source, its first use; of
/// a choice that has no use with a place, the first value that it chooses from.
static SourceLocation operationPlace(const Instruction &I) {
  SourceLocation Place = sourceLocation(&I);
  if (Place || !isa<PHINode, SelectInst>(I))
    return Place;
  auto TakeFirst = [&](const Value *V) {
    SourceLocation Other = sourceLocation(V);
    if (Other && (!Place || std::tie(Other.File, Other.Line, Other.Column) <
                                std::tie(Place.File, Place.Line, Place.Column)))
      Place = Other;
  };
  if (isa<PHINode>(I))
    for_each(I.users(), TakeFirst);
  if (!Place)
    for_each(I.operand_values(), TakeFirst);
  return Place;
}

/// The operand that is no operation: the constant of `x * 3`, in all lanes of a
/// vector, the argument of `x * n`, the dimension of a work-item's id.
static void setFixedOperand(Operation &Op, const Instruction &I) {
  const bool IsId = isa<CallInst>(I) && StringRef(Op.Name).starts_with("get_");
  if (!isa<BinaryOperator>(I) && !isa<ICmpInst>(I) && !IsId)
    return;
  for (const Value *Operand : I.operand_values()) {
    const APInt *Number;
    const Value *Narrow = Operand;
    match(Operand, m_ZExtOrSExt(m_Value(Narrow)));
    if (match(Operand, m_APInt(Number)) && Number->getSignificantBits() <= 64)
      Op.Constant = Number->getSExtValue();
    else if (const auto *A = dyn_cast<Argument>(Narrow))
      Op.Argument = A->getArgNo();
  }
}

uint32_t OperationGraph::addOperation(const Instruction &I, StringRef Name,
                                      Type *T) {
  return addOperation(I, Name, T,
                      SmallVector<const Value *>(I.operand_values()));
}

uint32_t OperationGraph::addOperation(const Instruction &I, StringRef Name,
                                      Type *T,
                                      ArrayRef<const Value *> Operands) {
  Operation Op;
  Op.Name = Name;
  Op.Type = valueType(T);
  Op.Loc = operationPlace(I);
  setFixedOperand(Op, I);
  Kernel.Operations.push_back(std::move(Op));
  uint32_t Id = Kernel.Operations.size() - 1;
  for (const Value *Operand : Operands)
    addOperands(Id, Operand, I.getParent());
  OperationOf[&I] = Id;
  return Id;
}

std::string OperationGraph::baseName(const Value *Base) const {
  if (const auto *A = dyn_cast<Argument>(Base)) {
    auto It = Names.find(A);
    return It == Names.end() ? "" : It->second.Name;
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

/// Follows \p S through casts between address spaces, which are opaque to
/// scalar evolution: the object that it points into and the byte offset from
/// there.
std::pair<const Value *, SymbolicForm::Result>
OperationGraph::resolve(const Value *Address, const llvm::Loop *L) {
  auto AtScope = [&](const Value *V) {
    const SCEV *S = SE.getSCEV(const_cast<Value *>(V));
    // A value that no loop has left behind is the same everywhere. Scalar
    // evolution would follow all the data behind it to find that out.
    const bool IsLeft = SCEVExprContains(S, [&](const SCEV *Part) {
      const auto *Rec = dyn_cast<SCEVAddRecExpr>(Part);
      return Rec && !Rec->getLoop()->contains(L);
    });
    return IsLeft ? SE.getSCEVAtScope(S, L) : S;
  };
  const SCEV *S = AtScope(Address);
  SymbolicForm::Result Offset;
  Offset.Form = Expr::constant(0);
  while (true) {
    const auto *U = dyn_cast<SCEVUnknown>(SE.getPointerBase(S));
    if (!U) {
      Offset.add(Forms.address(S), Expr::constant(1));
      return {nullptr, Offset};
    }
    Offset.add(Forms.address(SE.removePointerBase(S)), Expr::constant(1));
    const Value *Base = U->getValue();
    if (isa<Argument, GlobalVariable, AllocaInst>(Base))
      return {Base, Offset};
    if (const auto *Cast = dyn_cast<AddrSpaceCastInst>(Base)) {
      S = AtScope(Cast->getOperand(0));
      continue;
    }
    // A pointer that is stepped or chosen: an object all the same, if it is
    // one.
    Offset.add(Forms.address(U), Expr::constant(1));
    SmallVector<const Value *, 4> Objects;
    getUnderlyingObjects(Base, Objects, &LI, /*MaxLookup=*/0);
    bool IsOne = Objects.size() == 1 &&
                 isa<Argument, GlobalVariable, AllocaInst>(Objects.front());
    return {IsOne ? Objects.front() : nullptr, Offset};
  }
}

MemoryAccess OperationGraph::describeAccess(const Instruction &I, Type *T,
                                            MemoryAccess::Kind K) const {
  MemoryAccess A;
  A.K = K;
  A.Type = valueType(T);
  A.NumBytes = I.getDataLayout().getTypeStoreSize(T).getKnownMinValue();
  A.Predicated = H.Predicated.contains(I.getParent());
  A.BlockId = CurrentBlock;
  A.Loc = sourceLocation(&I);
  return A;
}

void OperationGraph::addAccess(const Instruction &I, uint32_t OperationId,
                               const Pointer &P, Type *T,
                               MemoryAccess::Kind K) {
  MemoryAccess A = describeAccess(I, T, K);
  const llvm::Loop *L = LI.getLoopFor(I.getParent());
  SymbolicForm::Scope Here(Forms, L);
  auto [Object, Offset] = resolve(P.Address, L);
  A.Space = addressSpaceOf(Object ? Object : P.Address);
  if (Object)
    A.Base = baseName(Object);
  if (P.ElementOffset)
    Offset.add(Forms.address(P.ElementOffset), Expr::constant(P.ElementBytes));
  A.Index = Forms.index(Offset, L, A.Reason);
  if (!Object && A.Reason.empty())
    A.Reason = "the object is chosen when the kernel runs";
  attach(OperationId, std::move(A));
}

void OperationGraph::attach(uint32_t Id, MemoryAccess A) {
  Kernel.Operations[Id].Access = Kernel.Accesses.size();
  Places.push_back(A.Index ? std::optional(PlaceNumbers.of(*A.Index))
                           : std::nullopt);
  if (!A.Base.empty()) {
    SmallVector<uint32_t, 0> &Stores = StoresTo[{A.Space, A.Base}];
    if (A.K != MemoryAccess::Kind::Write)
      orderAfter(Stores, Id, A);
    if (A.K != MemoryAccess::Kind::Read)
      Stores.push_back(Id);
  }
  Kernel.Accesses.push_back(std::move(A));
}

void OperationGraph::orderAfter(ArrayRef<uint32_t> Stores, uint32_t Id,
                                const MemoryAccess &A) {
  const bool IsOwnArray =
      A.Space == AddressSpace::Private || A.Space == AddressSpace::Local;
  const auto &Place = Places.back();
  for (uint32_t Before : reverse(Stores)) {
    const uint32_t Stored = *Kernel.Operations[Before].Access;
    const MemoryAccess &B = Kernel.Accesses[Stored];
    const bool IsInBlock = B.BlockId == CurrentBlock;
    if (!IsInBlock && !IsOwnArray)
      return;
    std::optional<int64_t> ToStore;
    if (const auto &Other = Places[Stored];
        Place && Other && Place->Number == Other->Number)
      ToStore = int64_t(uint64_t(Other->Constant) - uint64_t(Place->Constant));
    if (ToStore &&
        (*ToStore >= int64_t(A.NumBytes) || -*ToStore >= int64_t(B.NumBytes)))
      continue;
    Kernel.Operations[Id].Operands.push_back(Before);
    const bool Overwrites = ToStore == 0 && B.NumBytes >= A.NumBytes;
    if (IsInBlock && (Overwrites || !IsOwnArray))
      return;
  }
}

/// True for the second of two shifts as which simplification writes a
/// conversion between widths: ashr(shl x) by one constant for sext(trunc x); in
/// a byte offset by less, the element's size included.
static bool isShiftedConversion(const User *U) {
  const APInt *Left, *Right;
  if (!match(U, m_Shr(m_Shl(m_Value(), m_APInt(Left)), m_APInt(Right))))
    return false;
  return *Left == *Right ||
         (Left->ugt(*Right) && all_of(U->users(), IsaPred<GetElementPtrInst>));
}

/// "trunc" for the first shift of a conversion, "sext" or "zext" for the
/// second, which are wires; empty for any other instruction.
static StringRef shiftedConversion(const Instruction &I) {
  if (isShiftedConversion(&I))
    return I.getOpcode() == Instruction::AShr ? "sext" : "zext";
  if (I.getOpcode() == Instruction::Shl && !I.use_empty() &&
      all_of(I.users(), [&](const User *U) {
        return isShiftedConversion(U) && U->getOperand(0) == &I;
      }))
    return "trunc";
  return "";
}

/// x / 2^k is (x + b) >> k, x % 2^k is x - ((x + b) & -2^k), where b rounds a
/// negative x towards 0 and is made of its sign.
void OperationGraph::addSignedPowerDivision(const Instruction &I) {
  const Value *X = I.getOperand(0);
  auto Then = [&](StringRef Name, ArrayRef<const Value *> Operands) {
    const uint32_t Before = OperationOf.lookup(&I);
    const uint32_t Id = addOperation(I, Name, I.getType(), Operands);
    Kernel.Operations[Id].Operands.push_back(Before);
  };
  addOperation(I, "add", I.getType());
  if (I.getOpcode() == Instruction::SDiv)
    return Then("ashr", {});
  Then("and", {});
  Then("sub", {X});
}

/// Where paths meet their conditions choose, and the choice waits for them.
void OperationGraph::addPhi(const PHINode &Phi) {
  const uint32_t Id = addOperation(Phi, "phi", Phi.getType());
  if (!LI.isLoopHeader(Phi.getParent()))
    for (const Value *Condition : Paths.of(Phi))
      addOperands(Id, Condition, Phi.getParent());
}

void OperationGraph::addInstruction(Instruction &I) {
  if (I.isDebugOrPseudoInst() || isa<AllocaInst>(I))
    return;
  if (auto *Call = dyn_cast<CallInst>(&I))
    return addCall(*Call);
  if (auto *Load = dyn_cast<LoadInst>(&I)) {
    if (Channel *C = findChannel(I, Load->getPointerOperand(), I.getType())) {
      noteUse(*C, /*IsRead=*/true, I, Load->getPointerOperand(),
              addOperation(I, "read_channel", I.getType()));
      return;
    }
    uint32_t Id = addOperation(I, "load", Load->getType());
    return addAccess(I, Id, {Load->getPointerOperand()}, Load->getType(),
                     MemoryAccess::Kind::Read);
  }
  if (auto *Store = dyn_cast<StoreInst>(&I)) {
    Type *T = Store->getValueOperand()->getType();
    if (Channel *C = findChannel(I, Store->getPointerOperand(), T)) {
      noteUse(*C, /*IsRead=*/false, I, Store->getPointerOperand(),
              addOperation(I, "write_channel", T));
      return;
    }
    uint32_t Id = addOperation(I, "store", T);
    return addAccess(I, Id, {Store->getPointerOperand()}, T,
                     MemoryAccess::Kind::Write);
  }
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I)) {
    Type *T = I.getOperand(1)->getType();
    uint32_t Id = addOperation(I, I.getOpcodeName(), T);
    return addAccess(I, Id, {I.getOperand(0)}, T,
                     MemoryAccess::Kind::ReadWrite);
  }
  if (auto *Phi = dyn_cast<PHINode>(&I))
    return addPhi(*Phi);
  if (auto *Branch = dyn_cast<BranchInst>(&I)) {
    if (Branch->isConditional())
      addOperation(I, "br", Branch->getCondition()->getType());
    return;
  }
  if (auto *Gep = dyn_cast<GetElementPtrInst>(&I)) {
    // A constant offset is wiring; a variable one is an address addition.
    addOperation(I, Gep->hasAllConstantIndices() ? "bitcast" : "getelementptr",
                 I.getType());
    return;
  }
  if (StringRef Conversion = shiftedConversion(I); !Conversion.empty()) {
    addOperation(I, Conversion, I.getType());
    return;
  }
  if (isShiftMask(I)) {
    addOperation(I, "trunc", I.getType());
    return;
  }
  if ((isa<ExtractElementInst>(I) && !isa<Constant>(I.getOperand(1))) ||
      (isa<InsertElementInst>(I) && !isa<Constant>(I.getOperand(2)))) {
    addOperation(I, "select", I.getType()); // a value chooses the lane
    return;
  }
  if (match(&I, m_SDiv(m_Value(), m_Power2())) ||
      match(&I, m_SRem(m_Value(), m_Power2())))
    return addSignedPowerDivision(I);
  addOperation(I, isa<UnreachableInst>(I) ? "unreachable" : I.getOpcodeName(),
               isa<CmpInst>(I) ? I.getOperand(0)->getType() : I.getType());
}

} // namespace roofline
