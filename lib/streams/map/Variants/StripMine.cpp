// Splits a loop into two: over pieces, and over the iterations of a piece.
#include "StripMine.h"

#include "LoopBuilder.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace roofline {
namespace {

class StripMiner {
public:
  StripMiner(llvm::Loop &L, const StripMining &S, ScalarEvolution &SE)
      : L(L), S(S), SE(SE), Before(L.getLoopPreheader()), Header(L.getHeader()),
        Latch(L.getLoopLatch()), Exit(L.getExitBlock()),
        Builder(Header->getContext()) {
    Function *F = Header->getParent();
    Begin = BasicBlock::Create(F->getContext(), S.Name + ".header", F, Header);
    End = BasicBlock::Create(F->getContext(), S.Name + ".latch", F);
    End->moveAfter(Latch);
  }

  void run() {
    SmallVector<std::pair<PHINode *, const SCEVConstant *>, 4> Carried;
    for (PHINode &Phi : Header->phis())
      Carried.emplace_back(&Phi, stepOf(Phi));
    PHINode *Piece = counter(Begin, S.Name);
    PHINode *Step = counter(Header, S.Name + ".step");
    for (auto [Phi, PhiStep] : Carried)
      carry(*Phi, PhiStep, *Piece);
    for (PHINode &Result : Exit->phis()) {
      unsigned Leaving = unsigned(Result.getBasicBlockIndex(Latch));
      Result.setIncomingValue(Leaving, atEnd(Result.getIncomingValue(Leaving)));
      Result.setIncomingBlock(Leaving, End);
    }
    Before->getTerminator()->replaceSuccessorWith(Header, Begin);
    auto *OldEnd = cast<BranchInst>(Latch->getTerminator());
    Value *OldCondition = OldEnd->getCondition();
    OldEnd->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(OldCondition);
    repeat(*Step, S.Length, Begin, Latch, End, S.InnerForm);
    repeat(*Piece, S.Pieces, Before, End, Exit, S.OuterForm);
    BranchInst::Create(Header, Begin);
  }

private:
  /// Returns the growth of \p Phi in each iteration, if it is a counter.
  const SCEVConstant *stepOf(PHINode &Phi) {
    if (!SE.isSCEVable(Phi.getType()) || !Phi.getType()->isIntegerTy())
      return nullptr;
    const auto *Counter = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi));
    return Counter && Counter->getLoop() == &L && Counter->isAffine()
               ? dyn_cast<SCEVConstant>(Counter->getStepRecurrence(SE))
               : nullptr;
  }

  PHINode *counter(BasicBlock *Block, const Twine &Name) {
    Builder.SetInsertPoint(Block, Block->begin());
    return Builder.CreatePHI(Builder.getInt64Ty(), 2, Name);
  }

  /// \p V at the end of a piece, seen from behind it.
  Value *atEnd(Value *V) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || !L.contains(I))
      return V;
    PHINode *&Phi = Last[V];
    if (Phi)
      return Phi;
    Builder.SetInsertPoint(End, End->begin());
    Phi = Builder.CreatePHI(V->getType(), 1, V->getName() + ".last");
    Phi->addIncoming(V, Latch);
    return Phi;
  }

  /// Gives \p Phi its value at the begin of \p Piece: of a counter the product
  /// of what it grows by, which scalar evolution sees through, else what the
  /// piece before left.
  void carry(PHINode &Phi, const SCEVConstant *Step, PHINode &Piece) {
    unsigned Entering = unsigned(Phi.getBasicBlockIndex(Before));
    Value *First = Phi.getIncomingValue(Entering);
    Phi.setIncomingBlock(Entering, Begin);
    if (Step) {
      Type *T = Phi.getType();
      APInt PerPiece = Step->getAPInt() * APInt(T->getIntegerBitWidth(),
                                                S.Length, /*isSigned=*/false,
                                                /*implicitTrunc=*/true);
      Builder.SetInsertPoint(Begin);
      Value *Offset = Builder.CreateMul(Builder.CreateZExtOrTrunc(&Piece, T),
                                        ConstantInt::get(T, PerPiece));
      Phi.setIncomingValue(
          Entering, Builder.CreateAdd(First, Offset, Phi.getName() + ".first"));
      return;
    }
    Builder.SetInsertPoint(Begin, Begin->begin());
    PHINode *AtBegin =
        Builder.CreatePHI(Phi.getType(), 2, Phi.getName() + ".first");
    AtBegin->addIncoming(First, Before);
    AtBegin->addIncoming(atEnd(Phi.getIncomingValueForBlock(Latch)), End);
    Phi.setIncomingValue(Entering, AtBegin);
  }

  /// Has \p Counter, entered from \p Entry, count at the end of \p To, which
  /// goes on to \p After when it comes to \p Times.
  void repeat(PHINode &Counter, uint64_t Times, BasicBlock *Entry,
              BasicBlock *To, BasicBlock *After, StringRef Form) {
    Builder.SetInsertPoint(To);
    Value *Next = Builder.CreateAdd(&Counter, Builder.getInt64(1),
                                    Counter.getName() + ".next", /*NUW=*/true,
                                    /*NSW=*/true);
    Counter.addIncoming(Builder.getInt64(0), Entry);
    Counter.addIncoming(Next, To);
    Value *More = Builder.CreateICmpULT(Next, Builder.getInt64(Times),
                                        Counter.getName() + ".more");
    Builder.CreateCondBr(More, Counter.getParent(), After)
        ->setMetadata(LLVMContext::MD_loop,
                      loopOfForm(Builder.getContext(), Form));
  }

  llvm::Loop &L;
  const StripMining &S;
  ScalarEvolution &SE;
  BasicBlock *Before, *Header, *Latch, *Exit; ///< of the loop as it was
  BasicBlock *Begin, *End;                    ///< of a piece
  IRBuilder<> Builder;
  SmallDenseMap<Value *, PHINode *, 4> Last;
};

} // namespace

void stripMine(llvm::Loop &L, const StripMining &S, ScalarEvolution &SE) {
  StripMiner(L, S, SE).run();
}

} // namespace roofline
