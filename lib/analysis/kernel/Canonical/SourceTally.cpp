// Counts the author's operations, one by one, before they are optimised.
#include "roofline/Canonical/SourceTally.h"

#include "ComponentStores.h"
#include "ExclusiveArms.h"
#include "PacketTally.h"

#include "roofline/Canonical/AtomicBuiltins.h"
#include "roofline/Canonical/Channels.h"
#include "roofline/Canonical/SourcePlace.h"
#include "roofline/Canonical/SourceTypes.h"
#include "roofline/Canonical/StructuralBuiltins.h"
#include "roofline/LLVM/LLVMVersions.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"

#include <tuple>
#include <unordered_map>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace roofline {

static constexpr char MarkName[] = "roofline.source_loop";

static void mark(const llvm::Loop &L, unsigned Mark) {
  LLVMContext &Context = L.getHeader()->getContext();
  SmallVector<Metadata *, 4> Parts = {nullptr};
  if (const MDNode *Id = L.getLoopID())
    append_range(Parts, drop_begin(Id->operands()));
  Parts.push_back(
      MDNode::get(Context, {MDString::get(Context, MarkName),
                            ConstantAsMetadata::get(ConstantInt::get(
                                Type::getInt32Ty(Context), Mark))}));
  MDNode *Marked = MDNode::getDistinct(Context, Parts);
  Marked->replaceOperandWith(0, Marked);
  L.setLoopID(Marked);
}

std::optional<unsigned> markOf(const llvm::Loop &L) {
  const MDNode *Id = L.getLoopID();
  const MDNode *Mark =
      Id ? findOptionMDForLoopID(const_cast<MDNode *>(Id), MarkName) : nullptr;
  const auto *Value =
      Mark ? mdconst::dyn_extract<ConstantInt>(Mark->getOperand(1)) : nullptr;
  return Value ? std::optional<unsigned>(Value->getZExtValue()) : std::nullopt;
}

namespace {

/// How often a block runs where the loop around it, or the kernel, runs.
class Executions {
public:
  Executions(Function &F, const DominatorTree &DT) : DT(DT) {
    for (BasicBlock &B : F)
      if (isa<ReturnInst>(B.getTerminator()))
        Returns.push_back(&B);
  }

  /// Entry of \p B, a block of \p L or the header of a loop in \p L. \p L is
  /// null for the kernel.
  SourceForm::LoopEntry of(const BasicBlock *B, const llvm::Loop *L) {
    if (!L)
      return {false, !dominatesAll(B, Returns)};
    const Scope &S = scope(L);
    const bool AlsoAtExit = S.BeforeExit.contains(B);
    return {AlsoAtExit, !dominatesAll(B, AlsoAtExit ? S.Exiting : S.Latches) ||
                            !dominatesAll(B, S.Further)};
  }

  /// True where \p B, of \p L, may be missed because the iteration ends
  /// early, whatever the conditions around it say.
  bool mayBeCutOff(const BasicBlock *B, const llvm::Loop *L) {
    if (!L)
      return false;
    const Scope &S = scope(L);
    return S.BeforeExit.contains(B) || !dominatesAll(B, S.Further) ||
           !dominatesAll(B, S.Exiting);
  }

private:
  struct Scope {
    /// Where an iteration ends, and where one may leave the loop earlier.
    SmallVector<BasicBlock *, 4> Latches, Exiting;
    /// Blocks that run before the test that decides on an iteration; without
    /// such a test, before any exit.
    SmallPtrSet<const BasicBlock *, 8> BeforeExit;
    /// Exits beside that test: the last iteration may not come beyond them.
    SmallVector<BasicBlock *, 4> Further;
  };

  const Scope &scope(const llvm::Loop *L) {
    auto [It, IsNew] = Scopes.try_emplace(L);
    Scope &S = It->second;
    if (!IsNew)
      return S;
    L->getLoopLatches(S.Latches);
    L->getExitingBlocks(S.Exiting);
    // An exit from the latch ends a whole iteration.
    erase_if(S.Exiting,
             [&](const BasicBlock *B) { return is_contained(S.Latches, B); });
    if (testsAtStart(*L, S))
      return S;
    SmallVector<const BasicBlock *, 8> Work(S.Exiting.begin(), S.Exiting.end());
    while (!Work.empty()) {
      const BasicBlock *B = Work.pop_back_val();
      if (L->contains(B) && S.BeforeExit.insert(B).second &&
          B != L->getHeader())
        append_range(Work, predecessors(B));
    }
    return S;
  }

