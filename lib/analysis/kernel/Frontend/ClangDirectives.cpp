// Pragmas of high-level synthesis in C and C++, and what they stand in.
//
/// \file
/// `#pragma HLS` is about the loop or the function in whose body it stands. It
/// is noted when it is read; when the file is parsed, each function that is not
/// a template is recorded with its pragmas, the labels of its loops, its arrays
/// and its arguments. The AST does not change.
#include "ClangConstants.h"
#include "ClangLoops.h"
#include "ClangRegistration.h"
#include "ClangVersions.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace roofline {
namespace {

/// A pragma as it stands in the source, in tokens.
struct NotedPragma {
  SourceLocation Loc;
  std::string Name;
  struct Option {
    std::string Name;
    std::vector<std::string> Value; ///< empty for a flag
  };
  std::vector<Option> Options;
};

std::vector<NotedPragma> &pragmasRead() {
  static std::vector<NotedPragma> List;
  return List;
}

constexpr llvm::StringLiteral KnownPragmas[] = {"aggregate",
                                                "alias",
                                                "allocation",
                                                "array_map",
                                                "array_partition",
                                                "array_reshape",
                                                "bind_op",
                                                "bind_storage",
                                                "cache",
                                                "dataflow",
                                                "data_pack",
                                                "dependence",
                                                "disaggregate",
                                                "expression_balance",
                                                "function_instantiate",
                                                "inline",
                                                "interface",
                                                "latency",
                                                "loop_flatten",
                                                "loop_merge",
                                                "loop_tripcount",
                                                "occurrence",
                                                "performance",
                                                "pipeline",
                                                "protocol",
                                                "reset",
                                                "resource",
                                                "stable",
                                                "stream",
                                                "top",
                                                "unroll"};

/// Options whose value is an integer expression.
constexpr llvm::StringLiteral NumericOptions[] = {"avg",
                                                  "depth",
                                                  "dim",
                                                  "distance",
                                                  "factor",
                                                  "ii",
                                                  "limit",
                                                  "instances",
                                                  "latency",
                                                  "max",
                                                  "min",
                                                  "max_read_burst_length",
                                                  "max_write_burst_length",
                                                  "max_widen_bitwidth",
                                                  "num_read_outstanding",
                                                  "num_write_outstanding",
                                                  "offset",
                                                  "cycle",
                                                  "target_ti",
                                                  "target_tl",
                                                  "assume_ti",
                                                  "assume_tl",
                                                  "type"};

bool isOperator(const Token &T) {
  return T.isOneOf(tok::plus, tok::minus, tok::star, tok::slash, tok::percent,
                   tok::coloncolon, tok::period, tok::comma, tok::lessless,
                   tok::greatergreater, tok::l_paren, tok::l_square,
                   tok::arrow);
}

/// `#pragma HLS NAME OPTION=VALUE FLAG ..`
class HlsPragma : public PragmaHandler {
public:
  explicit HlsPragma(llvm::StringRef Spelling) : PragmaHandler(Spelling) {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer, Token &First) override {
    NotedPragma P;
    P.Loc = First.getLocation();
    llvm::SmallVector<Token, 16> Line = readPragmaLine(PP);
    if (Line.empty())
      return warnOfPragma(PP.getDiagnostics(), P.Loc,
                          "'#pragma HLS' expects a name");
    P.Name = llvm::StringRef(PP.getSpelling(Line.front())).lower();
    if (!llvm::is_contained(KnownPragmas, P.Name))
      return warnOfPragma(PP.getDiagnostics(), Line.front().getLocation(),
                          "unknown '#pragma HLS " + P.Name + "' is ignored");
    readOptions(PP, llvm::ArrayRef(Line).drop_front(), P);
    pragmasRead().push_back(std::move(P));
  }

private:
  static void readOptions(Preprocessor &PP, llvm::ArrayRef<Token> Rest,
                          NotedPragma &P) {
    while (!Rest.empty()) {
      NotedPragma::Option O;
      O.Name = llvm::StringRef(PP.getSpelling(Rest.front())).lower();
      Rest = Rest.drop_front();
      if (!Rest.empty() && Rest.front().is(tok::equal)) {
        Rest = Rest.drop_front();
        const size_t Length = lengthOfValue(Rest);
        for (const Token &T : Rest.take_front(Length))
          O.Value.push_back(PP.getSpelling(T));
        Rest = Rest.drop_front(Length);
      }
      P.Options.push_back(std::move(O));
    }
  }

