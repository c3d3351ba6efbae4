// From scalar evolution to closed forms over arguments, NDRange and loops.
//
/// \file
/// LLVM's scalar evolution stops at the casts that OpenCL sources put between
/// `int` indices and 64-bit addresses. This translation pushes them to the
/// leaves, assuming that address arithmetic does not wrap, and keeps that
/// assumption as a flag. A value without a closed form has a reason and a
/// place; in an index it stands as "value:<n>", with the directions that it
/// moves with.
#ifndef ROOFLINE_ANALYSIS_SYMBOLICFORM_H
#define ROOFLINE_ANALYSIS_SYMBOLICFORM_H

#include "roofline/Analysis/Variation.h"
#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/Canonical/SourcePlace.h"
#include "roofline/Kernel/KernelSummary.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/SaveAndRestore.h"

#include <optional>
#include <string>

namespace llvm {
class Argument;
class Loop;
class LoopInfo;
class Instruction;
class PHINode;
class SCEV;
class SCEVAddRecExpr;
class SCEVNAryExpr;
class ScalarEvolution;
class SelectInst;
class Value;
} // namespace llvm

namespace roofline {

class SymbolicForm {
public:
  /// [bit] from which on values are taken not to wrap.
  static constexpr unsigned LeastUnwrapped = 24;

  using ArgumentNames = llvm::DenseMap<const llvm::Argument *, ArgInfo>;

  /// \p File is the kernel's own: reasons name the others.
  SymbolicForm(llvm::ScalarEvolution &SE,
               const llvm::DenseMap<const llvm::Loop *, unsigned> &LoopIds,
               const ArgumentNames &Names, Variation &Varies, std::string File)
      : SE(SE), LoopIds(LoopIds), Names(Names), Varies(Varies),
        File(std::move(File)) {}

  struct Result {
    std::optional<Expr> Form;
    std::string Reason;       ///< why there is no form, or a value in it
    SourceLocation ReasonLoc; ///< the value that prevents it
    bool AssumesNoWrap = false;
    bool Clamped = false;      ///< a border test was taken to pass
    bool AllowsValues = false; ///< "value:<n>" may stand in the form
    bool AllowsOffsets = true; ///< a border test may choose between constants
    std::vector<Expr> Borders; ///< what such tests compare

    /// Adds \p Scale times the form of \p Other.
    void add(const Result &Other, const Expr &Scale);
  };

  /// Where it is asked for forms while this lives: within \p L, or outside of
  /// all loops. A value that other loops change is there as they leave it.
  class Scope {
  public:
    Scope(SymbolicForm &Forms, const llvm::Loop *L) : Within(Forms.Within, L) {}

  private:
    llvm::SaveAndRestore<std::optional<const llvm::Loop *>> Within;
  };

  /// The symbol of the iteration of \p L, counted from 0.
  Expr iterationOf(const llvm::Loop &L) const;

  /// A closed form over arguments, NDRange, ids and loops, or nothing.
  Result translate(const llvm::SCEV *S);

  /// The form of an address, or of lane \p Lane of a coordinate, with a
  /// "value:<n>" for all that has no closed form.
  Result address(const llvm::SCEV *S);
  Result coordinate(llvm::Value *V, unsigned Lane);

  /// The index of byte offset \p Offset at an access inside loop \p At; \p
  /// Reason says why it is not affine where it is not.
  AffineIndex index(const Result &Offset, const llvm::Loop *At,
                    std::string &Reason) const;

