// Projects as Tcl scripts: the commands that decide what is built.
#include "ProjectReader.h"

#include "roofline/Process/InputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <cstdlib>

using namespace llvm;

namespace roofline {
namespace {

/// A command's words, without braces and quotes.
struct TclCommand {
  std::vector<std::string> Words;
  ProjectLine Place;
};

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

class TclReader {
public:
  explicit TclReader(HlsProject &P) : P(P) {}

  Error read(StringRef Text, StringRef Path) {
    ProjectLine Place{Path.str(), 1};
    while (!Text.empty()) {
      Expected<TclCommand> C = next(Text, Place);
      if (!C)
        return C.takeError();
      if (!C->Words.empty())
        if (Error E = run(*C))
          return E;
    }
    return Error::success();
  }

private:
  /// Takes a command off \p Text, with variables replaced; \p Place goes on to
  /// what follows.
  Expected<TclCommand> next(StringRef &Text, ProjectLine &Place) {
    TclCommand C;
    C.Place = Place;
    bool IsAtStart = true;
    while (!Text.empty()) {
      const char First = Text.front();
      if (Text.consume_front("\\\n")) {
        ++Place.Line;
      } else if (First == '\n' || First == ';') {
        Place.Line += First == '\n';
        Text = Text.drop_front();
        if (!IsAtStart)
          return C;
        C.Place = Place;
      } else if (isSpace(First)) {
        Text = Text.drop_front();
      } else if (IsAtStart && First == '#') {
        Text = Text.drop_front(std::min(Text.find('\n'), Text.size()));
      } else {
        IsAtStart = false;
        Expected<std::string> Word = word(Text, Place);
        if (!Word)
          return Word.takeError();
        C.Words.push_back(std::move(*Word));
      }
    }
    return C;
  }

  Expected<std::string> word(StringRef &Text, ProjectLine &Place) {
    const char First = Text.front();
    if (First == '{' || First == '[') {
      Expected<StringRef> Inside =
          bracketed(Text, First, First == '{' ? '}' : ']', Place);
      if (!Inside)
        return Inside.takeError();
      return First == '{' ? Inside->str() : evaluate(*Inside, Place);
    }
    if (First == '"') {
      const size_t End = Text.find('"', 1);
      if (End == StringRef::npos)
        return Place.error("a quote is not closed");
      const StringRef Inside = Text.slice(1, End);
      Text = Text.drop_front(End + 1);
      const uint32_t Lines = Inside.count('\n');
      Expected<std::string> Value = replaced(Inside, Place);
      Place.Line += Lines;
      return Value;
    }
    const StringRef Plain =
        Text.take_while([](char C) { return !isSpace(C) && C != ';'; });
    Text = Text.drop_front(Plain.size());
    return replaced(Plain, Place);
  }

  static Expected<StringRef> bracketed(StringRef &Text, char Open, char Close,
                                       ProjectLine &Place) {
    unsigned Nesting = 0;
    for (size_t I = 0; I < Text.size(); ++I) {
      Nesting += Text[I] == Open;
      Nesting -= Text[I] == Close;
      if (Nesting)
        continue;
      const StringRef Inside = Text.slice(1, I);
      Text = Text.drop_front(I + 1);
      Place.Line += Inside.count('\n');
      return Inside;
    }
    return Place.error(Twine("'") + Twine(Open) + "' is not closed");
  }

  /// The value of `expr {..}`; of other commands their text, which only matters
  /// where a command of ours takes it.
  Expected<std::string> evaluate(StringRef Command, const ProjectLine &Place) {
    if (!Command.consume_front("expr"))
      return "[" + Command.str() + "]";
    Command = Command.trim();
    if (Command.consume_front("{"))
      Command.consume_back("}");
    Expected<std::string> Text = replaced(Command, Place);
    if (!Text)
      return Text;
    const std::optional<double> Value = NumberReader(*Text).value();
    if (!Value)
      return "[expr " + *Text + "]";
    std::string Number;
    raw_string_ostream(Number) << *Value;
    return Number;
  }

