// Loops that end at one place: a break becomes a number that the end tests.
#include "SingleExits.h"

#include "roofline/Canonical/PassAnalyses.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

using namespace llvm;

namespace roofline {

/// Metadata of a loop's end: the most iterations.
static constexpr StringLiteral MostTripsMark = "roofline.most-trips";

std::optional<uint64_t> mostTrips(const llvm::Loop &L) {
  const MDNode *Mark =
      L.getLoopLatch()->getTerminator()->getMetadata(MostTripsMark);
  if (!Mark)
    return std::nullopt;
  return mdconst::extract<ConstantInt>(Mark->getOperand(0))->getZExtValue();
}

namespace {

/// An edge that goes on or leaves the loop: its end decides by Number.
struct EndEdge {
  BasicBlock *From = nullptr;
  BasicBlock *To = nullptr; ///< the header, or an exit
  uint64_t Number = 0;      ///< 0 goes on; exit Number - 1
};

class ExitJoiner {
public:
  ExitJoiner(llvm::Loop &L, ScalarEvolution &SE)
      : L(L), SE(SE), Header(*L.getHeader()), Latch(*L.getLoopLatch()) {}

  /// False where the loop is left as it is.
  bool run() {
    if (!collect())
      return false;
    const unsigned Most = SE.getSmallConstantMaxTripCount(&L);
    End =
        BasicBlock::Create(Header.getContext(), "loop.end", Header.getParent());
    IRBuilder<> B(End);
    Selector = B.CreatePHI(B.getInt8Ty(), unsigned(Edges.size()), "leaves");
    mergePhis();
    redirect();
    branch(B);
    if (Most)
      setMostTrips(*End->getTerminator(), Most);
    SE.forgetLoop(&L);
    return true;
  }

private:
  llvm::Loop &L;
  ScalarEvolution &SE;
  BasicBlock &Header, &Latch;
  BasicBlock *End = nullptr;
  PHINode *Selector = nullptr;
  SmallVector<EndEdge, 8> Edges;
  SmallSetVector<BasicBlock *, 4> Exits;

  bool collect() {
    SmallVector<BasicBlock *, 4> Exiting;
    L.getExitingBlocks(Exiting);
    if (Exiting.empty() || (Exiting.size() == 1 && Exiting[0] == &Latch))
      return false;
    if (!is_contained(Exiting, &Latch))
      Exiting.push_back(&Latch);
    for (BasicBlock *From : Exiting) {
      auto *Branch = dyn_cast<BranchInst>(From->getTerminator());
      if (!Branch)
        return false;
      for (unsigned S = 0; S < Branch->getNumSuccessors(); ++S) {
        BasicBlock *To = Branch->getSuccessor(S); // true comes first
        if (L.contains(To) && To != &Header)
          continue;
        if (To != &Header)
          Exits.insert(To);
        Edges.push_back({From, To, numberOf(To)});
      }
    }
    return Exits.size() < 255;
  }
  uint64_t numberOf(BasicBlock *To) const {
    return To == &Header ? 0 : uint64_t(find(Exits, To) - Exits.begin()) + 1;
  }

  /// True where both successors of \p From go to the end.
  bool endsAlways(const BasicBlock *From) const {
    return count_if(Edges, [&](const EndEdge &E) { return E.From == From; }) ==
           2;
  }

  /// Gives \p Merged what \p ValueOf says of each edge.
  template <typename ValueFn> void fill(PHINode &Merged, ValueFn ValueOf) {
    for (size_t I = 0; I < Edges.size(); ++I) {
      const EndEdge &E = Edges[I];
      Value *V = ValueOf(E);
      if (endsAlways(E.From)) { // one edge of two
        auto *Branch = cast<BranchInst>(E.From->getTerminator());
        Value *Second = ValueOf(Edges[++I]);
        if (V != Second)
          V = SelectInst::Create(Branch->getCondition(), V, Second, "",
                                 Branch->getIterator());
      }
      Merged.addIncoming(V, E.From);
    }
  }

  static void setMostTrips(Instruction &End, unsigned Most) {
    LLVMContext &Context = End.getContext();
    auto *Number = ConstantInt::get(Type::getInt32Ty(Context), Most);
    End.setMetadata(MostTripsMark,
                    MDNode::get(Context, ConstantAsMetadata::get(Number)));
  }

