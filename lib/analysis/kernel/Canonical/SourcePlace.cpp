// Where instructions and loops stand in the source.
#include "roofline/Canonical/SourcePlace.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace roofline {

/// The place of \p I. Two accesses that are joined to one, on one line, leave
/// no column: then that of the address.
static DebugLoc placeOf(const Instruction &I) {
  const DebugLoc Own = I.getDebugLoc();
  if (!Own || Own.getCol() != 0)
    return Own;
  SmallVector<const Value *, 8> Work = {getLoadStorePointerOperand(&I)};
  for (unsigned Looked = 0; Looked < Work.size() && Looked < 8; ++Looked) {
    const auto *Inst = dyn_cast_or_null<Instruction>(Work[Looked]);
    if (!Inst || isa<LoadInst, PHINode>(Inst))
      continue;
    if (const DebugLoc Loc = Inst->getDebugLoc();
        Loc && Loc.getCol() != 0 && Loc.getLine() == Own.getLine())
      return Loc;
    append_range(Work, Inst->operand_values());
  }
  return Own;
}

SourceLocation sourceLocation(const Value *V) {
  if (const auto *F = dyn_cast_or_null<Function>(V))
    if (const DISubprogram *SP = F->getSubprogram())
      return {SP->getFilename().str(), SP->getLine(), 1};
  const auto *I = dyn_cast_or_null<Instruction>(V);
  const DebugLoc Place = I ? placeOf(*I) : DebugLoc();
  if (!Place)
    return {};
  const DILocation *Loc = Place.get();
  return {Loc->getFilename().str(), Loc->getLine(), Loc->getColumn()};
}

SourceLocation loopPlace(const llvm::Loop &L) {
  if (const MDNode *Id = L.getLoopID())
    for (const MDOperand &Op : drop_begin(Id->operands()))
      if (const auto *Place = dyn_cast<DILocation>(Op))
        return {Place->getFilename().str(), Place->getLine(),
                Place->getColumn()};
  SourceLocation First;
  for (const Instruction &I : *L.getHeader())
    if (!First && !isa<PHINode>(I))
      First = sourceLocation(&I);
  // A loop statement's own place is that of the jump into it; a label has none,
  // and the jump into it belongs to the statement before.
  const BasicBlock *Preheader = L.getLoopPreheader();
  SourceLocation Jump =
      Preheader ? sourceLocation(Preheader->getTerminator()) : SourceLocation();
  return Jump && (!First || Jump.Line == First.Line) ? Jump : First;
}

} // namespace roofline
