// Turns shift registers of a single work-item into reads of earlier elements.
//
/// \file
/// The idiom of FPGA kernels, `for (p ...) { shift; reg[0] = in[p]; ... }`:
/// once its loops are unrolled, each place of the register is a phi of the loop
/// whose next value is the place before it. A core has delay lines for that
/// already, between the taps of a stream, so that a place becomes a tap. A
/// register of computed values is a delay line of its own.
#include "ShiftRegister.h"

#include "LoopCounters.h"

#include "roofline/Stream/Recurrences.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace roofline {

/// Calls \p Visit with each place of the register from \p Phi back to the one
/// that is shifted into, whose next value it gives; null where the places go
/// round.
template <typename IsIndexFn, typename VisitFn>
static Value *shiftedIn(PHINode &Phi, BasicBlock *Latch, IsIndexFn IsIndex,
                        VisitFn Visit) {
  SmallPtrSet<PHINode *, 16> Seen;
  for (PHINode *P = &Phi; Seen.insert(P).second;) {
    Visit(*P);
    Value *Source = P->getIncomingValueForBlock(Latch);
    auto *Next = dyn_cast<PHINode>(Source);
    if (!Next || Next->getParent() != Phi.getParent() || IsIndex(*Next))
      return Source;
    P = Next;
  }
  return nullptr;
}

/// Used by more than the next place of a register.
static bool isRead(const PHINode &Phi) {
  return any_of(Phi.users(), [&](const User *U) {
    const auto *Next = dyn_cast<PHINode>(U);
    return !Next || Next->getParent() != Phi.getParent();
  });
}

namespace {

class RegisterReader {
public:
  RegisterReader(Loop &L, ScalarEvolution &SE, const DominatorTree &DT)
      : L(L), SE(SE), DT(DT), Header(L.getHeader()), Latch(L.getLoopLatch()),
        Before(L.getLoopPreheader()) {
    for (PHINode &Phi : Header->phis())
      if (const auto *Rec = Phi.getType()->isIntegerTy()
                                ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi))
                                : nullptr;
          Rec && Rec->isAffine() && Rec->getLoop() == &L)
        if (const auto *By = dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE)))
          Steps[&Phi] = By->getAPInt();
    for (BasicBlock *B : L.blocks())
      for (Instruction &I : *B)
        if (auto *Store = dyn_cast<StoreInst>(&I))
          Written.insert(getUnderlyingObject(Store->getPointerOperand()));
  }
  bool run();

private:
  /// A place of a register: Source of so many iterations ago.
  struct Place {
    PHINode *Phi;
    uint64_t Delay = 0;
    Value *Source = nullptr, *First = nullptr;
  };
  using Copies = DenseMap<Value *, Value *>;

  PHINode *counter();
  std::optional<int64_t> lastPut(const PHINode &Join, unsigned In);
  bool holdLast(PHINode &Phi);
  std::optional<Place> placeOf(PHINode &Phi);
  bool isLight(Value *V);
  bool isLightInstruction(Instruction &I);
  bool carriesData(const Value *V);
  void rewrite(const Place &P);
  Value *again(Value *V, Instruction *Inst, Copies &Made, uint64_t Delay);
  Value *chooseAgain(const Choice &C, Instruction *Inst, const Copies &Made,
                     uint64_t Delay);
  bool isIndex(const PHINode &Phi) const { return Steps.contains(&Phi); }

  Loop &L;
  ScalarEvolution &SE;
  const DominatorTree &DT;
  BasicBlock *Header, *Latch, *Before;
  DenseMap<const PHINode *, APInt> Steps;
  SmallPtrSet<const Value *, 4> Written;
  DenseMap<Value *, bool> Light;      ///< see isLight()
  DenseMap<const Value *, bool> Data; ///< see carriesData()
  DenseMap<const PHINode *, Choice> Choices;
  PHINode *Counter = nullptr; ///< i64 from 0
};

} // namespace

std::optional<RegisterReader::Place> RegisterReader::placeOf(PHINode &Phi) {
  if (isIndex(Phi))
    return std::nullopt;
  Place P = {&Phi};
  bool IsOne = true; // else the first value depends on the iteration
  P.Source = shiftedIn(
      Phi, Latch, [&](const PHINode &Next) { return isIndex(Next); },
      [&](const PHINode &Phi) {
        ++P.Delay;
        Value *First = Phi.getIncomingValueForBlock(Before);
        if (isa<UndefValue>(First))
          First = Constant::getNullValue(First->getType());
        IsOne &= !P.First || P.First == First;
        P.First = First;
      });
  // A first value of the loop around is what another row left.
  if (!P.Source || !IsOne || isa<PHINode>(P.First) || !isLight(P.Source))
    return std::nullopt;
  return P;
}

