// Shift registers of a single work-item, as reads of earlier elements.
//
/// \file
/// The idiom of FPGA kernels, `for (p ...) { shift; reg[0] = in[p]; ... }`:
/// once its loops are unrolled, each place of the register is a phi of the loop
/// whose next value is the place before it. A core has delay lines for that
/// already, between the taps of a stream, so that a place becomes a tap.
#include "ShiftRegister.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace roofline {

namespace {

class RegisterReader {
public:
  RegisterReader(Loop &L, ScalarEvolution &SE)
      : L(L), Header(L.getHeader()), Latch(L.getLoopLatch()),
        Before(L.getLoopPreheader()) {
    for (PHINode &Phi : Header->phis())
      if (const auto *Rec = Phi.getType()->isIntegerTy()
                                ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi))
                                : nullptr;
          Rec && Rec->isAffine() && Rec->getLoop() == &L)
        if (const auto *By = dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE)))
          Steps[&Phi] = By->getAPInt();
  }
  bool run();

private:
  /// A place of a register: Source of so many iterations ago.
  struct Place {
    PHINode *Phi;
    uint64_t Delay;
    Value *Source, *First;
    SmallVector<Instruction *, 8> Slice; ///< what Source is computed by
  };
  std::optional<Place> placeOf(PHINode &Phi) const;
  bool slice(Value *V, SmallVectorImpl<Instruction *> &Order,
             SmallPtrSetImpl<Value *> &Seen) const;
  void rewrite(const Place &P);
  bool isIndex(const PHINode &Phi) const { return Steps.contains(&Phi); }

  Loop &L;
  BasicBlock *Header, *Latch, *Before;
  DenseMap<const PHINode *, APInt> Steps;
  PHINode *Counter = nullptr; ///< i64 from 0
};

} // namespace

/// Back through the places before it to the value that is shifted in.
std::optional<RegisterReader::Place>
RegisterReader::placeOf(PHINode &Phi) const {
  Place P = {&Phi, 0, &Phi, nullptr, {}};
  SmallPtrSet<Value *, 16> Seen;
  auto *At = &Phi;
  while (true) {
    if (!Seen.insert(At).second || isIndex(*At))
      return std::nullopt;
    Value *First = At->getIncomingValueForBlock(Before);
    if (!isa<UndefValue>(First)) {
      if (P.First && P.First != First) // which one depends on the iteration
        return std::nullopt;
      P.First = First;
    }
    P.Source = At->getIncomingValueForBlock(Latch);
    ++P.Delay;
    auto *Next = dyn_cast<PHINode>(P.Source);
    if (!Next || Next->getParent() != Header)
      break;
    At = Next;
  }
  if (!P.First)
    P.First = Constant::getNullValue(Phi.getType());
  Seen.clear();
  return slice(P.Source, P.Slice, Seen) ? std::optional(P) : std::nullopt;
}

/// The instructions of an iteration that \p V comes from, operands first; false
/// where one of them depends on more than the indices and memory.
bool RegisterReader::slice(Value *V, SmallVectorImpl<Instruction *> &Order,
                           SmallPtrSetImpl<Value *> &Seen) const {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !L.contains(I) || !Seen.insert(I).second)
    return true;
  if (const auto *Phi = dyn_cast<PHINode>(I))
    return Phi->getParent() == Header && isIndex(*Phi);
  if (I->mayWriteToMemory() || I->isTerminator())
    return false;
  for (Value *Operand : I->operands())
    if (!slice(Operand, Order, Seen))
      return false;
  Order.push_back(I);
  return true;
}

/// The source, computed anew where \p P is read.
void RegisterReader::rewrite(const Place &P) {
  Type *Word = Type::getInt64Ty(Header->getContext());
  if (!Counter) {
    Counter = PHINode::Create(Word, 2, "iteration", Header->begin());
    Counter->addIncoming(ConstantInt::get(Word, 0), Before);
    IRBuilder<> Builder(Latch->getTerminator());
    Counter->addIncoming(Builder.CreateNUWAdd(Counter, Builder.getInt64(1)),
                         Latch);
  }
  Instruction *At = &*Header->getFirstInsertionPt();
  IRBuilder<> Builder(At);
  Value *IsThere =
      Builder.CreateICmpUGE(Counter, Builder.getInt64(P.Delay), "is.there");
  BasicBlock *Top = At->getParent();
  Instruction *Then = SplitBlockAndInsertIfThen(IsThere, At, false);
  ValueToValueMapTy Map;
  Builder.SetInsertPoint(Then);
  for (auto &[Phi, Step] : Steps)
    Map[Phi] = Builder.CreateSub(
        const_cast<PHINode *>(Phi),
        ConstantInt::get(Phi->getType(),
                         Step * APInt(Step.getBitWidth(), P.Delay)));
  for (Instruction *I : P.Slice) {
    Instruction *Copy = I->clone();
    Copy->dropPoisonGeneratingFlags();
    Builder.Insert(Copy);
    RemapInstruction(Copy, Map,
                     RF_IgnoreMissingLocals | RF_NoModuleLevelChanges);
    Map[I] = Copy;
  }
  Value *There = Map.lookup(P.Source);
  if (Latch == Top) // the header was split: what was behind it is the latch now
    Latch = At->getParent();
  Builder.SetInsertPoint(At);
  PHINode *Join = Builder.CreatePHI(P.Phi->getType(), 2);
  Join->addIncoming(There ? There : P.Source, Then->getParent());
  Join->addIncoming(P.First, Top);
  P.Phi->replaceUsesWithIf(Join, [&](Use &U) {
    const auto *User = dyn_cast<PHINode>(U.getUser());
    return !User || User->getParent() != Header;
  });
}

bool RegisterReader::run() {
  if (!Latch || !Before || Steps.empty())
    return false;
  std::vector<Place> Places; // all of them first: blocks are split later
  for (PHINode &Phi : Header->phis()) {
    bool IsRead = any_of(Phi.users(), [&](const User *U) {
      const auto *Next = dyn_cast<PHINode>(U);
      return !Next || Next->getParent() != Header;
    });
    if (std::optional<Place> P = IsRead ? placeOf(Phi) : std::nullopt)
      Places.push_back(*P);
  }
  for (const Place &P : Places)
    rewrite(P);
  return !Places.empty();
}

bool readRegistersBack(Loop &L, ScalarEvolution &SE) {
  return RegisterReader(L, SE).run();
}

} // namespace roofline