  /// Where \p L starts with a test, as `for` and `while` do, the blocks up to
  /// it are those before the exit, and it is none that leaves an iteration.
  static bool testsAtStart(const llvm::Loop &L, Scope &S) {
    SmallPtrSet<const BasicBlock *, 8> Start;
    BasicBlock *Test = L.getHeader(), *Next = Test;
    while (Next && L.contains(Next) && Start.insert(Next).second) {
      Test = Next;
      Next = Test->getSingleSuccessor();
      if (Next && !Next->getSinglePredecessor())
        break;
    }
    if (!is_contained(S.Exiting, Test))
      return false;
    S.BeforeExit = std::move(Start);
    erase(S.Exiting, Test);
    std::swap(S.Exiting, S.Further);
    return true;
  }

  bool dominatesAll(const BasicBlock *B, ArrayRef<BasicBlock *> Ends) const {
    return all_of(Ends,
                  [&](const BasicBlock *End) { return DT.dominates(B, End); });
  }
  const DominatorTree &DT;
  SmallVector<BasicBlock *, 4> Returns;
  DenseMap<const llvm::Loop *, Scope> Scopes;
};

} // namespace

/// True for the negation by which clang fuses `a - b * c`: the author wrote a
/// product and a difference. A sign of the author's has a place of its own.
static bool isOfSubtraction(const Instruction &I) {
  if (I.getOpcode() != Instruction::FNeg || !I.hasOneUse())
    return false;
  const auto *Fused = dyn_cast<IntrinsicInst>(*I.user_begin());
  return Fused && Fused->getIntrinsicID() == Intrinsic::fmuladd &&
         Fused->getDebugLoc() == I.getDebugLoc();
}

bool isShiftMask(const Instruction &I) {
  const APInt *Mask;
  return match(&I, m_And(m_Value(), m_APInt(Mask))) && !I.use_empty() &&
         *Mask == Mask->getBitWidth() - 1 &&
         all_of(I.users(), [&](const User *U) {
           return cast<Instruction>(U)->isShift() && U->getOperand(1) == &I &&
                  U->getOperand(0) != &I;
         });
}

/// True for the mask that clang adds to a shift: one of the author's has a
/// place of its own, or another mask behind it.
static bool isOfShift(const Instruction &I) {
  return isShiftMask(I) && I.hasOneUse() &&
         cast<Instruction>(*I.user_begin())->getDebugLoc() == I.getDebugLoc();
}

/// True where \p V was computed left of \p Place, in the same function.
static bool isLeftOf(const Value *V, const DebugLoc &Place) {
  const auto *I = dyn_cast<Instruction>(V);
  const DILocation *Of = I ? I->getDebugLoc().get() : nullptr;
  return Of &&
         Of->getScope()->getSubprogram() ==
             Place->getScope()->getSubprogram() &&
         Of->getInlinedAt() == Place->getInlinedAt() &&
         std::pair(Of->getLine(), Of->getColumn()) <
             std::pair(Place->getLine(), Place->getColumn());
}

void keepWrittenSigns(Function &F) {
  for (Instruction &I : instructions(F)) {
    if (!I.getDebugLoc() || !isOfSubtraction(I))
      continue;
    const auto *Fused = cast<IntrinsicInst>(*I.user_begin());
    const Value *Addend = Fused->getArgOperand(2);
    if (Addend == &I)
      continue;
    if (const auto *Sign = dyn_cast<UnaryOperator>(Addend))
      Addend = Sign->getOperand(0);
    // The product stands left of the operator in `-(a * b) + c`; the other
    // operand does in `c - a * b`.
    const Value *Factor = I.getOperand(0);
    if (isLeftOf(Factor, I.getDebugLoc()) && !isLeftOf(Addend, I.getDebugLoc()))
      I.setDebugLoc(cast<Instruction>(Factor)->getDebugLoc());
  }
}

/// Stands for its argument.
constexpr StringLiteral HiddenConstant = "roofline.constant.";