/// It comes from memory.
bool RegisterReader::carriesData(const Value *V) {
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I) || (isa<PHINode>(I) && I->getParent() == Header))
    return false;
  auto [It, IsNew] = Data.try_emplace(V, isa<LoadInst>(I));
  if (!IsNew || It->second)
    return It->second;
  bool Carries =
      any_of(I->operands(), [&](const Value *V) { return carriesData(V); });
  return Data[V] = Carries;
}

/// True where \p V is an element of a buffer that \p L does not write, of
/// another type perhaps, one of several or a number that depends on the indices
/// alone: to compute it once more costs less than to keep it.
bool RegisterReader::isLight(Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I))
    return true;
  auto [It, IsNew] = Light.try_emplace(V, false);
  if (!IsNew)
    return It->second;
  bool Is = isLightInstruction(*I);
  return Light[V] = Is;
}

/// Bits of the operand, at other places.
static bool isWiring(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::And:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    return isa<ConstantInt>(I.getOperand(1));
  default:
    return isa<CastInst, FreezeInst>(I) &&
           !isa<FPToSIInst, FPToUIInst, SIToFPInst, UIToFPInst, FPExtInst,
                FPTruncInst>(I);
  }
}

bool RegisterReader::isLightInstruction(Instruction &I) {
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    if (Phi->getParent() == Header)
      return isIndex(*Phi);
    Choice C = choiceOf(*Phi, DT);
    if (!C.Condition || carriesData(C.Condition))
      return false;
    Choices[Phi] = C;
    return isLight(const_cast<Value *>(C.Condition)) &&
           all_of(Phi->incoming_values(), [&](Value *V) { return isLight(V); });
  }
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    if (Written.contains(getUnderlyingObject(Load->getPointerOperand())) ||
        carriesData(I.getOperand(0)))
      return false;
  } else if (I.mayReadOrWriteMemory() || I.isTerminator()) {
    return false;
  } else if (carriesData(&I) && !isWiring(I) &&
             !(isa<SelectInst>(I) && !carriesData(I.getOperand(0)))) {
    return false;
  }
  return all_of(I.operands(), [&](Value *V) { return isLight(V); });
}

/// \p V of \p Delay iterations ago, before \p Inst.
Value *RegisterReader::again(Value *V, Instruction *Inst, Copies &Made,
                             uint64_t Delay) {
  if (!Light.contains(V)) // outside of the loop, whose blocks are split by now
    return V;
  if (Value *There = Made.lookup(V))
    return There;
  auto *I = cast<Instruction>(V);
  if (auto *Phi = dyn_cast<PHINode>(I)) {
    if (auto Step = Steps.find(Phi); Step != Steps.end())
      return Made[V] = IRBuilder<>(Inst).CreateSub(
                 Phi, ConstantInt::get(Phi->getType(),
                                       Step->second *
                                           APInt(Step->second.getBitWidth(),
                                                 Delay, false,
                                                 /*implicitTrunc=*/true)));
    return Made[V] = chooseAgain(Choices.lookup(Phi), Inst, Made, Delay);
  }
  SmallVector<Value *, 4> Operands;
  for (Value *Operand : I->operands())
    Operands.push_back(again(Operand, Inst, Made, Delay));
  Instruction *Copy = I->clone();
  for (auto [Index, Operand] : enumerate(Operands))
    Copy->setOperand(Index, Operand);
  Copy->dropPoisonGeneratingFlags();
  Copy->insertBefore(Inst->getIterator());
  return Made[V] = Copy;
}

Value *RegisterReader::chooseAgain(const Choice &C, Instruction *Inst,
                                   const Copies &Made, uint64_t Delay) {
  Copies Outside = Made;
  Value *If = again(const_cast<Value *>(C.Condition), Inst, Outside, Delay);
  Instruction *Then, *Else;
  SplitBlockAndInsertIfThenElse(If, Inst, &Then, &Else);
  auto Side = [&](const Value *V, Instruction *End) {
    Copies Own = Outside;
    Value *There = again(const_cast<Value *>(V), End, Own, Delay);
    return std::pair(There, End->getParent());
  };
  auto [IfTrue, FromTrue] = Side(C.IfTrue, Then);
  auto [IfFalse, FromFalse] = Side(C.IfFalse, Else);
  PHINode *Join = PHINode::Create(IfTrue->getType(), 2, "chosen",
                                  Inst->getParent()->begin());
  Join->addIncoming(IfTrue, FromTrue);
  Join->addIncoming(IfFalse, FromFalse);
  return Join;
}

