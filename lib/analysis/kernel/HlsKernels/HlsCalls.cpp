// Finds the calls that led to a loop before inlining dissolved them.
#include "HlsFacts.h"

#include "roofline/Analysis/Hierarchy.h"
#include "roofline/Canonical/SourceDirectives.h"
#include "roofline/Kernel/KernelSummary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace roofline {

static std::string sourceName(const DISubprogram &F) {
  if (const SourceFunction *Known = recordedFunction(F.getLinkageName()))
    return Known->Name;
  return F.getName().str();
}

/// A place in \p L; null where no instruction has one.
static const DILocation *placeIn(const llvm::Loop &L) {
  if (const DebugLoc Start = L.getStartLoc())
    return Start.get();
  for (const Instruction &I : *L.getHeader())
    if (const DebugLoc &Loc = I.getDebugLoc(); Loc && !isa<PHINode>(I))
      return Loc.get();
  return nullptr;
}

void addCalls(const Hierarchy &H, KernelSummary &Kernel) {
  for (const auto &[Id, L] : enumerate(H.Loops)) {
    std::vector<CallSite> &Calls = Kernel.Loops[Id].Calls;
    const DILocation *Place = placeIn(*L);
    while (Place && Place->getInlinedAt()) {
      const DISubprogram *Called = Place->getScope()->getSubprogram();
      Place = Place->getInlinedAt();
      Calls.push_back(
          {sourceName(*Called),
           {Place->getFilename().str(), Place->getLine(), Place->getColumn()}});
    }
    std::reverse(Calls.begin(), Calls.end());
  }
}

} // namespace roofline
