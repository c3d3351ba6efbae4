// Conditions of the source before optimisation.
#include "SourceConditions.h"

#include "roofline/Analysis/Guards.h"
#include "roofline/Canonical/ArgumentNames.h"

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

/// All that a condition's form is made with. Its trees are copies: those of
/// the caller are constant, and scalar evolution wants to write.
struct SourceAnalyses {
  SourceAnalyses(Function &F,
                 const DenseMap<const llvm::Loop *, unsigned> &MarkOf)
      : DT(F), LI(DT), AC(F), TLII(F.getParent()->getTargetTriple()), TLI(TLII),
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

} // namespace

GuardOfBlock
sourceConditions(Function &F,
                 const DenseMap<const llvm::Loop *, unsigned> &Marks) {
  auto Of = std::make_shared<SourceAnalyses>(F, Marks);
  return [Of](const BasicBlock &B, bool EntersLoop) {
    return EntersLoop ? Of->When->entering(*Of->LI.getLoopFor(&B))
                      : Of->When->of(B);
  };
}

} // namespace roofline