PHINode *RegisterReader::counter() {
  if (Counter)
    return Counter;
  Type *Word = Type::getInt64Ty(Header->getContext());
  Counter = PHINode::Create(Word, 2, "iteration", Header->begin());
  Counter->addIncoming(ConstantInt::get(Word, 0), Before);
  IRBuilder<> Builder(Latch->getTerminator());
  Counter->addIncoming(Builder.CreateNUWAdd(Counter, Builder.getInt64(1)),
                       Latch);
  Steps[Counter] = APInt(64, 1);
  return Counter;
}

/// The last iteration that takes value \p In of \p Join, where all before do;
/// the test must be one of the index.
std::optional<int64_t> RegisterReader::lastPut(const PHINode &Join,
                                               unsigned In) {
  const auto *Taken = dyn_cast<SCEVConstant>(SE.getBackedgeTakenCount(&L));
  Choice C = choiceOf(Join, DT);
  if (!Taken || Taken->getAPInt().getActiveBits() > 47 || !C.Condition ||
      !isa<ICmpInst>(C.Condition) || carriesData(C.Condition) ||
      DT.dominates(Join.getIncomingBlock(In), Join.getParent()))
    return std::nullopt;
  DenseMap<const Value *, IndexVariable> Variables;
  for (PHINode &Phi : Header->phis())
    if (std::optional<IndexVariable> V = indexVariable(Phi, L, SE, 0))
      Variables[&Phi] = *V;
  const int64_t Trip = Taken->getAPInt().getZExtValue() + 1;
  IndexForms Forms({Trip, 1, 1}, Variables, DT,
                   Header->getModule()->getDataLayout());
  IndexSet Runs = Forms.runs(Join.getIncomingBlock(In))[0];
  return Runs && Runs->size() == 1 && Runs->front().first == 0
             ? std::optional(Runs->front().second)
             : std::nullopt;
}

/// `if (n < total) v = in[n];` keeps the last element from then on: it is
/// in[min(n, total - 1)].
bool RegisterReader::holdLast(PHINode &Phi) {
  auto *Join = dyn_cast<PHINode>(Phi.getIncomingValueForBlock(Latch));
  if (!Join || Join->getParent() == Header || !L.contains(Join) ||
      Join->getNumIncomingValues() != 2)
    return false;
  const unsigned In = Join->getIncomingValue(0) == &Phi;
  Value *Put = Join->getIncomingValue(In);
  if (Join->getIncomingValue(1 - In) != &Phi || !isLight(Put) ||
      !Choices.empty())
    return false;
  std::optional<int64_t> Last = lastPut(*Join, In);
  if (!Last)
    return false;
  Instruction *Inst = &*Join->getParent()->getFirstInsertionPt();
  IRBuilder<> Builder(Inst);
  Value *IsOver = Builder.CreateICmpUGT(counter(), Builder.getInt64(*Last));
  Copies Made;
  for (auto &[Index, Step] : Steps) {
    const auto *Rec =
        cast<SCEVAddRecExpr>(SE.getSCEV(const_cast<PHINode *>(Index)));
    const auto *Start = dyn_cast<SCEVConstant>(Rec->getStart());
    if (!Start)
      return false;
    const APInt End =
        Start->getAPInt() + Step * APInt(Step.getBitWidth(), *Last);
    Made[const_cast<PHINode *>(Index)] =
        Builder.CreateSelect(IsOver, ConstantInt::get(Index->getType(), End),
                             const_cast<PHINode *>(Index));
  }
  Join->replaceAllUsesWith(again(Put, Inst, Made, 0));
  return true;
}

/// The source, computed anew where \p P is read.
void RegisterReader::rewrite(const Place &P) {
  Instruction *Inst = &*Header->getFirstInsertionPt();
  IRBuilder<> Builder(Inst);
  Value *IsThere =
      Builder.CreateICmpUGE(counter(), Builder.getInt64(P.Delay), "is.there");
  BasicBlock *Top = Inst->getParent();
  Instruction *Then = SplitBlockAndInsertIfThen(IsThere, Inst, false);
  Copies Made;
  Value *There = again(P.Source, Then, Made, P.Delay);
  if (Latch == Top) // the header was split: what was behind it is the latch now
    Latch = Inst->getParent();
  Builder.SetInsertPoint(Inst->getParent(), Inst->getParent()->begin());
  PHINode *Join = Builder.CreatePHI(P.Phi->getType(), 2);
  Join->addIncoming(There, Then->getParent());
  Join->addIncoming(P.First, Top);
  P.Phi->replaceUsesWithIf(Join, [&](Use &U) {
    const auto *User = dyn_cast<PHINode>(U.getUser());
    return !User || User->getParent() != Header;
  });
}

