// Values of Tcl commands that stand in brackets.
#include "TclCommands.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Path.h"

#include <algorithm>

using namespace llvm;

namespace roofline {
namespace {

/// Value of an expression of numbers with + - * / and brackets.
class NumberReader {
public:
  explicit NumberReader(StringRef Text) : Text(Text) {}
  std::optional<double> value() {
    std::optional<double> V = sum();
    return Text.ltrim().empty() ? V : std::nullopt;
  }

private:
  bool take(char C) {
    Text = Text.ltrim();
    return Text.consume_front(StringRef(&C, 1));
  }
  std::optional<double> sum() {
    std::optional<double> V = product();
    while (V) {
      const bool Adds = take('+');
      if (!Adds && !take('-'))
        break;
      const std::optional<double> R = product();
      V = R ? std::optional(Adds ? *V + *R : *V - *R) : std::nullopt;
    }
    return V;
  }
  std::optional<double> product() {
    std::optional<double> V = factor();
    while (V) {
      const bool Multiplies = take('*');
      if (!Multiplies && !take('/'))
        break;
      const std::optional<double> R = factor();
      V = R ? std::optional(Multiplies ? *V * *R : *V / *R) : std::nullopt;
    }
    return V;
  }
  std::optional<double> factor() {
    constexpr unsigned MaxNesting = 100;
    if (take('(')) {
      if (++Nesting > MaxNesting)
        return std::nullopt;
      std::optional<double> V = sum();
      return take(')') ? V : std::nullopt;
    }
    Text = Text.ltrim();
    const StringRef Digits = Text.take_while(
        [](char C) { return isDigit(C) || C == '.' || C == 'e'; });
    double V = 0;
    if (Digits.empty() || Digits.getAsDouble(V))
      return std::nullopt;
    Text = Text.drop_front(Digits.size());
    return V;
  }

  StringRef Text;
  unsigned Nesting = 0;
};

} // namespace

std::optional<double> valueOfExpression(StringRef Text) {
  return NumberReader(Text).value();
}

std::vector<std::string> filesNamed(StringRef Pattern) {
  const StringRef Name = sys::path::filename(Pattern);
  Expected<GlobPattern> Glob = GlobPattern::create(Name);
  if (Name.find_first_of("*?") == StringRef::npos || !Glob) {
    consumeError(Glob.takeError());
    return {Pattern.str()};
  }
  std::vector<std::string> Found;
  const StringRef Folder = sys::path::parent_path(Pattern);
  std::error_code Problem;
  for (sys::fs::directory_iterator It(Folder.empty() ? "." : Folder, Problem),
       End;
       It != End && !Problem; It.increment(Problem))
    if (Glob->match(sys::path::filename(It->path())))
      Found.push_back(It->path());
  std::ranges::sort(Found);
  return Found;
}

std::optional<std::string>
valueOfFileCommand(StringRef Command, StringRef Script, StringRef Folder) {
  SmallVector<StringRef, 8> Words;
  SplitString(Command, Words);
  if (Words.empty())
    return std::nullopt;
  if (Command.trim() == "info script")
    return Script.str();
  if (Command.trim() == "pwd")
    return Folder.empty() ? "." : Folder.str();
  if (Words[0] == "glob") {
    SmallString<256> Pattern(Words.back());
    if (sys::path::is_relative(Pattern) && !Folder.empty()) {
      Pattern = Folder;
      sys::path::append(Pattern, Words.back());
    }
    return join(filesNamed(Pattern), " ");
  }
  if (Words[0] != "file" || Words.size() < 3)
    return std::nullopt;
  if (Words[1] == "normalize")
    return Words[2].str();
  if (Words[1] == "tail")
    return sys::path::filename(Words[2]).str();
  if (Words[1] == "dirname") {
    const StringRef Parent = sys::path::parent_path(Words[2]);
    return Parent.empty() ? "." : Parent.str();
  }
  if (Words[1] != "join")
    return std::nullopt;
  SmallString<256> Path;
  for (StringRef Part : ArrayRef(Words).drop_front(2))
    if (sys::path::is_absolute(Part))
      Path = Part;
    else
      sys::path::append(Path, Part);
  return Path.str().str();
}

} // namespace roofline
