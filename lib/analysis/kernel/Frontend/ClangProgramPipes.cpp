// Pipes at program scope, as Xilinx has them, in Clang.
//
/// \file
/// `pipe int p __attribute__((xcl_reqd_pipe_depth(32)));` outside of functions
/// is an error of Clang's, which no plugin can lift. So the text of the main
/// file is changed before it is read: there `pipe` becomes another word of four
/// letters, a macro for a channel (ClangChannels.cpp), and so do read_pipe and
/// write_pipe on a name that was declared so; all places stay. Does not handle
/// such a declaration in an included file, or by a macro.
#include "ClangRegistration.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace clang;

namespace roofline {
namespace {

/// Words of one length.
constexpr llvm::StringLiteral PipeWord = "__fp", ReadWord = "__fpga_rd",
                              WriteWord = "__fpga_wrt";

class PipeRenamer {
public:
  PipeRenamer(const SourceManager &SM, FileID File, const LangOptions &Options)
      : Text(SM.getBufferData(File).str()),
        Start(SM.getLocForStartOfFile(File)) {
    Lexer Lex(File, SM.getBufferOrFake(File), SM, Options);
    for (Token T; Lex.LexFromRawLexer(T), T.isNot(tok::eof);)
      Tokens.push_back(T);
  }

  /// The changed text; nothing where the file has no such pipe.
  std::optional<std::string> text() {
    findDeclarations();
    if (Names.empty())
      return std::nullopt;
    for (size_t I = 0; I + 2 < Tokens.size(); ++I) {
      const bool IsRead = isWord(I, "read_pipe");
      if ((IsRead || isWord(I, "write_pipe")) &&
          Tokens[I + 1].is(tok::l_paren) &&
          Tokens[I + 2].is(tok::raw_identifier) &&
          Names.contains(Tokens[I + 2].getRawIdentifier()))
        replace(Tokens[I], IsRead ? ReadWord : WriteWord);
    }
    return Text;
  }

private:
  bool isWord(size_t I, llvm::StringRef Word) const {
    return Tokens[I].is(tok::raw_identifier) &&
           Tokens[I].getRawIdentifier() == Word;
  }

  void findDeclarations() {
    int Depth = 0;
    bool Begins = true, InDirective = false;
    for (size_t I = 0; I < Tokens.size(); ++I) {
      const Token &T = Tokens[I];
      if (T.isAtStartOfLine())
        InDirective = T.is(tok::hash);
      if (InDirective)
        continue;
      if (Begins && Depth == 0 && isWord(I, "pipe"))
        takeDeclaration(I);
      Depth += T.isOneOf(tok::l_brace, tok::l_paren, tok::l_square);
      Depth -= T.isOneOf(tok::r_brace, tok::r_paren, tok::r_square);
      Begins = Depth == 0 && T.isOneOf(tok::semi, tok::r_brace);
    }
  }

  /// `pipe` stands at \p Index: the word before `;`, `[` or an attribute is its
  /// name.
  void takeDeclaration(size_t Index) {
    size_t End = Index + 1;
    while (End < Tokens.size() && !isWord(End, "__attribute__") &&
           Tokens[End].isOneOf(tok::raw_identifier, tok::star))
      ++End;
    const Token &Name = Tokens[End - 1];
    if (End - Index < 3 || Name.isNot(tok::raw_identifier))
      return;
    Names.insert(Name.getRawIdentifier());
    replace(Tokens[Index], PipeWord);
  }

  void replace(const Token &T, llvm::StringRef NewText) {
    const unsigned Offset =
        T.getLocation().getRawEncoding() - Start.getRawEncoding();
    Text.replace(Offset, NewText.size(), NewText.str());
  }

  std::string Text;
  SourceLocation Start;
  std::vector<Token> Tokens;
  llvm::StringSet<> Names;
};

} // namespace

bool renameProgramPipes(CompilerInstance &CI) {
  SourceManager &SM = CI.getSourceManager();
  const FileID Main = SM.getMainFileID();
  const OptionalFileEntryRef Entry = SM.getFileEntryRefForID(Main);
  // Before OpenCL 2.0 the word is the author's.
  if (!Entry || !SM.getBufferData(Main).contains("pipe") ||
      CI.getLangOpts().getOpenCLCompatibleVersion() < 200)
    return false;
  auto Text = PipeRenamer(SM, Main, CI.getLangOpts()).text();
  if (Text)
    SM.overrideFileContents(
        *Entry, llvm::MemoryBuffer::getMemBufferCopy(*Text, Entry->getName()));
  return Text.has_value();
}

} // namespace roofline