  /// The tokens of a value: up to one that follows an operand and is no
  /// operator.
  static size_t lengthOfValue(llvm::ArrayRef<Token> Rest) {
    unsigned Nesting = 0;
    bool AfterOperand = false;
    for (size_t I = 0; I < Rest.size(); ++I) {
      const Token &T = Rest[I];
      if (!Nesting && AfterOperand && !isOperator(T))
        return I;
      Nesting += T.isOneOf(tok::l_paren, tok::l_square);
      const bool Closes = T.isOneOf(tok::r_paren, tok::r_square);
      Nesting -= Closes && Nesting;
      AfterOperand = Closes || !isOperator(T);
    }
    return Rest.size();
  }
};

/// The loop statements of a function, outer ones first.
class LoopFinder : public ASTVisitor<LoopFinder> {
public:
  struct FoundLoop {
    SourceLocation Keyword, Inside, End;
    std::string Label;
  };
  std::vector<FoundLoop> Loops;
  std::vector<const VarDecl *> Arrays;

  bool VisitLabelStmt(LabelStmt *S) {
    const Stmt *Named = S->getSubStmt();
    while (const auto *A = dyn_cast<AttributedStmt>(Named))
      Named = A->getSubStmt();
    Labelled = {Named, S->getName()};
    return true;
  }
  bool VisitForStmt(ForStmt *S) { return add(*S, S->getRParenLoc()); }
  bool VisitWhileStmt(WhileStmt *S) { return add(*S, S->getRParenLoc()); }
  bool VisitDoStmt(DoStmt *S) { return add(*S, S->getDoLoc()); }
  bool VisitCXXForRangeStmt(CXXForRangeStmt *S) {
    return add(*S, S->getRParenLoc());
  }
  bool VisitVarDecl(VarDecl *V) {
    if (V->getType()->isConstantArrayType() && !isa<ParmVarDecl>(V))
      Arrays.push_back(V);
    return true;
  }

private:
  bool add(const Stmt &S, SourceLocation Inside) {
    Loops.push_back({S.getBeginLoc(), Inside, S.getEndLoc(),
                     Labelled.first == &S ? Labelled.second : ""});
    return true;
  }
  std::pair<const Stmt *, std::string> Labelled;
};

/// Records functions with what is known of them.
class FunctionRecorder : public ASTVisitor<FunctionRecorder> {
public:
  FunctionRecorder(ASTContext &Context, const ClangHost &Host)
      : Context(Context), Sources(Context.getSourceManager()), Host(Host),
        Symbols(Context), Pragmas(std::move(pragmasRead())) {
    pragmasRead().clear();
    ShouldVisitTemplateInstantiations = true;
  }

  bool TraverseDecl(Decl *D) {
    // Headers of the system hold a hundred times as many functions.
    if (D && !isa<TranslationUnitDecl, NamespaceDecl, LinkageSpecDecl>(D) &&
        Sources.isInSystemHeader(Sources.getExpansionLoc(D->getLocation())))
      return true;
    return ASTVisitor<FunctionRecorder>::TraverseDecl(D);
  }

  bool VisitFunctionDecl(FunctionDecl *F) {
    if (F->doesThisDeclarationHaveABody() && F->getBody() &&
        !F->isDependentContext() && !F->isConsteval())
      record(*F);
    return true;
  }