/// True where a condition is made of \p I: the code that it rules out is none.
static bool leadsToTest(const Instruction &I) {
  SmallPtrSet<const Instruction *, 8> Seen;
  SmallVector<const Instruction *, 8> Work = {&I};
  while (!Work.empty())
    for (const User *U : Work.pop_back_val()->users()) {
      const auto *Next = cast<Instruction>(U);
      if (isa<CmpInst, SelectInst>(Next) || Next->isTerminator())
        return !isa<ReturnInst>(Next);
      if (isa<BinaryOperator, UnaryOperator, CastInst>(Next) &&
          Seen.insert(Next).second)
        Work.push_back(Next);
    }
  return false;
}

/// The constant operand without which \p I is not computed when it is copied;
/// nothing where it is computed anyway, or has to be.
static std::optional<unsigned> foldedOperand(Instruction &I,
                                             const DataLayout &DL) {
  const bool Computes =
      isa<BinaryOperator, UnaryOperator, CastInst, ShuffleVectorInst,
          InsertElementInst, ExtractElementInst, IntrinsicInst>(I);
  if (!Computes || I.mayHaveSideEffects() || leadsToTest(I))
    return std::nullopt;
  unsigned NumOperands = I.getNumOperands();
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I))
    NumOperands = Call->arg_size();
  auto IsConstant = [&](unsigned N) {
    const auto *C = dyn_cast<Constant>(I.getOperand(N));
    return C && !isa<UndefValue>(C) && C->getType()->isSized() &&
           (C->getType()->isIntOrIntVectorTy() ||
            C->getType()->isFPOrFPVectorTy());
  };
  const bool IsFolded =
      all_of(I.operands(), [](const Value *V) { return isa<Constant>(V); }) ||
      (isa<BinaryOperator>(I) && simplifyInstruction(&I, SimplifyQuery(DL)));
  if (!IsFolded)
    return std::nullopt;
  for (unsigned N = 0; N < NumOperands; ++N)
    if (IsConstant(N) &&
        !(isa<IntrinsicInst>(I) &&
          cast<IntrinsicInst>(I).paramHasAttr(N, Attribute::ImmArg)))
      return N;
  return std::nullopt;
}

void hideConstants(Function &F) {
  Module &M = *F.getParent();
  for (Instruction &I : instructions(F)) {
    const std::optional<unsigned> Operand = foldedOperand(I, M.getDataLayout());
    if (!Operand)
      continue;
    Value *Constant = I.getOperand(*Operand);
    std::string Name = HiddenConstant.str();
    raw_string_ostream(Name) << *Constant->getType();
    FunctionCallee Stand =
        M.getOrInsertFunction(Name, Constant->getType(), Constant->getType());
    auto *Function = cast<llvm::Function>(Stand.getCallee());
    Function->setDoesNotAccessMemory();
    Function->setWillReturn();
    I.setOperand(*Operand,
                 CallInst::Create(Stand, {Constant}, "", I.getIterator()));
  }
}

void showConstants(Module &M) {
  for (Function &F : make_early_inc_range(M)) {
    if (!F.getName().starts_with(HiddenConstant))
      continue;
    for (User *U : make_early_inc_range(F.users())) {
      auto *Call = cast<CallInst>(U);
      Call->replaceAllUsesWith(Call->getArgOperand(0));
      Call->eraseFromParent();
    }
    F.eraseFromParent();
  }
}

/// True for the last step of `c ? a : b` of integer vectors, for which clang
/// writes (b & ~m) | (a & m), m = c < 0.
static bool isVectorChoice(const Instruction &I) {
  const Value *Mask;
  CmpPredicate Sign;
  return I.getType()->isVectorTy() &&
         match(&I, m_c_Or(m_c_And(m_Value(), m_Not(m_Value(Mask))),
                          m_c_And(m_Value(), m_Deferred(Mask)))) &&
         match(Mask, m_SExt(m_ICmp(Sign, m_Value(), m_Zero()))) &&
         Sign == CmpInst::ICMP_SLT;
}

/// True for the steps before it, up to \p Steps of them.
static bool leadsToVectorChoice(const Instruction &I, unsigned Steps) {
  return any_of(I.users(), [&](const User *U) {
    const auto *Next = cast<Instruction>(U);
    return Next->getDebugLoc() == I.getDebugLoc() &&
           (isVectorChoice(*Next) ||
            (Steps && isa<SExtInst, BinaryOperator>(Next) &&
             leadsToVectorChoice(*Next, Steps - 1)));
  });
}

