// Verilog of others: what may be simulated.
//
/// \file
/// A simulator gives Verilog what a program has: $system, files, C functions by
/// DPI. A core computes. So its words are held against a short list, with the
/// comments and strings left out as IEEE 1800-2017, 5.4 and 5.9 define them;
/// macros, whose text could make any word, are refused.
#include "ForeignVerilog.h"

#include "roofline/Process/InputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace roofline {
namespace {

constexpr StringLiteral Functions[] = {"$bits", "$clog2", "$signed",
                                       "$unsigned"};
constexpr StringLiteral Directives[] = {"`default_nettype", "`resetall",
                                        "`timescale"};
/// Words by which a module reaches what is outside of it.
constexpr StringLiteral Refused[] = {
    "bind",    "chandle",   "checker", "config",  "defparam",
    "export",  "force",     "import",  "include", "interface",
    "library", "primitive", "program", "release", "specify"};

bool isWordPart(char C) { return isAlnum(C) || C == '_' || C == '$'; }

class Scanner {
public:
  Scanner(StringRef Text, StringRef Name, StringRef Core)
      : Text(Text), Name(Name), Core(Core) {}
  Error run();

private:
  Error problem(const Twine &Message) const {
    const size_t Line = 1 + Text.take_front(At).count('\n');
    return createStringError(Name + ":" + Twine(Line) + ": " + Message);
  }
  /// Goes behind the comment or string that begins here, if one does; false at
  /// one without an end.
  bool skipText();
  Error checkWord(StringRef Word);

  StringRef Text, Name, Core;
  size_t At = 0;
  char Before = ' '; ///< last character of code, blanks left out
  StringRef Last;    ///< last word of code
  SmallVector<StringRef, 4> Indexed; ///< words before open brackets
  bool IsWithin = false;             ///< the last dot stands behind a name
};

bool Scanner::skipText() {
  StringRef Rest = Text.drop_front(At);
  if (Rest.starts_with("//")) {
    At += Rest.find('\n') == StringRef::npos ? Rest.size() : Rest.find('\n');
    return true;
  }
  if (Rest.starts_with("/*")) {
    const size_t End = Rest.find("*/", 2);
    At += End == StringRef::npos ? 0 : End + 2;
    return End != StringRef::npos;
  }
  if (!Rest.starts_with("\""))
    return true;
  for (size_t I = 1; I < Rest.size() && Rest[I] != '\n'; ++I) {
    if (Rest[I] == '\\')
      return false; // none of ours has one
    if (Rest[I] == '"') {
      At += I + 1;
      return true;
    }
  }
  return false;
}

Error Scanner::checkWord(StringRef Word) {
  if (Word.starts_with("$") && !is_contained(Functions, Word))
    return problem("'" + Word +
                   "' may reach beyond the simulation; a core may have " +
                   join(ArrayRef(Functions), ", "));
  if (Word.starts_with("`") && !is_contained(Directives, Word))
    return problem("'" + Word +
                   "' is a macro or reads a file; a core may have " +
                   join(ArrayRef(Directives), ", "));
  if (is_contained(Refused, Word))
    return problem("'" + Word + "' reaches beyond the core");
  StringRef Rest = Word;
  const bool IsBench = Rest.consume_front(Core) &&
                       is_contained({"_tb", "_axi_tb", "_passes_tb"}, Rest);
  if (IsBench || Word.starts_with("roofline_tb_"))
    return problem("'" + Word + "' is a part of the testbench");
  return Error::success();
}

Error Scanner::run() {
  // Tools differ in what ends a line, and so a comment.
  for (; At < Text.size(); ++At)
    if (const char C = Text[At]; C >= 0 && C < ' ' && C != '\n' && C != '\t' &&
                                 !Text.drop_front(At).starts_with("\r\n"))
      return problem("a control character");
  for (At = 0; At < Text.size();) {
    const size_t Begin = At;
    if (!skipText())
      return problem("a comment or string without an end");
    if (At != Begin)
      continue;
    const char C = Text[At];
    if (!isASCII(C) || C == '\x7f')
      return problem("a character outside of ASCII");
    if (C == '\\')
      return problem("an escaped name");
    if (isWordPart(C) || C == '`') {
      StringRef Word = Text.drop_front(At + 1).take_while(isWordPart);
      Word = Text.substr(At, Word.size() + 1);
      // Loops over hardware are named g_.., the testbench has no such name.
      if (Before == '.' && IsWithin && !Last.starts_with("g_"))
        return problem("'." + Word + "' is a name inside of another module");
      if (Error E = checkWord(Word))
        return E;
      At += Word.size();
      Before = 'a';
      Last = Word;
      continue;
    }
    // `.port(` follows a bracket or a comma; `a.b` and `a[1].b` do not.
    if (C == '[')
      Indexed.push_back(Last);
    else if (C == ']' && !Indexed.empty())
      Last = Indexed.pop_back_val();
    if (C == '.')
      IsWithin = Before == 'a' || Before == ']';
    if (!isSpace(C))
      Before = C;
    ++At;
  }
  return Error::success();
}

/// \p Name where it is one word that no shell, script or tool takes apart.
bool isPlain(StringRef Name) {
  return isAlpha(Name.front()) && all_of(Name, [](char C) {
           return isAlnum(C) || C == '_' || C == '.';
         });
}

} // namespace

Error checkForeignVerilog(StringRef Text, StringRef Name, StringRef Core) {
  return Scanner(Text, Name, Core).run();
}

Expected<std::vector<TextFile>> readForeignVerilog(StringRef Folder,
                                                   StringRef Core) {
  std::vector<TextFile> Files;
  for (StringRef Below : {StringRef(), StringRef("rtl/")}) {
    std::error_code EC;
    std::vector<std::string> Paths;
    for (sys::fs::directory_iterator I(Folder + "/" + Below, EC), End;
         !EC && I != End; I.increment(EC))
      if (sys::path::extension(I->path()) == ".v")
        Paths.push_back(I->path());
    llvm::sort(Paths);
    for (const std::string &Path : Paths) {
      auto Text = readInput(Path);
      if (!Text)
        return createStringError(Path + ": " + Text.getError().message());
      if (Error E = checkForeignVerilog((*Text)->getBuffer(), Path, Core))
        return std::move(E);
      const StringRef Name = sys::path::filename(Path);
      Files.push_back(
          {(Below + (isPlain(Name) ? Name.str()
                                   : "source_" + utostr(Files.size()) + ".v"))
               .str(),
           (*Text)->getBuffer().str()});
    }
  }
  if (Files.empty())
    return createStringError(Folder + ": no Verilog here");
  return Files;
}

} // namespace roofline