  /// Warns of pragmas that stand in no function.
  void warnOfOthers(DiagnosticsEngine &Diags) const {
    for (const NotedPragma &P : Pragmas)
      if (!Taken.contains(P.Loc) && !isInBody(P))
        warnOfPragma(Diags, P.Loc,
                     "'#pragma HLS " + P.Name +
                         "' has no effect: it stands in no function");
  }

private:
  LinePlace placeOf(SourceLocation Loc) const {
    const PresumedLoc P = Sources.getPresumedLoc(Sources.getExpansionLoc(Loc));
    return P.isValid() ? LinePlace{P.getLine(), P.getColumn()} : LinePlace();
  }
  std::string fileOf(SourceLocation Loc) const {
    const PresumedLoc P = Sources.getPresumedLoc(Sources.getExpansionLoc(Loc));
    return P.isValid() ? P.getFilename() : "";
  }
  bool isBefore(SourceLocation A, SourceLocation B) const {
    return Sources.isBeforeInTranslationUnit(Sources.getExpansionLoc(A),
                                             Sources.getExpansionLoc(B));
  }
  bool isWithin(SourceLocation Loc, SourceLocation Begin,
                SourceLocation End) const {
    return isBefore(Begin, Loc) && isBefore(Loc, End);
  }
  /// True in the body of a template that nothing instantiates.
  bool isInBody(const NotedPragma &P) const {
    return llvm::any_of(Bodies, [&](const SourceRange &R) {
      return isWithin(P.Loc, R.getBegin(), R.getEnd());
    });
  }

  void record(const FunctionDecl &F) {
    const SourceRange Body = F.getBody()->getSourceRange();
    Bodies.push_back(Body);
    SourceFunction Result;
    Result.Name = F.getQualifiedNameAsString();
    Result.File = fileOf(F.getLocation());
    Result.Place = placeOf(F.getLocation());
    LoopFinder Found;
    Found.TraverseStmt(F.getBody());
    for (const LoopFinder::FoundLoop &L : Found.Loops)
      if (!L.Label.empty())
        Result.Labels.push_back({placeOf(L.Keyword), L.Label});
    for (const NotedPragma &P : Pragmas)
      if (isWithin(P.Loc, Body.getBegin(), Body.getEnd())) {
        Taken.insert(P.Loc);
        Result.Directives.push_back(placed(P, F, Found));
      }
    for (const VarDecl *V : Found.Arrays)
      Result.Arrays.push_back(array(*V, V->getType()));
    for (const ParmVarDecl *V : F.parameters()) {
      const QualType Type = V->getOriginalType().getNonReferenceType();
      if (!Type->isArrayType() && !Type->isPointerType())
        continue;
      Result.Arguments.push_back(array(*V, Type));
    }
    const std::string Symbol = Symbols.getName(&F);
    Host.Record(Symbol, arguments(F));
    Host.RecordFunction(Symbol, std::move(Result));
  }

  SourceDirective placed(const NotedPragma &P, const FunctionDecl &F,
                         const LoopFinder &Found) const {
    SourceDirective Result;
    Result.Name = P.Name;
    Result.Place = placeOf(P.Loc);
    for (const NotedPragma::Option &O : P.Options) {
      std::string Text = llvm::join(O.Value, "");
      if (llvm::is_contained(NumericOptions, O.Name))
        if (std::optional<int64_t> V = constantOf(F, O.Value))
          Text = std::to_string(*V);
      Result.Options.emplace_back(O.Name, std::move(Text));
    }
    for (const LoopFinder::FoundLoop &L : Found.Loops) // inner ones come later
      if (isWithin(P.Loc, L.Inside, L.End))
        Result.Loop = placeOf(L.Keyword);
    return Result;
  }

