// Conditions and turns of loops, before optimisation.
#include "SourceFacts.h"

#include "roofline/Analysis/Guards.h"
#include "roofline/Analysis/LoopFacts.h"
#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/LLVM/LLVMVersions.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace roofline {
namespace {

/// All that forms are made with. Its trees are copies: those of
/// the caller are constant, and scalar evolution wants to write.
struct SourceAnalyses {
  SourceAnalyses(Function &F,
                 const DenseMap<const llvm::Loop *, unsigned> &MarkOf)
      : DT(F), LI(DT), AC(F), TLII(targetTriple(*F.getParent())), TLI(TLII),
        SE(F, TLI, AC, DT, LI) {
    DenseMap<const BasicBlock *, unsigned> MarkAt;
    for (const auto &[L, Mark] : MarkOf)
      MarkAt[L->getHeader()] = Mark;
    for (const llvm::Loop *L : LI.getLoopsInPreorder())
      H.LoopIds[L] = MarkAt.lookup(L->getHeader());
    for (const Argument &A : F.args())
      Names[&A] = kernelArgument(A);
    Varies.emplace(F, LI, DT, H.LoopIds);
    Forms.emplace(SE, H.LoopIds, Names, *Varies, "");
    When.emplace(F, SE, LI, DT, *Forms, H);
  }

  DominatorTree DT;
  LoopInfo LI;
  AssumptionCache AC;
  TargetLibraryInfoImpl TLII;
  TargetLibraryInfo TLI;
  ScalarEvolution SE;
  SymbolicForm::ArgumentNames Names;
  Hierarchy H; ///< of the loops alone, none of which has been rotated
  std::optional<Variation> Varies;
  std::optional<SymbolicForm> Forms;
  std::optional<Guards> When;
};

/// The iterations of \p L, where they are a constant.
LoopTurns turnsOf(const llvm::Loop &L, SourceAnalyses &Known) {
  const TripCount Trip = tripCount(L, Known.SE, *Known.Forms);
  LoopTurns Turns;
  if (Trip.K == TripCount::Kind::Exact && Trip.Count.isConstant() &&
      Trip.Count.Value >= 0)
    Turns.Number = Trip.Count.Value;
  Turns.CountsLast = !countsAfterTest(L);
  return Turns;
}

} // namespace

SourceFacts sourceFacts(Function &F,
                        const DenseMap<const llvm::Loop *, unsigned> &Marks) {
  auto Known = std::make_shared<SourceAnalyses>(F, Marks);
  SourceFacts Facts;
  Facts.When = [Known](const BasicBlock &B, bool EntersLoop) {
    return EntersLoop ? Known->When->entering(*Known->LI.getLoopFor(&B))
                      : Known->When->of(B);
  };
  Facts.Turns = [Known](const llvm::Loop &L) {
    return turnsOf(*Known->LI.getLoopFor(L.getHeader()), *Known);
  };
  return Facts;
}

} // namespace roofline