static bool isOfVectorChoice(const Instruction &I) {
  constexpr unsigned FromSign = 3; // sext, xor, and
  return I.getType()->isVectorTy() &&
         (I.getOpcode() == Instruction::And ||
          I.getOpcode() == Instruction::Xor || isa<ICmpInst>(I)) &&
         leadsToVectorChoice(I, FromSign);
}

/// True for `!x`, which is one comparison with 0.
static bool isNegatedTest(const Instruction &I) {
  CmpPredicate Any;
  const Value *Test;
  return match(&I, m_Not(m_Value(Test))) && I.getType()->isIntegerTy(1) &&
         match(Test, m_Cmp(Any, m_Value(), m_Zero())) &&
         cast<Instruction>(Test)->getDebugLoc() == I.getDebugLoc();
}

/// True for what only steers or names: no interpreter calls it an operation.
static bool isNoOperation(const Instruction &I) {
  if (I.isTerminator() || isa<PHINode, AllocaInst>(I) ||
      I.isDebugOrPseudoInst() || I.isLifetimeStartOrEnd())
    return true;
  // The first field's address is the structure's.
  if (const auto *Address = dyn_cast<GetElementPtrInst>(&I))
    return Address->hasAllZeroIndices();
  if (isOfSubtraction(I) || isOfShift(I) || isOfVectorChoice(I) ||
      isNegatedTest(I) || isOldValue(I))
    return true;
  if (const auto *Call = dyn_cast<CallInst>(&I))
    if (const Function *Callee = Call->getCalledFunction();
        Callee && Callee->getName().starts_with(HiddenConstant))
      return true;
  const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
  return Intrinsic && is_contained({Intrinsic::assume,
                                    Intrinsic::experimental_noalias_scope_decl},
                                   Intrinsic->getIntrinsicID());
}

static void describeCall(const CallBase &Call, Tally &T) {
  const Function *Callee = Call.getCalledFunction();
  Type *Of = Call.getType();
  // The argument of vstore4() and dot() tells the lanes.
  if (Call.arg_size())
    if (Type *First = Call.getArgOperand(0)->getType();
        Of->isVoidTy() || (First->isVectorTy() && !Of->isVectorTy()))
      Of = First;
  T.Type = valueType(Of);
  if (!Callee) {
    T.Name = "indirect call";
    return;
  }
  StringRef Name = Callee->isIntrinsic()
                       ? Intrinsic::getBaseName(Callee->getIntrinsicID())
                       : builtinName(Callee->getName());
  Name.consume_front("llvm.");
  T.Name = Name.empty() ? Callee->getName() : Name;
  // Builtins that move memory: vloadN, vstoreN, their kin for half, images.
  StringRef Builtin = T.Name;
  // A builtin that compares or asks has the type of its argument, as `<` has.
  if ((Builtin.starts_with("is") || Builtin == "signbit") && Call.arg_size())
    T.Type = valueType(Call.getArgOperand(0)->getType());
  if (Builtin.starts_with("vload") || Builtin.starts_with("vstore")) {
    bool IsHalf = Builtin.contains("_half");
    T.NumBytes = T.Type.Lanes * (IsHalf ? 2 : T.Type.Bits / 8);
    for (const Value *Argument : Call.args())
      if (Argument->getType()->isPointerTy())
        T.Space = addressSpaceOf(Argument);
  } else if (Builtin.starts_with("read_image") ||
             Builtin.starts_with("write_image")) {
    T.NumBytes = 16; // the most that a pixel takes
    T.Space = AddressSpace::Global;
  } else if (auto Atomic = atomicMove(Call, Builtin)) {
    T.Type = valueType(Atomic->Moved);
    T.NumBytes = T.Type.Bits / 8;
    T.Space = addressSpaceOf(Call.getArgOperand(0));
    if (Atomic->Kind == MemoryAccess::Kind::Read)
      T.Name = "load";
    else if (Atomic->Kind == MemoryAccess::Kind::Write)
      T.Name = "store";
  }
}

