// What pragmas and attributes ask of loops, until Clang has parsed the loop.
#include "ClangLoops.h"

#include "ClangConstants.h"

#include "ClangVersions.h"
#include "roofline/Canonical/SourceHints.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/DenseMap.h"

using namespace clang;

namespace roofline {
namespace {

using Requests = llvm::SmallVector<LoopRequest, 1>;

struct Noted {
  Requests Next; ///< of the loop that follows
  llvm::DenseMap<SourceLocation, Requests> Loops;
  llvm::DenseMap<const LabelDecl *, Requests> Labels;
};

Noted &noted() {
  static Noted Table;
  return Table;
}

/// Reads what stands between a pragma and its loop.
class TokenWatcher {
public:
  explicit TokenWatcher(DiagnosticsEngine &Diags) : Diags(Diags) {}

  void operator()(const Token &T) {
    if (noted().Next.empty() || T.isAnnotation())
      return; // annotations: pragmas of Clang's
    if (Nesting || Place == In::Attribute)
      return skip(T);
    if (Place == In::Name && T.is(tok::colon)) {
      Place = In::Nothing;
    } else if (Place == In::Name) {
      giveUp();
    } else if (T.isOneOf(tok::kw_for, tok::kw_while, tok::kw_do)) {
      llvm::append_range(noted().Loops[T.getLocation()], noted().Next);
      noted().Next.clear();
    } else if (T.is(tok::kw___attribute)) {
      Place = In::Attribute;
    } else if (T.is(tok::l_square)) {
      skip(T);
    } else if (T.is(tok::identifier)) {
      Place = In::Name; // of a label, perhaps
    } else {
      giveUp();
    }
  }

private:
  enum class In { Nothing, Attribute, Name };

  void skip(const Token &T) {
    Nesting += T.isOneOf(tok::l_paren, tok::l_square);
    Nesting -= T.isOneOf(tok::r_paren, tok::r_square) && Nesting;
    if (Nesting == 0)
      Place = In::Nothing;
    if (T.is(tok::eof))
      giveUp();
  }

  void giveUp() {
    for (const LoopRequest &R : noted().Next)
      warnOfPragma(Diags, R.Loc,
                   R.Spelling + " has no effect: no loop follows");
    noted().Next.clear();
    Place = In::Nothing;
    Nesting = 0;
  }

  DiagnosticsEngine &Diags;
  In Place = In::Nothing;
  unsigned Nesting = 0;
};

/// Replaces loops of a function by loops with hints.
class HintWriter {
public:
  HintWriter(FunctionDecl &F, ASTContext &Context, bool Lasting)
      : F(F), Context(Context), Lasting(Lasting) {}

  void run() {
    llvm::SmallVector<Stmt *, 32> Work = {F.getBody()};
    while (!Work.empty()) {
      Stmt *S = Work.pop_back_val();
      if (const auto *Label = dyn_cast<LabelStmt>(S))
        moveFromLabel(*Label);
      if (auto *Block = dyn_cast<BlockExpr>(S))
        Work.push_back(Block->getBody());
      for (Stmt *&Child : S->children())
        if (Child) {
          Work.push_back(Child);
          write(Child);
        }
    }
  }

private:
  void warn(const LoopRequest &R, llvm::StringRef Text) {
    warnOfPragma(Context.getDiagnostics(), R.Loc,
                 (R.Spelling + " " + Text).str());
  }

  /// What is asked of a label is asked of the loop behind it.
  void moveFromLabel(const LabelStmt &Label) {
    auto It = noted().Labels.find(Label.getDecl());
    if (It == noted().Labels.end())
      return;
    const Stmt *Named = Label.getSubStmt();
    while (isa<LabelStmt, AttributedStmt>(Named))
      Named = isa<LabelStmt>(Named) ? cast<LabelStmt>(Named)->getSubStmt()
                                    : cast<AttributedStmt>(Named)->getSubStmt();
    if (SourceLocation Keyword = keywordOfLoop(*Named); Keyword.isValid()) {
      llvm::append_range(noted().Loops[Keyword], It->second);
      noted().Labels.erase(It);
    }
  }

