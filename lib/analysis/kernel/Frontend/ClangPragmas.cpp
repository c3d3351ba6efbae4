// The FPGA vendors' loop pragmas in Clang.
//
/// \file
/// `#pragma ii N` and `#pragma ivdep` are given back to Clang as loop hints
/// that it knows and carries into llvm.loop metadata. ivdep is Clang's
/// `vectorize(assume_safety)`, at a width of 1: the metadata without a
/// vectoriser that tries, and warns that it cannot. Pragmas and clauses that no
/// model uses yet (`loop_coalesce`, ..., the clauses of ivdep) are read,
/// checked and named in a warning. `#pragma unroll` is Clang's own.
#include "ClangRegistration.h"

#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/LiteralSupport.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/Token.h"

using namespace clang;

namespace roofline {
namespace {

using Tokens = llvm::SmallVector<Token, 8>;

/// The rest of the pragma's line, macros expanded.
Tokens readLine(Preprocessor &PP) {
  Tokens Line;
  Token Tok;
  for (PP.Lex(Tok); Tok.isNot(tok::eod); PP.Lex(Tok))
    Line.push_back(Tok);
  return Line;
}

void error(Preprocessor &PP, SourceLocation Loc, llvm::StringRef Pragma,
           llvm::StringRef Expected) {
  DiagnosticsEngine &Diags = PP.getDiagnostics();
  Diags.Report(Loc, Diags.getCustomDiagID(DiagnosticsEngine::Error,
                                          "'#pragma %0' expects %1"))
      << Pragma << Expected;
}

void warnUnused(Preprocessor &PP, SourceLocation Loc, llvm::StringRef What) {
  DiagnosticsEngine &Diags = PP.getDiagnostics();
  unsigned Id = Diags.getDiagnosticIDs()->getCustomDiagID(
      {diag::Severity::Warning, "%0", DiagnosticIDs::CLASS_WARNING,
       /*ShowInSystemHeader=*/false,
       /*ShowInSystemMacro=*/false, diag::Group::UnknownPragmas});
  Diags.Report(Loc, Id) << What;
}

/// Gives `_Pragma("clang loop <Hint>")` to the parser, in the place of the
/// pragma.
void injectLoopHint(Preprocessor &PP, SourceLocation Loc,
                    llvm::StringRef Hint) {
  auto Toks = std::make_unique<Token[]>(4);
  for (Token *T = Toks.get(); T != Toks.get() + 4; ++T) {
    T->startToken();
    T->setLocation(Loc);
  }
  Toks[0].setKind(tok::identifier);
  Toks[0].setIdentifierInfo(PP.getIdentifierInfo("_Pragma"));
  Toks[1].setKind(tok::l_paren);
  Toks[1].setLength(1);
  Toks[2].setKind(tok::string_literal);
  PP.CreateString(("\"clang loop " + Hint + "\"").str(), Toks[2], Loc, Loc);
  Toks[3].setKind(tok::r_paren);
  Toks[3].setLength(1);
  PP.EnterTokenStream(std::move(Toks), 4, /*DisableMacroExpansion=*/false,
                      /*IsReinject=*/false);
}

/// The value of a literal, also in parentheses; nothing for other expressions.
std::optional<uint64_t> literalValue(Preprocessor &PP,
                                     llvm::ArrayRef<Token> Line) {
  while (Line.size() > 2 && Line.front().is(tok::l_paren) &&
         Line.back().is(tok::r_paren))
    Line = Line.drop_front().drop_back();
  if (Line.size() != 1 || Line[0].isNot(tok::numeric_constant))
    return std::nullopt;
  llvm::SmallString<16> Buffer;
  bool Invalid = false;
  llvm::StringRef Text = PP.getSpelling(Line[0], Buffer, &Invalid);
  NumericLiteralParser Literal(Text, Line[0].getLocation(),
                               PP.getSourceManager(), PP.getLangOpts(),
                               PP.getTargetInfo(), PP.getDiagnostics());
  llvm::APInt Value(64, 0);
  if (Invalid || Literal.hadError || !Literal.isIntegerLiteral() ||
      Literal.GetIntegerValue(Value))
    return std::nullopt;
  return Value.getZExtValue();
}

/// True where \p Line can be a positive 31-bit integer: what is no literal is
/// left to Clang. Else says so.
bool checkPositive(Preprocessor &PP, SourceLocation Loc, llvm::StringRef Pragma,
                   llvm::ArrayRef<Token> Line) {
  std::optional<uint64_t> Value = literalValue(PP, Line);
  bool Negative = !Line.empty() && Line[0].is(tok::minus);
  bool Literal = Line.size() == 1 && Line[0].isLiteral();
  if (!Line.empty() && !Negative && (Value || !Literal) &&
      (!Value || (*Value > 0 && *Value <= INT32_MAX)))
    return true;
  error(PP, Line.empty() ? Loc : Line[0].getLocation(), Pragma,
        "a positive integer constant");
  return false;
}

/// `#pragma ii N`: the initiation interval that the loop shall have.
class IIPragma : public PragmaHandler {
public:
  IIPragma() : PragmaHandler("ii") {}
  void HandlePragma(Preprocessor &PP, PragmaIntroducer, Token &First) override {
    SourceLocation Loc = First.getLocation();
    Tokens Line = readLine(PP);
    if (!PP.getLangOpts().OpenCL || !checkPositive(PP, Loc, "ii", Line))
      return;
    std::string Value;
    for (const Token &Tok : Line)
      Value += (Value.empty() ? "" : " ") + PP.getSpelling(Tok);
    injectLoopHint(PP, Loc, "pipeline_initiation_interval(" + Value + ")");
  }
};

/// `#pragma ivdep`, `#pragma ivdep array(x) safelen(n)`.
class IvdepPragma : public PragmaHandler {
public:
  IvdepPragma() : PragmaHandler("ivdep") {}
  void HandlePragma(Preprocessor &PP, PragmaIntroducer, Token &First) override {
    SourceLocation Loc = First.getLocation();
    Tokens Line = readLine(PP);
    if (!PP.getLangOpts().OpenCL)
      return;
    if (Line.empty())
      return injectLoopHint(
          PP, Loc,
          "vectorize(assume_safety) vectorize_width(1) interleave_count(1)");
    if (checkClauses(PP, Line))
      warnUnused(PP, Loc,
                 "a limited '#pragma ivdep' has no effect on the analysis: all "
                 "dependences of the loop are kept");
  }

private:
  static bool checkClauses(Preprocessor &PP, llvm::ArrayRef<Token> Rest) {
    while (!Rest.empty()) {
      const IdentifierInfo *Clause = Rest[0].getIdentifierInfo();
      const Token *Close = llvm::find_if(
          Rest, [](const Token &T) { return T.is(tok::r_paren); });
      bool Known =
          Clause && (Clause->isStr("array") || Clause->isStr("safelen"));
      if (!Known || Rest.size() < 4 || Rest[1].isNot(tok::l_paren) ||
          Close == Rest.end() || Close == &Rest[2]) {
        error(PP, Rest[0].getLocation(), "ivdep",
              "'array(<name>)' or 'safelen(<integer>)'");
        return false;
      }
      llvm::ArrayRef<Token> Argument(&Rest[2], Close);
      if (Clause->isStr("safelen") &&
          !checkPositive(PP, Rest[0].getLocation(), "ivdep safelen", Argument))
        return false;
      Rest = llvm::ArrayRef<Token>(Close + 1, Rest.end());
    }
    return true;
  }
};

enum class Argument { None, Optional, Required };

struct PragmaSpec {
  const char *Name;
  Argument Arg;
  bool ZeroAllowed;
};

constexpr PragmaSpec LoopCoalesce = {"loop_coalesce", Argument::Optional,
                                     false};
constexpr PragmaSpec Speculated = {"speculated_iterations", Argument::Required,
                                   true};
constexpr PragmaSpec MaxConcurrency = {"max_concurrency", Argument::Required,
                                       true};
constexpr PragmaSpec MaxInterleaving = {"max_interleaving", Argument::Required,
                                        true};
constexpr PragmaSpec NoPipelining = {"disable_loop_pipelining", Argument::None,
                                     false};

/// A pragma that is checked, named in a warning, and otherwise without effect.
template <const PragmaSpec &Spec> class UnusedPragma : public PragmaHandler {
public:
  UnusedPragma() : PragmaHandler(Spec.Name) {}
  void HandlePragma(Preprocessor &PP, PragmaIntroducer, Token &First) override {
    SourceLocation Loc = First.getLocation();
    Tokens Line = readLine(PP);
    if (!PP.getLangOpts().OpenCL)
      return;
    if (Spec.Arg == Argument::None && !Line.empty())
      return error(PP, Line[0].getLocation(), Spec.Name, "no argument");
    bool Zero = Spec.ZeroAllowed && literalValue(PP, Line) == 0;
    bool Omitted = Spec.Arg != Argument::Required && Line.empty();
    if (Zero || Omitted || checkPositive(PP, Loc, Spec.Name, Line))
      warnUnused(PP, Loc,
                 ("'#pragma " + llvm::Twine(Spec.Name) +
                  "' has no effect on the analysis")
                     .str());
  }
};

template <typename Handler> void add(const char *Name) {
  static PragmaHandlerRegistry::Add<Handler> Entry(
      Name, "loop pragma of FPGA compilers");
}

} // namespace

void registerPragmas() {
  add<IIPragma>("ii");
  add<IvdepPragma>("ivdep");
  add<UnusedPragma<LoopCoalesce>>("loop_coalesce");
  add<UnusedPragma<Speculated>>("speculated_iterations");
  add<UnusedPragma<MaxConcurrency>>("max_concurrency");
  add<UnusedPragma<MaxInterleaving>>("max_interleaving");
  add<UnusedPragma<NoPipelining>>("disable_loop_pipelining");
}

} // namespace roofline
