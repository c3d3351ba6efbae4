// The loop nest of a single work-item, strip-mined.
#include "LoopNest.h"

#include "LoopBuilder.h"
#include "ParallelLoop.h"
#include "StripMine.h"

#include "roofline/Canonical/ErrorAt.h"
#include "roofline/Canonical/PassAnalyses.h"
#include "roofline/Variants/VariantRequest.h"
#include "roofline/Variants/WorkItem.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <numeric>

using namespace llvm;

namespace roofline {

namespace {

/// Bound arguments become constants of the loops' bounds.
void foldBoundArguments(Function &F) {
  PassAnalyses A;
  FunctionPassManager Passes;
  Passes.addPass(InstCombinePass());
  Passes.addPass(SimplifyCFGPass());
  LoopPassManager OfLoops;
  OfLoops.addPass(IndVarSimplifyPass());
  Passes.addPass(createFunctionToLoopPassAdaptor(std::move(OfLoops)));
  Passes.addPass(LoopSimplifyPass());
  Passes.addPass(LCSSAPass());
  Passes.run(F, A.FAM);
}

/// "k.cl:7: ", where kernel \p Name of \p M begins.
std::string kernelPrefix(const Module &M, StringRef Name) {
  const Function *Kernel = M.getFunction(Name);
  const DISubprogram *Where = Kernel ? Kernel->getSubprogram() : nullptr;
  return Where ? (Where->getFilename() + ":" + Twine(Where->getLine()) + ": ")
                     .str()
               : "";
}

/// The nest of \p LI, outermost first: up to three loops of which each is the
/// only one in the one around it. Deeper ones belong to the element. \p Place
/// is the kernel's.
Expected<SmallVector<llvm::Loop *, 3>>
findNest(const Function &F, const LoopInfo &LI, const Twine &Place) {
  SmallVector<llvm::Loop *, 3> Nest;
  if (LI.empty() && none_of(instructions(F), [](const Instruction &I) {
        return I.mayWriteToMemory();
      }))
    return createStringError(Place + "with these arguments the kernel writes "
                                     "nothing: no loop of it runs");
  if (LI.empty())
    return createStringError(Place +
                             "there is neither an NDRange of more than one "
                             "work-item (give its global size) nor a loop that "
                             "runs more than once (what a loop makes of its "
                             "counter alone, the compiler computes without "
                             "it)");
  ArrayRef<llvm::Loop *> Level = LI.getTopLevelLoops();
  while (!Level.empty() && Nest.size() < 3) {
    if (Level.size() > 1) // LoopInfo has the outermost ones in reverse order
      return errorAt(loopPlace(Nest.empty() ? *Level.back() : *Level.front()),
                     "two loops follow one another, so that there is not one "
                     "space of positions");
    Nest.push_back(Level.front());
    Level = Level.front()->getSubLoops();
  }
  return Nest;
}

/// [iteration] of \p L, whose only exit is at its end.
Expected<uint64_t> tripCount(const llvm::Loop &L, ScalarEvolution &SE) {
  if (!L.isLoopSimplifyForm() || !L.getExitBlock() ||
      L.getExitingBlock() != L.getLoopLatch())
    return errorAt(loopPlace(L), "the loop is left from more than one place");
  if (unsigned Trip = SE.getSmallConstantTripCount(&L))
    return Trip;
  return errorAt(loopPlace(L),
                 "the number of iterations is not known; arg.NAME= binds an "
                 "argument");
}

/// A loop that its author unrolls remains one.
void setForm(const llvm::Loop &L, StringRef Form) {
  LLVMContext &Context = L.getHeader()->getContext();
  MDNode *Id = loopOfForm(Context, Form);
  for (StringRef Unrolls : {"llvm.loop.unroll.enable", "llvm.loop.unroll.full"})
    if (getBooleanLoopAttribute(&L, Unrolls)) {
      MDNode *Property =
          MDNode::get(Context, {MDString::get(Context, Unrolls)});
      Id = MDNode::getDistinct(Context, {nullptr, Id->getOperand(1), Property});
      Id->replaceOperandWith(0, Id);
      break;
    }
  L.getLoopLatch()->getTerminator()->setMetadata(LLVMContext::MD_loop, Id);
}

Error checkDivides(const llvm::Loop &L, const Twine &What, uint64_t Divisor,
                   uint64_t Trip) {
  if (Trip % Divisor == 0)
    return Error::success();
  return errorAt(loopPlace(L), What + " do not divide the loop's " +
                                   Twine(Trip) + " iterations");
}

/// The nest of \p Variant and the iterations of its loops, outermost first.
struct Nest {
  SmallVector<llvm::Loop *, 3> Loops;
  SmallVector<uint64_t, 3> Trips; ///< none where they are not asked for
};

/// A single pipeline takes loops as they are.
bool needsTrips(const VariantRequest &Request) {
  return Request.Text || Request.Design.Lanes > 1 || Request.Design.Vector > 1;
}

Expected<Nest> readNest(Function &Variant, StringRef Kernel,
                        FunctionAnalysisManager &FAM, bool WithTrips) {
  Expected<SmallVector<llvm::Loop *, 3>> Loops =
      findNest(Variant, FAM.getResult<LoopAnalysis>(Variant),
               kernelPrefix(*Variant.getParent(), Kernel));
  if (!Loops)
    return Loops.takeError();
  Nest N = {std::move(*Loops), {}};
  if (!WithTrips)
    return N;
  auto &SE = FAM.getResult<ScalarEvolutionAnalysis>(Variant);
  for (const llvm::Loop *L : N.Loops) {
    Expected<uint64_t> Trip = tripCount(*L, SE);
    if (!Trip)
      return Trip.takeError();
    N.Trips.push_back(*Trip);
  }
  return N;
}

Error checkNest(const Nest &N, const StreamDesign &D,
                FunctionAnalysisManager &FAM) {
  const llvm::Loop &Outermost = *N.Loops.front(), &Innermost = *N.Loops.back();
  if (Error E = checkDivides(Outermost, Twine(D.Lanes) + " lanes", D.Lanes,
                             N.Trips.front()))
    return E;
  uint64_t LanesOfInnermost = N.Loops.size() == 1 ? D.Lanes : 1;
  if (Error E = checkDivides(Innermost, "vectors of " + Twine(D.Vector),
                             D.Vector, N.Trips.back() / LanesOfInnermost))
    return E;
  if (D.Lanes > 1)
    if (Error E = checkParallel(Outermost, FAM))
      return E;
  return D.Vector > 1 ? checkParallel(Innermost, FAM) : Error::success();
}

} // namespace

Error reshapeNest(Function &Variant, StringRef Kernel,
                  const VariantRequest &Request) {
  foldBoundArguments(Variant);
  PassAnalyses Before;
  Expected<Nest> N = readNest(Variant, Kernel, Before.FAM, needsTrips(Request));
  if (!N)
    return N.takeError();
  if (N->Trips.empty()) {
    for (const llvm::Loop *L : N->Loops)
      setForm(*L, formName(Request.Design.Form));
    return Error::success();
  }
  SmallVector<uint64_t, 3> Size(reverse(N->Trips));
  Expected<LoweredVariant> Lowered = requestedDesign(Request, Kernel, Size);
  if (!Lowered)
    return Lowered.takeError();
  const StreamDesign &D = Lowered->Design;
  if (uint64_t(Lowered->Positions) !=
      std::accumulate(Size.begin(), Size.end(), uint64_t(1),
                      std::multiplies<uint64_t>()))
    return errorAt(loopPlace(*N->Loops.front()),
                   "padTo: a loop nest is not padded");
  if (Error E = checkNest(*N, D, Before.FAM))
    return E;
  StringRef Form = formName(D.Form);
  for (const llvm::Loop *L : N->Loops)
    setForm(*L, Form);
  uint64_t PerLane = N->Trips.front() / D.Lanes;
  BasicBlock *Innermost = N->Loops.back()->getHeader();
  if (D.Lanes > 1)
    stripMine(*N->Loops.front(), {D.Lanes, PerLane, "lane", "par", Form},
              Before.FAM.getResult<ScalarEvolutionAnalysis>(Variant));
  if (D.Vector > 1) {
    PassAnalyses OfLanes;
    auto &SE = OfLanes.FAM.getResult<ScalarEvolutionAnalysis>(Variant);
    llvm::Loop &L =
        *OfLanes.FAM.getResult<LoopAnalysis>(Variant).getLoopFor(Innermost);
    uint64_t Trip = N->Loops.size() == 1 ? PerLane : N->Trips.back();
    stripMine(L, {Trip / D.Vector, D.Vector, "position", Form, "par"}, SE);
    DeleteDeadPHIs(Innermost); // what counted the positions of a lane
  }
  return Error::success();
}

} // namespace roofline