  /// Gives the loop at \p Place its hints, beside those that it has.
  void write(Stmt *&Place) {
    auto *Old = dyn_cast<AttributedStmt>(Place);
    Stmt *Loop = Old ? Old->getSubStmt() : Place;
    const SourceLocation Keyword = keywordOfLoop(*Loop);
    auto It =
        Keyword.isValid() ? noted().Loops.find(Keyword) : noted().Loops.end();
    if (It == noted().Loops.end())
      return;
    const Requests Asked = std::move(It->second);
    noted().Loops.erase(It);
    llvm::SmallVector<const Attr *, 4> Attrs;
    if (Old)
      Attrs.assign(Old->getAttrs().begin(), Old->getAttrs().end());
    const bool IsPipelined = llvm::any_of(Attrs, [](const Attr *A) {
      const auto *Hint = dyn_cast<LoopHintAttr>(A);
      return Hint &&
             (Hint->getOption() == LoopHintAttr::PipelineInitiationInterval ||
              Hint->getOption() == LoopHintAttr::PipelineDisabled);
    });
    LoopHints Hints;
    for (const LoopRequest &R : Asked) {
      if (IsPipelined)
        warn(R, "has no effect beside '#pragma clang loop'");
      else
        join(Hints, R);
    }
    if (!Hints.Interval && !Hints.IgnoresDependences)
      return;
    addHints(Hints, Asked.front().Loc, Attrs);
    Place = AttributedStmt::Create(Context, Asked.front().Loc, Attrs, Loop);
  }

  void join(LoopHints &Hints, const LoopRequest &R) {
    Hints.IgnoresDependences |= R.IgnoresDependences;
    if (R.Interval.empty())
      return;
    const std::optional<int64_t> Value = constantOf(F, R.Interval);
    if (!Value || *Value <= 0 || *Value > MaxInterval)
      return warn(R, "expects a positive integer constant");
    if (Hints.Interval && Hints.Interval != *Value)
      return warn(R, "contradicts an earlier interval of " +
                         std::to_string(Hints.Interval));
    Hints.Interval = uint32_t(*Value);
  }

  void addHints(const LoopHints &Hints, SourceLocation Loc,
                llvm::SmallVectorImpl<const Attr *> &Attrs) {
    auto Add = [&](LoopHintAttr::OptionType Option,
                   LoopHintAttr::LoopHintState State, uint32_t Value) {
      Expr *E = nullptr;
      if (State == LoopHintAttr::Numeric)
        E = IntegerLiteral::Create(Context, llvm::APInt(32, Value),
                                   Context.IntTy, Loc);
      Attrs.push_back(LoopHintAttr::CreateImplicit(Context, Option, State, E,
                                                   SourceRange(Loc)));
    };
    if (!Lasting)
      return Add(LoopHintAttr::PipelineInitiationInterval,
                 LoopHintAttr::Numeric, privateHint(Hints));
    if (Hints.Interval)
      Add(LoopHintAttr::PipelineInitiationInterval, LoopHintAttr::Numeric,
          Hints.Interval);
    if (Hints.IgnoresDependences) {
      // At a width of 1: the metadata without a vectoriser that tries, and
      // warns that it cannot.
      Add(LoopHintAttr::Vectorize, LoopHintAttr::AssumeSafety, 0);
      Add(LoopHintAttr::VectorizeWidth, LoopHintAttr::Numeric, 1);
      Add(LoopHintAttr::InterleaveCount, LoopHintAttr::Numeric, 1);
    }
  }

  FunctionDecl &F;
  ASTContext &Context;
  bool Lasting;
};

} // namespace

SourceLocation keywordOfLoop(const Stmt &Loop) {
  if (const auto *For = dyn_cast<ForStmt>(&Loop))
    return For->getForLoc();
  if (const auto *While = dyn_cast<WhileStmt>(&Loop))
    return While->getWhileLoc();
  if (const auto *Do = dyn_cast<DoStmt>(&Loop))
    return Do->getDoLoc();
  return {};
}

void watchLoops(Preprocessor &PP) {
  noted() = Noted();
  PP.setTokenWatcher(TokenWatcher(PP.getDiagnostics()));
}

void requestOfNextLoop(LoopRequest Request) {
  noted().Next.push_back(std::move(Request));
}

void requestOfLoop(SourceLocation Keyword, LoopRequest Request) {
  noted().Loops[Keyword].push_back(std::move(Request));
}

void requestOfLabel(const LabelDecl &Label, LoopRequest Request) {
  noted().Labels[&Label].push_back(std::move(Request));
}

void applyLoopRequests(FunctionDecl &F, ASTContext &Context, bool Lasting) {
  if (noted().Loops.empty() && noted().Labels.empty())
    return;
  if (F.doesThisDeclarationHaveABody() && F.getBody())
    HintWriter(F, Context, Lasting).run();
}

void dropLoopRequests(DiagnosticsEngine &Diags) {
  auto Drop = [&](auto &Left) {
    for (const auto &[Place, Asked] : Left)
      for (const LoopRequest &R : Asked)
        warnOfPragma(Diags, R.Loc,
                     R.Spelling + " has no effect: no loop follows");
    Left.clear();
  };
  Drop(noted().Loops);
  Drop(noted().Labels);
}

void warnOfPragma(DiagnosticsEngine &Diags, SourceLocation Loc,
                  llvm::StringRef Text) {
  Diags.Report(Loc, warningId(Diags, Loc, WarningGroup::UnknownPragmas))
      << Text;
}

} // namespace roofline
