// The FPGA vendors' kernel attributes in Clang.
//
/// \file
/// `__attribute__((num_simd_work_items(4)))` becomes the annotation
/// "fpga.num_simd_work_items=4", which Clang carries into
/// llvm.global.annotations. Arguments are checked here; what concerns the whole
/// kernel is checked in ClangKernels.cpp, when all its attributes are known.
/// reqd_work_group_size and opencl_unroll_hint are Clang's own.
#include "ClangRegistration.h"

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
  const NamedDecl *D =
      S.LookupSingleName(S.TUScope, Name->getIdentifierInfo(), Name->getLoc(),
                         Sema::LookupOrdinaryName);
  if (const auto *Enumerator = dyn_cast_or_null<EnumConstantDecl>(D))
    return Enumerator->getInitVal();
  return std::nullopt;
}

template <const AttributeSpec &Spec>
class KernelAttribute : public ParsedAttrInfo {
public:
  KernelAttribute() {
    static constexpr Spelling Names[] = {{ParsedAttr::AS_GNU, Spec.Name}};
    Spellings = Names;
    NumArgs = Spec.NumArgs;
    OptArgs = Spec.OptArgs;
  }

  bool acceptsLangOpts(const LangOptions &Options) const override {
    return Options.OpenCL;
  }

  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &A,
                            const Decl *D) const override {
    if (isa<FunctionDecl>(D))
      return true;
    S.Diag(A.getLoc(), S.Diags.getCustomDiagID(
                           DiagnosticsEngine::Error,
                           "'%0' attribute only applies to kernel functions"))
        << Spec.Name << A.getRange();
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D,
                                   const ParsedAttr &A) const override {
    std::string Text = (AnnotationPrefix + Spec.Name + "=").str();
    for (unsigned I = 0; I < A.getNumArgs(); ++I) {
      std::optional<int64_t> Value = argument(S, A, I);
      if (!Value)
        return AttributeNotApplied;
      Text += (I ? "," : "") + std::to_string(*Value);
    }
    if (A.getNumArgs() == 0)
      Text += "1";
    D->addAttr(AnnotateAttr::Create(S.Context, Text, nullptr, 0, A.getRange()));
    return AttributeApplied;
  }

private:
  static std::optional<int64_t> argument(Sema &S, const ParsedAttr &A,
                                         unsigned I) {
    std::optional<llvm::APSInt> Value = constantArgument(S, A, I);
    if (Value && Value->isRepresentableByInt64()) {
      int64_t V = Value->getExtValue();
      if (V >= Spec.Least && V <= Spec.Most &&
          (!Spec.PowerOfTwo || llvm::isPowerOf2_64(V)))
        return V;
    }
    SourceLocation Loc = A.isArgExpr(I) ? A.getArgAsExpr(I)->getExprLoc()
                                        : A.getArgAsIdent(I)->getLoc();
    S.Diag(Loc, S.Diags.getCustomDiagID(DiagnosticsEngine::Error,
                                        "'%0' attribute requires %1"))
        << Spec.Name << Spec.Expected;
    return std::nullopt;
  }
};

/// `xcl_pipeline_loop`, `xcl_pipeline_loop(II)`: loops are pipelined anyway,
/// at that interval as by `#pragma ii`.
class PipelineLoopAttribute : public ParsedAttrInfo {
public:
  PipelineLoopAttribute() {
    static constexpr Spelling Names[] = {
        {ParsedAttr::AS_GNU, "xcl_pipeline_loop"}};
    Spellings = Names;
    OptArgs = 1;
    IsStmt = 1;
  }
  bool acceptsLangOpts(const LangOptions &Options) const override {
    return Options.OpenCL;
  }
  AttrHandling handleStmtAttribute(Sema &S, Stmt *St, const ParsedAttr &A,
                                   class Attr *&Result) const override {
    auto Fail = [&](SourceLocation Loc, const char *What) {
      S.Diag(Loc, S.Diags.getCustomDiagID(DiagnosticsEngine::Error,
                                          "'xcl_pipeline_loop' attribute %0"))
          << What << A.getRange();
      return AttributeNotApplied;
    };
    if (!isa<ForStmt, WhileStmt, DoStmt>(St))
      return Fail(A.getLoc(), "only applies to loops");
    if (A.getNumArgs() == 0)
      return AttributeNotApplied;
    auto Interval = constantArgument(S, A, 0);
    if (!Interval || !Interval->isStrictlyPositive() || *Interval > INT32_MAX)
      return Fail(A.getLoc(), "requires a positive integer constant");
    llvm::APInt Value(32, Interval->getZExtValue());
    Expr *E =
        IntegerLiteral::Create(S.Context, Value, S.Context.IntTy, A.getLoc());
    Result = LoopHintAttr::CreateImplicit(
        S.Context, LoopHintAttr::PipelineInitiationInterval,
        LoopHintAttr::Numeric, E, A.getRange());
    return AttributeApplied;
  }
};

template <const AttributeSpec &Spec> void add() {
  static ParsedAttrInfoRegistry::Add<KernelAttribute<Spec>> Entry(
      Spec.Name, "kernel attribute of FPGA compilers");
}

} // namespace

void registerAttributes() {
  add<NumComputeUnits>();
  add<NumSimdWorkItems>();
  add<MaxWorkGroupSize>();
  add<MaxGlobalWorkDim>();
  add<Autorun>();
  add<Task>();
  static ParsedAttrInfoRegistry::Add<PipelineLoopAttribute> PipelineLoop(
      "xcl_pipeline_loop", "loop attribute of FPGA compilers");
  registerLostAttributes();
}

} // namespace roofline