static Tally describe(const Instruction &I, const DataLayout &DL) {
  Tally T;
  T.Name = isVectorChoice(I) ? "select" : I.getOpcodeName();
  T.Type = valueType(I.getType());
  T.Loc = sourceLocation(&I);
  if (isa<CmpInst>(I))
    T.Type = valueType(I.getOperand(0)->getType());
  else if (const auto *Call = dyn_cast<CallBase>(&I))
    describeCall(*Call, T);
  const Value *Pointer = getLoadStorePointerOperand(&I);
  Type *Moved =
      Pointer ? getLoadStoreType(const_cast<Instruction *>(&I)) : nullptr;
  if (const auto *Update = dyn_cast<AtomicRMWInst>(&I))
    Pointer = Update->getPointerOperand(), Moved = Update->getType();
  else if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    Pointer = Exchange->getPointerOperand(),
    Moved = Exchange->getNewValOperand()->getType();
  if (Pointer) {
    Moved = movedPart(I, Moved);
    T.Type = valueType(Moved);
    T.Space = addressSpaceOf(Pointer);
    T.NumBytes = DL.getTypeStoreSize(Moved).getKnownMinValue();
    if (const GlobalVariable *Channel = channelOf(Pointer))
      makeChannelOperation(T, *Channel);
  }
  return T;
}

/// A copy is a load and a store of all its bytes, a fill the store.
static SmallVector<Tally, 2> describeParts(const Instruction &I,
                                           const DataLayout &DL) {
  const auto *Move = dyn_cast<AnyMemIntrinsic>(&I);
  const auto *Length =
      Move ? dyn_cast<ConstantInt>(Move->getLength()) : nullptr;
  Tally T = describe(I, DL);
  SmallVector<Tally, 2> Parts;
  if (!Length || !Length->getValue().isIntN(32)) {
    if (std::optional<Tally> Packet = packetOf(I, T))
      Parts.push_back(std::move(*Packet));
    Parts.push_back(std::move(T));
    return Parts;
  }
  auto Add = [&](const char *Name, const Value *Pointer) {
    T.Name = Name;
    T.Space = addressSpaceOf(Pointer);
    Parts.push_back(T);
    if (const GlobalVariable *Channel = channelOf(Pointer))
      makeChannelOperation(Parts.back(), *Channel);
  };
  T.Type = valueType(Type::getInt8Ty(I.getContext()));
  T.NumBytes = uint32_t(Length->getZExtValue());
  if (const auto *Copy = dyn_cast<AnyMemTransferInst>(Move))
    Add("load", Copy->getRawSource());
  Add("store", Move->getRawDest());
  return Parts;
}

BytesByPlace copiesOf(const Module &M) {
  BytesByPlace Copies;
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (const auto *Copy = dyn_cast<AnyMemTransferInst>(&I))
        if (const auto *Length = dyn_cast<ConstantInt>(Copy->getLength());
            Length && Length->getValue().isIntN(32)) {
          uint32_t &Most = Copies[sourceLocation(&I)];
          Most = std::max(Most, uint32_t(Length->getZExtValue()));
        }
  return Copies;
}

namespace {
/// When blocks run, each condition once.
class Conditions {
public:
  Conditions(const LoopInfo &LI, GuardOfBlock GuardOf, Executions &Runs)
      : LI(LI), Runs(Runs), GuardOf(std::move(GuardOf)) {}

  /// The number of the condition of \p B, which may be skipped.
  unsigned of(const BasicBlock &B) {
    const Guard When = at(B, /*EntersLoop=*/false, LI.getLoopFor(&B));
    auto It = find(All, When);
    if (It != All.end())
      return It - All.begin();
    All.push_back(When);
    return All.size() - 1;
  }
  Guard entering(const llvm::Loop &L) {
    return at(*L.getHeader(), /*EntersLoop=*/true, L.getParentLoop());
  }
  std::vector<Guard> All;

private:
  Guard at(const BasicBlock &B, bool EntersLoop, const llvm::Loop *Around) {
    Guard When = GuardOf ? GuardOf(B, EntersLoop) : Guard();
    // A block without a known condition is skipped by one that nobody follows.
    When.IsOfData |= When.isAlways() || Runs.mayBeCutOff(&B, Around);
    return When;
  }
  const LoopInfo &LI;
  Executions &Runs;
  GuardOfBlock GuardOf;
};
} // namespace

