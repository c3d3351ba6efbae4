// The FPGA vendors' loop pragmas in Clang.
//
/// \file
/// `#pragma ii N` and `#pragma ivdep` are noted for the loop that follows
/// (ClangLoops.h). Pragmas and clauses that no model uses yet (`loop_coalesce`,
/// ..., the clauses of ivdep) are read, checked and named in a warning. A wrong
/// pragma is a warning, too, because Clang alone takes it. `#pragma unroll` is
/// Clang's own.
#include "ClangLoops.h"
#include "ClangRegistration.h"

#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/Token.h"

using namespace clang;

namespace roofline {
namespace {

using Tokens = llvm::SmallVector<Token, 16>;

void warnExpected(Preprocessor &PP, SourceLocation Loc, llvm::StringRef Pragma,
                  llvm::StringRef Expected) {
  warnOfPragma(PP.getDiagnostics(), Loc,
               ("'#pragma " + Pragma + "' expects " + Expected).str());
}

/// The value of a literal, also in parentheses; nothing for other expressions.
std::optional<uint64_t> literalValue(Preprocessor &PP,
                                     llvm::ArrayRef<Token> Line) {
  while (Line.size() > 2 && Line.front().is(tok::l_paren) &&
         Line.back().is(tok::r_paren))
    Line = Line.drop_front().drop_back();
  if (Line.size() != 1 || Line[0].isNot(tok::numeric_constant))
    return std::nullopt;
  const std::string Text = PP.getSpelling(Line[0]);
  uint64_t Value = 0;
  if (llvm::StringRef(Text).rtrim("uUlL").getAsInteger(0, Value))
    return std::nullopt;
  return Value;
}

/// True where \p Line can be a positive 31-bit integer: what is no literal is
/// left to the reader of the loop. Else says so.
bool checkPositive(Preprocessor &PP, SourceLocation Loc, llvm::StringRef Pragma,
                   llvm::ArrayRef<Token> Line) {
  std::optional<uint64_t> Value = literalValue(PP, Line);
  bool Negative = !Line.empty() && Line[0].is(tok::minus);
  bool Literal = Line.size() == 1 && Line[0].isLiteral();
  if (!Line.empty() && !Negative && (Value || !Literal) &&
      (!Value || (*Value > 0 && *Value <= INT32_MAX)))
    return true;
  warnExpected(PP, Line.empty() ? Loc : Line[0].getLocation(), Pragma,
               "a positive integer constant");
  return false;
}

/// `#pragma ii N`: the initiation interval that the loop shall have.
class IIPragma : public PragmaHandler {
public:
  IIPragma() : PragmaHandler("ii") {}
  void HandlePragma(Preprocessor &PP, PragmaIntroducer, Token &First) override {
    SourceLocation Loc = First.getLocation();
    Tokens Line = readPragmaLine(PP);
    if (!checkPositive(PP, Loc, "ii", Line))
      return;
    LoopRequest Request = {Loc, "'#pragma ii'", {}, false};
    for (const Token &Tok : Line)
      Request.Interval.push_back(PP.getSpelling(Tok));
    requestOfNextLoop(std::move(Request));
  }
};

/// `#pragma ivdep`, `#pragma ivdep array(x) safelen(n)`.
class IvdepPragma : public PragmaHandler {
public:
  IvdepPragma() : PragmaHandler("ivdep") {}
  void HandlePragma(Preprocessor &PP, PragmaIntroducer, Token &First) override {
    SourceLocation Loc = First.getLocation();
    Tokens Line = readPragmaLine(PP);
    if (Line.empty())
      return requestOfNextLoop({Loc, "'#pragma ivdep'", {}, true});
    if (checkClauses(PP, Line))
      warnOfPragma(
          PP.getDiagnostics(), Loc,
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
        warnExpected(PP, Rest[0].getLocation(), "ivdep",
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
    Tokens Line = readPragmaLine(PP);
    if (Spec.Arg == Argument::None && !Line.empty())
      return warnExpected(PP, Line[0].getLocation(), Spec.Name, "no argument");
    bool Zero = Spec.ZeroAllowed && literalValue(PP, Line) == 0;
    bool Omitted = Spec.Arg != Argument::Required && Line.empty();
    if (Zero || Omitted || checkPositive(PP, Loc, Spec.Name, Line))
      warnOfPragma(PP.getDiagnostics(), Loc,
                   ("'#pragma " + llvm::Twine(Spec.Name) +
                    "' has no effect on the analysis")
                       .str());
  }
};

} // namespace

Tokens readPragmaLine(Preprocessor &PP) {
  DiagnosticsEngine &Diags = PP.getDiagnostics();
  const bool WereSuppressed = Diags.getSuppressAllDiagnostics();
  Diags.setSuppressAllDiagnostics(true);
  Tokens Line;
  Token Tok;
  for (PP.Lex(Tok); !Tok.isOneOf(tok::eod, tok::eof); PP.Lex(Tok))
    Line.push_back(Tok);
  Diags.setSuppressAllDiagnostics(WereSuppressed);
  return Line;
}

void addPragmas(Preprocessor &PP) {
  PP.AddPragmaHandler(new IIPragma);
  PP.AddPragmaHandler(new IvdepPragma);
  PP.AddPragmaHandler(new UnusedPragma<LoopCoalesce>);
  PP.AddPragmaHandler(new UnusedPragma<Speculated>);
  PP.AddPragmaHandler(new UnusedPragma<MaxConcurrency>);
  PP.AddPragmaHandler(new UnusedPragma<MaxInterleaving>);
  PP.AddPragmaHandler(new UnusedPragma<NoPipelining>);
}

} // namespace roofline