  /// A class of one member counts as that member, as ap_int does.
  ValueType valueType(QualType Type) const {
    Type = Type.getCanonicalType();
    while (const RecordDecl *R = Type->getAsRecordDecl()) {
      const RecordDecl *Definition = R->getDefinition();
      if (!Definition)
        return {};
      const auto *Class = dyn_cast<CXXRecordDecl>(Definition);
      if (Class && Definition->field_empty() && Class->getNumBases() == 1) {
        Type = Class->bases_begin()->getType().getCanonicalType();
        continue;
      }
      if (std::distance(Definition->field_begin(), Definition->field_end()) !=
          1)
        return {ScalarKind::None, bits(Type), 1};
      Type = Definition->field_begin()->getType().getCanonicalType();
    }
    if (const auto *Integer = Type->getAs<BitIntType>())
      return {ScalarKind::Int, uint16_t(Integer->getNumBits()), 1};
    const ScalarKind Kind = Type->isRealFloatingType() ? ScalarKind::Float
                            : Type->isIntegralOrEnumerationType()
                                ? ScalarKind::Int
                            : Type->isPointerType() ? ScalarKind::Pointer
                                                    : ScalarKind::None;
    return {Kind, bits(Type), 1};
  }
  uint16_t bits(QualType Type) const {
    if (Type->isIncompleteType() || Type->isDependentType())
      return 0;
    return uint16_t(std::min<uint64_t>(Context.getTypeSize(Type), UINT16_MAX));
  }

  SourceArray array(const VarDecl &V, QualType Type) const {
    SourceArray M;
    M.Name = V.getName().str();
    M.Place = placeOf(V.getLocation());
    M.IsStatic = V.isStaticLocal();
    M.IsConstant = Context.getBaseElementType(Type).isConstQualified();
    if (const auto *P = Type->getAs<PointerType>()) {
      M.Dimensions.push_back(0);
      Type = P->getPointeeType();
    }
    while (const ArrayType *A = Context.getAsArrayType(Type)) {
      const auto *Sized = dyn_cast<ConstantArrayType>(A);
      M.Dimensions.push_back(Sized ? Sized->getSize().getLimitedValue() : 0);
      Type = A->getElementType();
    }
    M.Element = valueType(Type);
    return M;
  }

  std::vector<ArgInfo> arguments(const FunctionDecl &F) const {
    PrintingPolicy Policy = Context.getPrintingPolicy();
    Policy.SuppressTagKeyword = true;
    std::vector<ArgInfo> Result;
    // The object of a method comes first.
    if (const auto *Method = dyn_cast<CXXMethodDecl>(&F);
        Method && Method->isInstance())
      Result.push_back({"this", "", {}, {}});
    for (const ParmVarDecl *P : F.parameters()) {
      std::string Name = P->getName().str();
      if (Name.empty())
        Name = "arg" + std::to_string(Result.size());
      Result.push_back(
          {std::move(Name), P->getOriginalType().getAsString(Policy), {}, {}});
    }
    return Result;
  }

  ASTContext &Context;
  SourceManager &Sources;
  const ClangHost &Host;
  ASTNameGenerator Symbols;
  std::vector<NotedPragma> Pragmas;
  llvm::DenseSet<SourceLocation> Taken;
  std::vector<SourceRange> Bodies;
};

class DirectiveConsumer : public ASTConsumer {
public:
  DirectiveConsumer(CompilerInstance &CI, const ClangHost &Host)
      : CI(CI), Host(Host) {}

  void HandleTranslationUnit(ASTContext &Context) override {
    if (pragmasRead().empty() &&
        !(Host.WantsFunctions && Host.WantsFunctions()))
      return;
    FunctionRecorder Recorder(Context, Host);
    Recorder.TraverseDecl(Context.getTranslationUnitDecl());
    Recorder.warnOfOthers(CI.getDiagnostics());
  }

private:
  CompilerInstance &CI;
  const ClangHost &Host;
};

} // namespace

std::unique_ptr<ASTConsumer> directiveConsumer(CompilerInstance &CI,
                                               const ClangHost &Host) {
  if (!Host.RecordFunction)
    return std::make_unique<ASTConsumer>();
  pragmasRead().clear();
  Preprocessor &PP = CI.getPreprocessor();
  for (const char *Spelling : {"HLS", "hls", "AP"})
    PP.AddPragmaHandler(new HlsPragma(Spelling));
  return std::make_unique<DirectiveConsumer>(CI, Host);
}

} // namespace roofline