static auto key(const Tally &T) {
  return std::tie(T.Loc.File, T.Loc.Line, T.Loc.Column, T.Name, T.Type.Scalar,
                  T.Type.Bits, T.Type.Lanes, T.NumBytes, T.Space, T.Loop,
                  T.AlsoAtExit, T.Predicated, T.Channel);
}

namespace {
/// A tally, and the number of its condition.
using PlacedTally = std::pair<Tally, unsigned>;

struct HashOfTally {
  size_t operator()(const PlacedTally &P) const {
    const Tally &T = P.first;
    return hash_combine(P.second, T.Loc.Line, T.Loc.Column, StringRef(T.Name),
                        T.Type.Bits, T.Type.Lanes, T.Loop.value_or(~0u),
                        T.AlsoAtExit, T.Predicated);
  }
};
struct SameTally {
  bool operator()(const PlacedTally &L, const PlacedTally &R) const {
    return L.second == R.second && key(L.first) == key(R.first);
  }
};
} // namespace

SourceForm tallySource(Function &F, const LoopInfo &LI, const DominatorTree &DT,
                       const FactsOfSource &Facts) {
  SourceForm Form;
  Executions Runs(F, DT);
  DenseMap<const llvm::Loop *, unsigned> Marks;
  for (const llvm::Loop *L : LI.getLoopsInPreorder()) {
    Marks[L] = Form.Loops.size();
    mark(*L, Form.Loops.size());
    Form.Loops.push_back(Runs.of(L->getHeader(), L->getParentLoop()));
    if (const llvm::Loop *Parent = L->getParentLoop())
      Form.Loops.back().Parent = Marks.lookup(Parent);
  }
  const SourceFacts Known = Facts ? Facts(F, Marks) : SourceFacts();
  Conditions When(LI, Known.When, Runs);
  for (const auto &[L, Mark] : Marks) {
    if (Form.Loops[Mark].Predicated)
      Form.Loops[Mark].When = When.entering(*L);
    if (Known.Turns)
      Form.Loops[Mark].Turns = Known.Turns(*L);
  }
  const DataLayout &DL = F.getParent()->getDataLayout();
  // Inlining repeats thousands of operations; few of them differ.
  struct Executed {
    uint64_t Number = 0, InStead = 0;
  };
  std::unordered_map<PlacedTally, Executed, HashOfTally, SameTally> Numbers;
  ExclusiveArms Arms(LI, DT);
  std::vector<std::pair<const BasicBlock *, decltype(Numbers)::pointer>> All;
  for (const BasicBlock &B : F) {
    if (!DT.isReachableFromEntry(&B))
      continue;
    const llvm::Loop *L = LI.getLoopFor(&B);
    SourceForm::LoopEntry Run = Runs.of(&B, L);
    const unsigned Condition = Run.Predicated ? 1 + When.of(B) : 0;
    for (const Instruction &I : B) {
      if (isNoOperation(I))
        continue;
      for (Tally &T : describeParts(I, DL)) {
        T.AlsoAtExit = Run.AlsoAtExit;
        T.Predicated = Run.Predicated;
        if (L)
          T.Loop = Marks.lookup(L);
        auto It = Numbers.try_emplace({std::move(T), Condition}).first;
        ++It->second.Number;
        if (!Run.Predicated)
          continue;
        Arms.add(&B, It->first.first);
        All.emplace_back(&B, &*It);
      }
    }
  }
  Arms.settle();
  for (auto &[B, Of] : All)
    Of->second.InStead += Arms.isInStead(B, Of->first.first);
  std::vector<std::pair<PlacedTally, Executed>> Ordered(Numbers.begin(),
                                                        Numbers.end());
  sort(Ordered, [](const auto &L, const auto &R) {
    return std::tuple_cat(key(L.first.first), std::tie(L.first.second)) <
           std::tuple_cat(key(R.first.first), std::tie(R.first.second));
  });
  for (const auto &[Placed, Of] : Ordered) {
    Tally &T = Form.Tallies.emplace_back(Placed.first);
    T.Number = Of.Number;
    T.InStead = Of.InStead;
    if (Placed.second)
      T.When = When.All[Placed.second - 1];
  }
  return Form;
}

} // namespace roofline
