// From scalar evolution to closed forms over arguments, NDRange and loops.
//
/// \file
/// LLVM's scalar evolution stops at the casts that OpenCL sources put between
/// `int` indices and 64-bit addresses. This translation pushes them to the
/// leaves, assuming that address arithmetic does not wrap, and keeps that
/// assumption as a flag. What is not a closed form has a reason and a place.
#ifndef ROOFLINE_ANALYSIS_SYMBOLICFORM_H
#define ROOFLINE_ANALYSIS_SYMBOLICFORM_H

#include "roofline/Model/KernelSummary.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace llvm {
class Argument;
class Loop;
class LoopInfo;
class SCEV;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace roofline {

/// The source place of \p V: the innermost inlined location, the one that the
/// user wrote; line 0 where there is none.
SourceLocation sourceLocation(const llvm::Value *V);

class SymbolicForm {
public:
  using ArgumentNames = llvm::DenseMap<const llvm::Argument *, std::string>;

  SymbolicForm(llvm::ScalarEvolution &SE,
               const llvm::DenseMap<const llvm::Loop *, unsigned> &LoopIds,
               const ArgumentNames &Names)
      : SE(SE), LoopIds(LoopIds), Names(Names) {}

  struct Result {
    std::optional<Expr> Form;
    std::string Reason;       ///< why there is no form
    SourceLocation ReasonLoc; ///< the value that prevents it
    bool AssumesNoWrap = false;
  };

  Result translate(const llvm::SCEV *S);

  /// The affine index of \p S, a byte offset; nothing, with the reason, where a
  /// product or quotient of work-item ids or loop counters is in the way.
  std::optional<AffineIndex> affineIndex(const llvm::SCEV *S, std::string &Reason);

private:
  std::optional<Expr> visit(const llvm::SCEV *S, Result &R, unsigned Depth);
  std::optional<Expr> visitValue(llvm::Value *V, Result &R, unsigned Depth);
  std::optional<Expr> fail(Result &R, const llvm::Twine &Reason,
                           const llvm::Value *V = nullptr);

  llvm::ScalarEvolution &SE;
  const llvm::DenseMap<const llvm::Loop *, unsigned> &LoopIds;
  const ArgumentNames &Names;
};

/// The index \p L + \p R.
AffineIndex addIndex(const AffineIndex &L, const AffineIndex &R);

/// True for "global_id(d)", "local_id(d)", "group_id(d)" and "loop:<n>".
bool isIndexVariable(llvm::StringRef Symbol);

} // namespace roofline

#endif
