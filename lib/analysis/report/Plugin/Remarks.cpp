// The remarks of the pass `fpga-cost`.
#include "roofline/Plugin/Remarks.h"

#include "roofline/Plugin/OptionNames.h"

#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace roofline {

constexpr char PassName[] = "fpga-cost";

/// \p Loc in the scope of kernel \p F; places in headers get their own file.
static DiagnosticLocation placeIn(const Function &F,
                                  const SourceLocation &Loc) {
  DISubprogram *SP = F.getSubprogram();
  if (!SP || !Loc)
    return SP ? DiagnosticLocation(SP) : DiagnosticLocation();
  DILocalScope *Scope = SP;
  LLVMContext &Context = F.getContext();
  if (Loc.File != SP->getFilename()) {
    auto *File = DIFile::get(Context, Loc.File, SP->getDirectory());
    Scope = DILexicalBlockFile::get(Context, SP, File, 0);
  }
  return DiagnosticLocation(
      DebugLoc(DILocation::get(Context, Loc.Line, Loc.Column, Scope)));
}

void emitRemark(const Function &F, const SourceRemark &Remark,
                OptimizationRemarkEmitter &ORE) {
  OptimizationRemarkAnalysis A(PassName, Remark.Name, placeIn(F, Remark.Loc),
                               &F.getEntryBlock());
  for (const SourceRemark::Piece &P : Remark.Pieces) {
    const std::string Text = inPluginOptions(P.Text);
    if (P.Key.empty())
      A << Text;
    else
      A << DiagnosticInfoOptimizationBase::Argument(P.Key, Text);
  }
  ORE.emit(A);
}

} // namespace roofline