  /// The next value of a counter, which stays one: it is the same on all ways
  /// to the end; null for other phis.
  Value *nextCount(PHINode &Phi) {
    const auto *Rec = SE.isSCEVable(Phi.getType())
                          ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi))
                          : nullptr;
    const auto *Step = Rec && Rec->isAffine() && Rec->getLoop() == &L &&
                               Phi.getType()->isIntegerTy()
                           ? dyn_cast<SCEVConstant>(Rec->getOperand(1))
                           : nullptr;
    if (!Step)
      return nullptr;
    IRBuilder<> B(End);
    B.SetCurrentDebugLocation(Phi.getDebugLoc());
    return B.CreateAdd(&Phi, Step->getValue(), Phi.getName() + ".next");
  }

  /// Lets \p To, the header or an exit, take its phis' values from the end.
  void mergePhis(BasicBlock &To, uint64_t Number) {
    for (PHINode &Phi : make_early_inc_range(To.phis())) {
      Value *Next = &To == &Header ? nextCount(Phi) : nullptr;
      if (!Next) {
        auto *Merged = PHINode::Create(Phi.getType(), unsigned(Edges.size()),
                                       Phi.getName() + ".end", End->begin());
        fill(*Merged, [&](const EndEdge &E) -> Value * {
          return E.Number == Number ? Phi.getIncomingValueForBlock(E.From)
                                    : PoisonValue::get(Phi.getType());
        });
        Next = Merged;
      }
      SmallPtrSet<BasicBlock *, 4> Removed;
      for (const EndEdge &E : Edges)
        if (E.Number == Number && Removed.insert(E.From).second)
          Phi.removeIncomingValue(E.From, /*DeletePHIIfEmpty=*/false);
      Phi.addIncoming(Next, End);
    }
  }
  void mergePhis() {
    fill(*Selector, [&](const EndEdge &E) {
      return ConstantInt::get(Selector->getType(), E.Number);
    });
    mergePhis(Header, 0);
    for (auto [I, Exit] : enumerate(Exits))
      mergePhis(*Exit, I + 1);
  }

  void redirect() {
    for (const EndEdge &E : Edges) {
      auto *Branch = cast<BranchInst>(E.From->getTerminator());
      if (endsAlways(E.From)) {
        BranchInst::Create(End, Branch->getIterator());
        Branch->eraseFromParent();
        continue;
      }
      Branch->replaceSuccessorWith(E.To, End);
    }
  }

  /// The end's branch: to the header, or to the exit of the number.
  void branch(IRBuilder<> &B) {
    B.SetInsertPoint(End);
    B.SetCurrentDebugLocation(Latch.getTerminator()->getDebugLoc());
    BasicBlock *From = End;
    Value *GoesOn = B.CreateICmpEQ(Selector, B.getInt8(0), "goes.on");
    BranchInst *Last = B.CreateCondBr(GoesOn, &Header, Exits.back());
    for (size_t I = 0; I + 1 < Exits.size(); ++I) {
      From = BasicBlock::Create(Header.getContext(), "loop.exit",
                                Header.getParent());
      Last->setSuccessor(1, From);
      B.SetInsertPoint(From);
      Last = B.CreateCondBr(B.CreateICmpEQ(Selector, B.getInt8(uint8_t(I + 1))),
                            Exits[I], Exits.back());
      for (PHINode &Phi : Exits[I]->phis())
        Phi.replaceIncomingBlockWith(End, From);
    }
    for (PHINode &Phi : Exits.back()->phis())
      Phi.replaceIncomingBlockWith(End, From);
  }
};

} // namespace

void joinLoopExits(Function &F) {
  for (bool IsChanged = true; IsChanged;) {
    PassAnalyses P;
    LoopInfo &LI = P.FAM.getResult<LoopAnalysis>(F);
    auto &SE = P.FAM.getResult<ScalarEvolutionAnalysis>(F);
    auto Loops = LI.getLoopsInPreorder();
    // Inner loops first: their ends may be exits of outer ones.
    IsChanged = any_of(reverse(Loops), [&](llvm::Loop *L) {
      return L->isLoopSimplifyForm() && ExitJoiner(*L, SE).run();
    });
    if (!IsChanged)
      return;
    P.FAM.clear();
    FunctionPassManager FPM;
    FPM.addPass(LoopSimplifyPass());
    FPM.addPass(LCSSAPass());
    FPM.run(F, P.FAM);
  }
}

} // namespace roofline