bool RegisterReader::run() {
  if (!Latch || !Before || Steps.empty())
    return false;
  bool Held = false;
  for (PHINode &Phi : Header->phis())
    Held |= !isIndex(Phi) && holdLast(Phi);
  std::vector<Place> Places; // all of them first: blocks are split later
  for (PHINode &Phi : Header->phis())
    if (std::optional<Place> P = isRead(Phi) ? placeOf(Phi) : std::nullopt)
      Places.push_back(*P);
  for (const Place &P : Places)
    rewrite(P);
  return Held || !Places.empty();
}

bool readRegistersBack(Loop &L, ScalarEvolution &SE, const DominatorTree &DT) {
  return RegisterReader(L, SE, DT).run();
}

/// True where \p Source, a value of \p B, comes from itself in an earlier
/// iteration.
static bool goesRound(const Value *Source, const StreamBody &B) {
  SmallVector<const Value *, 16> Work = {Source};
  SmallPtrSet<const Value *, 32> Seen;
  while (!Work.empty()) {
    const auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !B.isInBody(*I->getParent()) || B.Variables.contains(I))
      continue;
    auto Add = [&](const Value *From) {
      if (Seen.insert(From).second)
        Work.push_back(From);
    };
    const auto *Phi = dyn_cast<PHINode>(I);
    if (Phi && Phi->getParent() == B.Header) {
      Add(Phi->getIncomingValueForBlock(B.Latches[0]));
      continue;
    }
    for (const Value *Operand : I->operands())
      Add(Operand);
    // The branches that decide which value a phi has are behind the block that
    // all of its sides come through.
    const BasicBlock *Above =
        Phi ? B.DT->getNode(Phi->getParent())->getIDom()->getBlock() : nullptr;
    for (const BasicBlock &Between : *B.F)
      if (Above && B.isInBody(Between) && B.DT->dominates(Above, &Between) &&
          !B.DT->dominates(Phi->getParent(), &Between))
        for (const Value *Operand : Between.getTerminator()->operands())
          if (!isa<BasicBlock>(Operand))
            Add(Operand);
  }
  return Seen.contains(Source);
}

/// True where code of the body reads \p Phi, beside the next places of a
/// register.
static bool isReadInBody(const PHINode &Phi, const StreamBody &B) {
  return any_of(Phi.users(), [&](const User *U) {
    const auto *I = cast<Instruction>(U);
    return B.isInBody(*I->getParent()) &&
           !(isa<PHINode>(I) && I->getParent() == B.Header);
  });
}

/// Leaves in B.Returning what is better one recurrence from afar than a chain
/// of them: sums of floats, which take several cycles, unless the place behind
/// is read as well; other values where the chains are too many.
static void keepDistant(StreamBody &B) {
  SmallPtrSet<const Value *, 4> Near; // values that the next iteration reads
  DenseMap<const Value *, size_t> Places;
  for (const auto &[Phi, Value] : B.Returning) {
    if (Value.Firsts.size() == 1 && isReadInBody(*Phi, B))
      Near.insert(Value.Source);
    size_t &Most = Places[Value.Source];
    Most = std::max(Most, Value.Firsts.size());
  }
  size_t All = 0;
  for (const auto &[Source, Most] : Places)
    All += Most;
  auto IsChain = [&](const PHINode &Phi, const DelayedValue &Value) {
    return Value.Firsts.size() == 1 ||
           (Phi.getType()->isFloatingPointTy() ? Near.contains(Value.Source)
                                               : All <= MostRecurrences);
  };
  for (auto It = B.Returning.begin(), End = B.Returning.end(); It != End; ++It)
    if (IsChain(*It->first, It->second))
      B.Returning.erase(It);
}

void findDelays(StreamBody &B) {
  const BasicBlock *Latch = B.Latches[0];
  auto IsIndex = [&](const PHINode &Phi) { return B.Variables.contains(&Phi); };
  DenseMap<const Value *, bool> Round;
  erase_if(B.Carried[0], [&](PHINode *Phi) {
    DelayedValue Value;
    bool IsOwn = true; // and nothing that another row left
    Value.Source =
        shiftedIn(*Phi, const_cast<BasicBlock *>(Latch), IsIndex,
                  [&](const PHINode &Phi) {
                    const llvm::Value *First =
                        Phi.getIncomingValue(Phi.getIncomingBlock(0) == Latch);
                    IsOwn &=
                        !isa<PHINode>(First) || B.Variables.contains(First) ||
                        !B.isInNest(*cast<Instruction>(First)->getParent());
                    Value.Firsts.push_back(First);
                  });
    if (!Value.Source || !IsOwn)
      return false;
    auto [It, IsNew] = Round.try_emplace(Value.Source, false);
    if (IsNew)
      It->second = goesRound(Value.Source, B);
    if (isRead(*Phi))
      (It->second ? B.Returning : B.Delayed)[Phi] = std::move(Value);
    return !It->second;
  });
  keepDistant(B);
}

} // namespace roofline