  /// \p Text with `$name`, `${name}` and `$env(NAME)` replaced. A variable that
  /// is not set stays as it is.
  Expected<std::string> replaced(StringRef Text, const ProjectLine &Place) {
    std::string Result;
    while (!Text.empty()) {
      const size_t Dollar = std::min(Text.find('$'), Text.size());
      Result += Text.take_front(Dollar);
      Text = Text.drop_front(Dollar);
      if (!Text.consume_front("$"))
        break;
      if (Text.consume_front("env(")) {
        const auto [Name, Rest] = Text.split(')');
        const char *Value = std::getenv(Name.str().c_str());
        Result += Value ? Value : "$env(" + Name.str() + ")";
        Text = Rest;
        continue;
      }
      const bool IsBraced = Text.consume_front("{");
      const StringRef Name = Text.take_while([&](char C) {
        return IsBraced ? C != '}' : isAlnum(C) || C == '_' || C == ':';
      });
      Text = Text.drop_front(Name.size());
      if (IsBraced)
        Text.consume_front("}");
      auto It = Variables.find(Name);
      Result += It == Variables.end() ? "$" + Name.str() : It->second;
    }
    return Result;
  }

  Error run(const TclCommand &C) {
    const StringRef Name = C.Words[0];
    const auto Second = [&] {
      return C.Words.size() > 1 ? StringRef(C.Words[1]) : StringRef();
    };
    if (Name == "set" && C.Words.size() == 3)
      Variables[C.Words[1]] = C.Words[2];
    else if (Name == "set_top")
      P.Tops.push_back(Second().str());
    else if (Name == "set_part")
      P.Part = Second().trim("{}").str();
    else if (Name == "create_clock")
      return readClock(C);
    else if (Name == "config_compile")
      P.UnsafeMath |= readsUnsafe(C);
    else if (Name == "add_files")
      addFiles(C);
    else if (Name == "source")
      return readSourced(Second(), C.Place);
    else if (Name.starts_with("set_directive_"))
      return readDirective(C);
    return Error::success();
  }

  Error readClock(const TclCommand &C) {
    for (size_t I = 1; I + 1 < C.Words.size(); ++I) {
      if (C.Words[I] != "-period")
        continue;
      Expected<Hertz> Clock = parseHlsClock(C.Words[I + 1], C.Place);
      if (!Clock)
        return Clock.takeError();
      P.Clock = *Clock;
    }
    return Error::success();
  }

  static bool readsUnsafe(const TclCommand &C) {
    auto It = find(C.Words, "-unsafe_math_optimizations");
    return It != C.Words.end() &&
           (It + 1 == C.Words.end() || (It[1] != "0" && It[1] != "false"));
  }

  void addFiles(const TclCommand &C) {
    bool IsTestBench = is_contained(C.Words, "-tb");
    for (size_t I = 1; I < C.Words.size(); ++I) {
      const StringRef Word = C.Words[I];
      if (Word.ends_with("cflags")) {
        if (++I < C.Words.size() && Word == "-cflags")
          addFlags(C.Words[I], C.Place, P);
        continue;
      }
      SmallVector<StringRef, 4> Names;
      SplitString(Word, Names);
      for (StringRef Name : Names)
        if (!IsTestBench && !Name.starts_with("-"))
          addSource(Name, C.Place, P);
    }
  }

  Error readSourced(StringRef Name, const ProjectLine &Place) {
    constexpr unsigned MaxDepth = 16;
    SmallString<256> Path(Name);
    if (sys::path::is_relative(Name)) {
      Path = sys::path::parent_path(Place.File);
      sys::path::append(Path, Name);
    }
    auto Source = readInput(Path);
    if (!Source)
      return Place.error(Path + ": " + Source.getError().message());
    if (++Depth > MaxDepth)
      return Place.error("'source' is nested too deeply");
    Error E = read((*Source)->getBuffer(), Path);
    --Depth;
    return E;
  }

  Error readDirective(const TclCommand &C) {
    static constexpr StringLiteral Flags[] = {"off",
                                              "rewind",
                                              "skip_exit_check",
                                              "enable_flush",
                                              "force",
                                              "region",
                                              "recursive",
                                              "register",
                                              "inter",
                                              "disable_start_propagation"};
    std::vector<std::string> Words;
    std::vector<Directive::Option> Options;
    for (size_t I = 1; I < C.Words.size(); ++I) {
      StringRef Word = C.Words[I];
      if (!Word.consume_front("-")) {
        Words.push_back(Word.str());
        continue;
      }
      Directive::Option O{Word.lower(), ""};
      if (!is_contained(Flags, Word) && I + 1 < C.Words.size())
        O.Value = C.Words[++I];
      Options.push_back(std::move(O));
    }
    return addDirective(StringRef(C.Words[0]).drop_front(14), Words,
                        std::move(Options), C.Place, P);
  }

  HlsProject &P;
  StringMap<std::string> Variables;
  unsigned Depth = 0;
};

} // namespace

Error readTcl(StringRef Text, StringRef Path, HlsProject &P) {
  return TclReader(P).read(Text, Path);
}

} // namespace roofline