  /// " at 12:3" or " at other.h:12:3" as the end of a reason; empty for no
  /// place.
  std::string atPlace(const SourceLocation &Loc) const;

private:
  Result whole(bool AllowsValues,
               llvm::function_ref<std::optional<Expr>(Result &)> Visit);
  std::optional<Expr> visit(const llvm::SCEV *S, Result &R, unsigned Depth);
  std::optional<Expr> visitNode(const llvm::SCEV *S, Result &R, unsigned Depth);
  std::optional<Expr> visitSum(const llvm::SCEVNAryExpr &S, Result &R,
                               unsigned Depth);
  std::optional<Expr> visitValue(llvm::Value *V, Result &R, unsigned Depth);
  std::optional<Expr> visitCounter(llvm::PHINode &Phi, const llvm::Loop &L,
                                   Result &R, unsigned Depth);
  std::optional<Expr> visitAfterLoop(llvm::PHINode &Phi, Result &R,
                                     unsigned Depth);
  std::optional<Expr> visitPart(llvm::Value *V, const llvm::Loop *L, Result &R,
                                unsigned Depth);
  std::optional<Expr> lastOf(const llvm::SCEVAddRecExpr &Rec, Result &R,
                             unsigned Depth);
  std::optional<Expr> visitPhi(llvm::PHINode &Phi, Result &R, unsigned Depth);
  std::optional<Expr> visitExtended(const llvm::SCEVCastExpr &Cast, Result &R,
                                    unsigned Depth);
  std::optional<Expr> visitBits(llvm::Instruction &And, Result &R,
                                unsigned Depth);
  std::optional<Expr> visitComparison(llvm::Instruction &Test, Result &R,
                                      unsigned Depth);
  std::optional<Expr> visitBuiltin(llvm::CallInst &Call, Result &R,
                                   unsigned Depth);
  std::optional<Expr> visitSelect(llvm::SelectInst &Select, Result &R,
                                  unsigned Depth);
  std::optional<Expr> visitLane(llvm::Value *V, unsigned Lane, Result &R,
                                unsigned Depth);
  std::optional<Expr> fail(Result &R, const llvm::Twine &Reason,
                           const llvm::Value *V = nullptr);
  std::optional<Expr> failByPath(Result &R, const llvm::Twine &Reason,
                                 const llvm::Value *V);
  bool isNarrowed(const llvm::SCEVAddRecExpr &Rec) const;
  bool isNeverNegative(const Expr &E) const;
  Expr valueOf(const void *Key, unsigned Lane, std::vector<std::string> Along);
  std::vector<std::string> along(const llvm::SCEV *S);
  void addIrregular(AffineIndex &Index, const Expr &Addend) const;

  /// Depth of an expression beyond which it is not followed: real index
  /// expressions are below 20.
  static constexpr unsigned MaxDepth = 64;
  /// Loops, one after the other, through which a value is followed.
  static constexpr unsigned MaxLoopsFollowed = 3;
  llvm::ScalarEvolution &SE;
  const llvm::DenseMap<const llvm::Loop *, unsigned> &LoopIds;
  const ArgumentNames &Names;
  Variation &Varies;
  std::string File;
  std::optional<const llvm::Loop *> Within;
  /// "value:<n>": what it moves with.
  std::vector<std::vector<std::string>> ValueAlong;
  llvm::DenseMap<std::pair<const void *, unsigned>, unsigned> ValueIds;
  /// Symbols for the counters whose steps are being sought.
  llvm::DenseMap<const llvm::PHINode *, Expr> Sought;
  llvm::DenseMap<const llvm::PHINode *, Expr> AfterLoops; ///< forms found
  unsigned LoopsFollowed = 0; ///< loops whose last values are being sought
};

/// The symbol of an image's extent, e.g. "in.width" for get_image_width(in); of
/// get_image_dim the lane.
std::optional<Expr> imageQuery(const llvm::Value *V, unsigned Lane,
                               const SymbolicForm::ArgumentNames &Names);

/// True for "global_id(d)", "local_id(d)", "group_id(d)" and "loop:<n>".
bool isIndexVariable(llvm::StringRef Symbol);

/// True when \p E mentions what differs between work-items or iterations, or
/// may: an index variable or a "value:<n>".
bool moves(const Expr &E);

} // namespace roofline

#endif
