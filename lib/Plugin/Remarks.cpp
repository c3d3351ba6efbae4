// The remarks of the pass `fpga-cost`.
#include "roofline/Plugin/Remarks.h"

#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace roofline {

constexpr char PassName[] = "fpga-cost";

/// \p Words with the plugin's options in the place of the driver's.
static std::string optionsOfPlugin(StringRef Words) {
  std::string Text = Words.str();
  for (auto [Driver, Plugin] :
       {std::pair("--global ", "-fpga-global="),
        std::pair("--local ", "-fpga-local="),
        std::pair("--arg ", "-fpga-arg="), std::pair("--trip ", "-fpga-trip="),
        std::pair("--launch ", "-fpga-launch=")})
    if (size_t At = Text.find(Driver); At != std::string::npos)
      Text.replace(At, StringRef(Driver).size(), Plugin);
  return Text;
}

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
    const std::string Text = optionsOfPlugin(P.Text);
    if (P.Key.empty())
      A << Text;
    else
      A << DiagnosticInfoOptimizationBase::Argument(P.Key, Text);
  }
  ORE.emit(A);
}

} // namespace roofline
