// The FPGA vendors' kernel attributes in Clang.
//
/// \file
/// `__attribute__((num_simd_work_items(4)))` becomes the annotation
/// "fpga.num_simd_work_items=4", which Clang carries into
/// llvm.global.annotations where they shall stay in the IR. Arguments are
/// checked here; what concerns the whole kernel is checked in ClangKernels.cpp,
/// when all its attributes are known. What is wrong is a warning, in whatever
/// place it stands, because Clang alone accepts it.
/// reqd_work_group_size and opencl_unroll_hint are Clang's own.
#include "ClangLoops.h"
#include "ClangRegistration.h"

#include "ClangVersions.h"
#include "roofline/Canonical/SourceHints.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace roofline {
namespace {

struct AttributeSpec {
  const char *Name;
  unsigned NumArgs, OptArgs; ///< required and optional arguments
  int64_t Least, Most;       ///< of each argument
  bool PowerOfTwo;
  const char *Expected; ///< for the diagnostic
};

constexpr AttributeSpec NumComputeUnits = {
    "num_compute_units",          1, 2, 1, INT32_MAX, false,
    "a positive integer constant"};
constexpr AttributeSpec NumSimdWorkItems = {
    "num_simd_work_items", 1, 0, 1, 16, true, "1, 2, 4, 8 or 16"};
constexpr AttributeSpec MaxWorkGroupSize = {
    "max_work_group_size",        1, 2, 1, INT32_MAX, false,
    "a positive integer constant"};
constexpr AttributeSpec MaxGlobalWorkDim = {
    "max_global_work_dim", 1, 0, 0, 3, false, "0, 1, 2 or 3"};
constexpr AttributeSpec Autorun = {"autorun", 0, 0, 0, 0, false, ""};
constexpr AttributeSpec Task = {"task", 0, 0, 0, 0, false, ""};

/// Clang takes an argument that is a single name for an identifier: an
/// enumerator is meant.
std::optional<llvm::APSInt> constantArgument(Sema &S, const ParsedAttr &A,
                                             unsigned I) {
  if (A.isArgExpr(I)) {
    Expr *E = A.getArgAsExpr(I);
    if (E->isValueDependent())
      return std::nullopt;
    return E->getIntegerConstantExpr(S.Context);
  }
  const IdentifierLoc *Name = A.getArgAsIdent(I);
  const NamedDecl *D = S.LookupSingleName(S.TUScope, name(*Name), place(*Name),
                                          Sema::LookupOrdinaryName);
  if (const auto *Enumerator = dyn_cast_or_null<EnumConstantDecl>(D))
    return Enumerator->getInitVal();
  return std::nullopt;
}

/// Any number of arguments, counted by the handlers, because Clang's own count
/// is an error.
constexpr unsigned AnyNumber = 15;

/// Adds an attribute of kernels as an annotation, which ClangKernels.cpp reads.
void annotate(Sema &S, Decl *D, const ParsedAttr &A, llvm::StringRef Name,
              llvm::StringRef Value) {
  D->addAttr(AnnotateAttr::Create(S.Context,
                                  (AnnotationPrefix + Name + "=" + Value).str(),
                                  nullptr, 0, A.getRange()));
}

/// Warns of \p A; the kernel \p D keeps it as an attribute that is wrong.
ParsedAttrInfo::AttrHandling reject(Sema &S, Decl *D, const ParsedAttr &A,
                                    SourceRange Place, std::string Text) {
  warnOfAttribute(S.getDiagnostics(), Place, Text);
  annotate(S, D, A, WrongAttribute, Text);
  return ParsedAttrInfo::AttributeNotApplied;
}

template <const AttributeSpec &Spec>
class KernelAttribute : public AttributeInfo {
public:
  KernelAttribute() {
    static constexpr Spelling Names[] = {{ParsedAttr::AS_GNU, Spec.Name}};
    Spellings = Names;
    OptArgs = AnyNumber;
  }

  bool acceptsLangOpts(const LangOptions &Options) const override {
    return Options.OpenCL;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D,
                                   const ParsedAttr &A) const override {
    // A function that is declared in a function is no kernel that is defined.
    if (!isa<FunctionDecl>(D) || !S.CurContext->isFileContext())
      return warnMisplaced(S, A);
    if (const char *Count = wrongCount(A.getNumArgs()))
      return reject(S, D, A, A.getRange(), text(Count));
    std::string Value;
    for (unsigned I = 0; I < A.getNumArgs(); ++I) {
      std::optional<int64_t> Part = argument(S, A, I);
      if (!Part)
        return reject(S, D, A,
                      A.isArgExpr(I) ? A.getArgAsExpr(I)->getSourceRange()
                                     : SourceRange(place(*A.getArgAsIdent(I))),
                      text("requires ") + Spec.Expected);
      Value += (I ? "," : "") + std::to_string(*Part);
    }
    annotate(S, D, A, Spec.Name, A.getNumArgs() ? Value : "1");
    return AttributeApplied;
  }

