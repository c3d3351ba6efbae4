// From scalar evolution to closed forms over arguments, NDRange and loops.
//
/// \file
/// LLVM's scalar evolution stops at the casts that OpenCL sources put between
/// `int` indices and 64-bit addresses. This translation pushes the casts to the
/// leaves. It assumes that address arithmetic does not wrap and keeps that
/// assumption as a flag. A value without a closed form has a reason and a
/// place. In an index the symbol "value:<n>" stands for such a value, with the
/// directions (ids, loops) along which the value varies.
#ifndef ROOFLINE_ANALYSIS_SYMBOLICFORM_H
#define ROOFLINE_ANALYSIS_SYMBOLICFORM_H

#include "roofline/Analysis/Variation.h"
#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/Canonical/SourcePlace.h"
#include "roofline/Kernel/KernelSummary.h"
#include "roofline/LLVM/ScalarEvolutionVersions.h"

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

/// Translates values of a kernel into closed forms.
class SymbolicForm {
public:
  /// [bit] Values of this width or wider are assumed not to wrap.
  static constexpr unsigned LeastUnwrapped = 24;

  using ArgumentNames = llvm::DenseMap<const llvm::Argument *, ArgInfo>;

  /// \p File is the kernel's own file: reasons name only other files.
  SymbolicForm(llvm::ScalarEvolution &SE,
               const llvm::DenseMap<const llvm::Loop *, unsigned> &LoopIds,
               const ArgumentNames &Names, Variation &Varies, std::string File)
      : SE(SE), LoopIds(LoopIds), Names(Names), Varies(Varies),
        File(std::move(File)) {}

  /// A form with its assumptions, or the reason why there is none.
  struct Result {
    std::optional<Expr> Form;
    std::string Reason;       ///< why Form is empty or contains a "value:<n>"
    SourceLocation ReasonLoc; ///< the value without a closed form
    bool AssumesNoWrap = false;
    bool Clamped = false;      ///< Form assumes that a border test passes
    bool AllowsValues = false; ///< Form may contain "value:<n>"
    bool AllowsOffsets = true; ///< a border test may choose between constants
    std::vector<Expr> Borders; ///< forms that such border tests compare

    /// Adds \p Scale times the form of \p Other.
    void add(const Result &Other, const Expr &Scale);
  };

  /// Sets the place of all forms asked for during its lifetime: inside \p L, or
  /// outside all loops for null. A value that another loop changes has its
  /// last value there.
  class Scope {
  public:
    Scope(SymbolicForm &Forms, const llvm::Loop *L) : Within(Forms.Within, L) {}

  private:
    llvm::SaveAndRestore<std::optional<const llvm::Loop *>> Within;
  };

  /// Returns the symbol of the iteration number of \p L, counted from 0.
  Expr iterationOf(const llvm::Loop &L) const;

  /// Returns the closed form of \p S over arguments, NDRange, ids and loops, or
  /// no form with the reason.
  Result translate(const llvm::SCEV *S);

  /// Returns the form of address \p S. A "value:<n>" stands for each part
  /// without a closed form.
  Result address(const llvm::SCEV *S);
  /// Returns the form of lane \p Lane of image coordinate \p V, as address()
  /// does.
  Result coordinate(llvm::Value *V, unsigned Lane);

  /// Returns byte offset \p Offset as an affine index of an access inside loop
  /// \p L. Where the index is not affine, \p Reason says why.
  AffineIndex index(const Result &Offset, const llvm::Loop *L,
                    std::string &Reason) const;

  /// Returns the end of a reason: " at 12:3" or " at other.h:12:3"; empty where
  /// \p Loc is unknown.
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
  std::optional<Expr> visitFolded(llvm::PHINode &Phi, const llvm::Loop &L,
                                  Result &R, unsigned Depth);
  std::optional<Expr> visitAfterLoop(llvm::PHINode &Phi, Result &R,
                                     unsigned Depth);
  std::optional<Expr> visitPart(llvm::Value *V, const llvm::Loop *L, Result &R,
                                unsigned Depth);
  std::optional<Expr> lastOf(const llvm::SCEVAddRecExpr &Rec, Result &R,
                             unsigned Depth);
  std::optional<Expr> visitPhi(llvm::PHINode &Phi, Result &R, unsigned Depth);
  std::optional<Expr> visitTruncated(const llvm::SCEVTruncateExpr &Cast,
                                     Result &R, unsigned Depth);
  std::optional<Expr> visitUnsigned(const llvm::SCEVZeroExtendExpr &Cast,
                                    Result &R, unsigned Depth);
  std::optional<Expr> visitSigned(const llvm::SCEVSignExtendExpr &Cast,
                                  Result &R, unsigned Depth);
  std::optional<Expr> visitProduct(const llvm::SCEVMulExpr &S, Result &R,
                                   unsigned Depth);
  std::optional<Expr> visitRecurrence(const llvm::SCEVAddRecExpr &Rec,
                                      Result &R, unsigned Depth);
  std::optional<Expr> fold(llvm::ArrayRef<llvm::SCEVUse> Operands,
                           Expr (*Combine)(const Expr &, const Expr &),
                           Result &R, unsigned Depth);
  std::optional<Expr> visitBitsOf(const llvm::SCEV *S, Result &R,
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
  bool hasCut(const llvm::SCEV *S) const;
  llvm::SmallVector<llvm::SCEVUse, 4>
  widened(llvm::ArrayRef<llvm::SCEVUse> Operands, bool IsSigned) const;
  bool isNeverNegative(const Expr &E) const;
  Expr valueOf(const void *Key, unsigned Lane, std::vector<std::string> Along);
  std::vector<std::string> along(const llvm::SCEV *S);
  void addIrregular(AffineIndex &Index, const Expr &Addend) const;

  /// Greatest depth to which an expression is followed. Real index expressions
  /// are less than 20 deep.
  static constexpr unsigned MaxDepth = 64;
  /// Greatest number of successive loops through which a value is followed.
  static constexpr unsigned MaxLoopsFollowed = 3;
  llvm::ScalarEvolution &SE;
  const llvm::DenseMap<const llvm::Loop *, unsigned> &LoopIds;
  const ArgumentNames &Names;
  Variation &Varies;
  std::string File;
  std::optional<const llvm::Loop *> Within;
  /// Directions along which each "value:<n>" varies, by n.
  std::vector<std::vector<std::string>> ValueAlong;
  /// The n of "value:<n>", by value and lane.
  llvm::DenseMap<std::pair<const void *, unsigned>, unsigned> ValueIds;
  /// Temporary symbols of counters whose steps are not known yet.
  llvm::DenseMap<const llvm::PHINode *, Expr> Sought;
  /// Forms of values after their loop, as found so far.
  llvm::DenseMap<const llvm::PHINode *, Expr> AfterLoops;
  unsigned LoopsFollowed = 0; ///< nested searches for a loop's last value
};

/// Returns the symbol of an image's extent, e.g. "in.width" for
/// get_image_width(in). For get_image_dim, \p Lane selects the extent. Nothing
/// where \p V is no such query.
std::optional<Expr> imageQuery(const llvm::Value *V, unsigned Lane,
                               const SymbolicForm::ArgumentNames &Names);

/// True for "global_id(d)", "local_id(d)", "group_id(d)", "loop:<n>", and
/// "sub_group_id(s)", "sub_group_local_id(s)" of sub-groups of s work-items.
bool isIndexVariable(llvm::StringRef Symbol);

/// True when \p E may differ between work-items or iterations: it contains an
/// index variable or a "value:<n>".
bool moves(const Expr &E);

} // namespace roofline

#endif