  AttrHandling handleStmtAttribute(Sema &S, Stmt *, const ParsedAttr &A,
                                   class Attr *&) const override {
    return warnMisplaced(S, A);
  }

private:
  static std::string text(const char *What) {
    return std::string("'") + Spec.Name + "' attribute " + What;
  }

  static AttrHandling warnMisplaced(Sema &S, const ParsedAttr &A) {
    warnOfAttribute(S.getDiagnostics(), A.getRange(),
                    text("only applies to kernel functions"));
    return AttributeNotApplied;
  }

  static const char *wrongCount(unsigned Number) {
    if (Number >= Spec.NumArgs && Number <= Spec.NumArgs + Spec.OptArgs)
      return nullptr;
    return Spec.NumArgs == 0   ? "takes no arguments"
           : Spec.OptArgs == 0 ? "takes one argument"
                               : "takes one to three arguments";
  }

  static std::optional<int64_t> argument(Sema &S, const ParsedAttr &A,
                                         unsigned I) {
    std::optional<llvm::APSInt> Value = constantArgument(S, A, I);
    if (!Value || !Value->isRepresentableByInt64())
      return std::nullopt;
    const int64_t V = Value->getExtValue();
    if (V < Spec.Least || V > Spec.Most ||
        (Spec.PowerOfTwo && !llvm::isPowerOf2_64(V)))
      return std::nullopt;
    return V;
  }
};

/// `xcl_pipeline_loop`, `xcl_pipeline_loop(II)`: loops are pipelined anyway,
/// at that interval as by `#pragma ii`. Before and behind the label of a loop
/// Clang gives the attribute to the label.
class PipelineLoopAttribute : public AttributeInfo {
public:
  PipelineLoopAttribute() {
    static constexpr Spelling Names[] = {
        {ParsedAttr::AS_GNU, "xcl_pipeline_loop"}};
    Spellings = Names;
    OptArgs = AnyNumber;
  }
  bool acceptsLangOpts(const LangOptions &Options) const override {
    return Options.OpenCL;
  }

  AttrHandling handleStmtAttribute(Sema &S, Stmt *St, const ParsedAttr &A,
                                   class Attr *&) const override {
    if (!keywordOfLoop(*St).isValid())
      return warn(S, A, "only applies to loops");
    if (auto R = request(S, A))
      requestOfLoop(keywordOfLoop(*St), std::move(*R));
    return AttributeNotApplied;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D,
                                   const ParsedAttr &A) const override {
    const auto *Label = dyn_cast<LabelDecl>(D);
    if (!Label)
      return warn(S, A, "only applies to loops");
    if (auto R = request(S, A))
      requestOfLabel(*Label, std::move(*R));
    return AttributeNotApplied;
  }

private:
  static AttrHandling warn(Sema &S, const ParsedAttr &A, const char *What) {
    warnOfAttribute(S.getDiagnostics(), A.getRange(),
                    std::string("'xcl_pipeline_loop' attribute ") + What);
    return AttributeNotApplied;
  }

  static std::optional<LoopRequest> request(Sema &S, const ParsedAttr &A) {
    LoopRequest R = {A.getLoc(), "'xcl_pipeline_loop'", {}, false};
    if (A.getNumArgs() == 0)
      return R;
    auto Interval =
        A.getNumArgs() == 1 ? constantArgument(S, A, 0) : std::nullopt;
    if (!Interval || !Interval->isStrictlyPositive() || *Interval > INT32_MAX) {
      warn(S, A, "requires a positive integer constant");
      return std::nullopt;
    }
    R.Interval.push_back(std::to_string(Interval->getZExtValue()));
    return R;
  }
};

template <const AttributeSpec &Spec> void add() {
  static ParsedAttrInfoRegistry::Add<KernelAttribute<Spec>> Entry(
      Spec.Name, "kernel attribute of FPGA compilers");
}

} // namespace

void warnOfAttribute(DiagnosticsEngine &Diags, SourceRange Range,
                     llvm::StringRef Text) {
  Diags.Report(Range.getBegin(), warningId(Diags, Range.getBegin(),
                                           WarningGroup::IgnoredAttributes))
      << Text << Range;
}

void registerAttributes() {
  add<NumComputeUnits>();
  add<NumSimdWorkItems>();
  add<MaxWorkGroupSize>();
  add<MaxGlobalWorkDim>();
  add<Autorun>();
  add<Task>();
  if constexpr (SeesStatementAttributes) {
    static ParsedAttrInfoRegistry::Add<PipelineLoopAttribute> PipelineLoop(
        "xcl_pipeline_loop", "loop attribute of FPGA compilers");
    registerLostAttributes();
  }
}

} // namespace roofline
