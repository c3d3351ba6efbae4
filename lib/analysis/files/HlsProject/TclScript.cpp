// Projects as Tcl scripts: the commands that decide what is built.
#include "ProjectReader.h"

#include "TclCommands.h"

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
    if (First == '{') {
      Expected<StringRef> Inside = bracketed(Text, '{', '}', Place);
      return Inside ? Expected<std::string>(Inside->str()) : Inside.takeError();
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
    return plainWord(Text, Place);
  }

  /// A word without quotes; a blank inside of brackets does not end it.
  Expected<std::string> plainWord(StringRef &Text, ProjectLine &Place) {
    std::string Whole;
    while (!Text.empty() && !isSpace(Text.front()) && Text.front() != ';') {
      if (Text.front() == '[') {
        Expected<StringRef> Inside = bracketed(Text, '[', ']', Place);
        if (!Inside)
          return Inside.takeError();
        Whole += "[" + Inside->str() + "]";
        continue;
      }
      Whole += Text.front();
      Text = Text.drop_front();
    }
    return replaced(Whole, Place);
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

  /// True where the script, or the environment for `env(NAME)`, has \p Name.
  bool isSet(StringRef Name) const {
    Name.consume_front("::");
    if (Name.consume_front("env(")) {
      Name.consume_back(")");
      return std::getenv(Name.str().c_str()) != nullptr;
    }
    return Variables.find(Name) != Variables.end();
  }

  /// The side of `CONDITION ? A : B` that a number chooses; nothing for other
  /// texts.
  static std::optional<StringRef> chosen(StringRef Text) {
    const auto [Condition, Sides] = Text.split('?');
    const std::optional<double> Value = valueOfExpression(Condition);
    if (Sides.empty() || !Value)
      return std::nullopt;
    const auto [Then, Else] = Sides.split(" : ");
    return *Value != 0 ? Then : Else;
  }

  /// The value of `expr {..}` and of commands that name files; of others their
  /// text, which only matters where a command of ours takes it.
  Expected<std::string> evaluate(StringRef Command, const ProjectLine &Place) {
    constexpr unsigned MaxNesting = 100;
    if (Nesting >= MaxNesting)
      return Place.error("'[' is nested too deeply");
    if (StringRef Name = Command.trim(); Name.consume_front("info exists "))
      return std::string(isSet(Name.trim()) ? "1" : "0");
    ++Nesting;
    Expected<std::string> Text = replaced(Command, Place);
    --Nesting;
    if (!Text)
      return Text;
    StringRef Words = *Text;
    if (!Words.consume_front("expr"))
      return valueOfFileCommand(Words, Place.File, P.Folder)
          .value_or("[" + Command.str() + "]");
    Words = Words.trim();
    if (Words.consume_front("{"))
      Words.consume_back("}");
    if (const std::optional<StringRef> Choice = chosen(Words)) {
      Words = Choice->trim();
      double Plain = 0;
      const bool IsQuoted = Words.consume_front("\"");
      if (IsQuoted)
        Words.consume_back("\"");
      if (IsQuoted || !Words.getAsDouble(Plain))
        return Words.str();
    }
    const std::optional<double> Value = valueOfExpression(Words);
    if (!Value)
      return "[" + *Text + "]";
    std::string Number;
    raw_string_ostream(Number) << *Value;
    return Number;
  }

  /// \p Text with `$name`, `${name}`, `$env(NAME)` and `[command]` replaced. A
  /// variable that is not set stays as it is.
  Expected<std::string> replaced(StringRef Text, const ProjectLine &Place) {
    std::string Result;
    while (!Text.empty()) {
      const size_t Special = std::min(Text.find_first_of("$["), Text.size());
      Result += Text.take_front(Special);
      Text = Text.drop_front(Special);
      if (Text.starts_with("[")) {
        ProjectLine Inner = Place;
        Expected<StringRef> Inside = bracketed(Text, '[', ']', Inner);
        if (!Inside)
          return Inside.takeError();
        Expected<std::string> Value = evaluate(*Inside, Place);
        if (!Value)
          return Value;
        Result += *Value;
        continue;
      }
      if (!Text.consume_front("$"))
        break;
      Text.consume_front("::");
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
    else if (Name == "open_project")
      startProject(C);
    else if (Name == "open_solution" || Name == "open_component")
      P.IsVitisFlow |= valueOf(C, "-flow_target") == "vitis";
    else if (Name == "config_interface")
      return readInterface(C);
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

  /// The value of option \p Name of \p C; empty where it is not given.
  static StringRef valueOf(const TclCommand &C, StringRef Name) {
    auto It = find(C.Words, Name);
    return It == C.Words.end() || It + 1 == C.Words.end() ? ""
                                                          : StringRef(It[1]);
  }

  /// A script that the tool itself wrote lies in PROJECT/SOLUTION, and its
  /// names start beside the project.
  void startProject(const TclCommand &C) {
    const StringRef Outer =
        sys::path::parent_path(sys::path::parent_path(P.Path));
    if (!Outer.empty() && sys::path::filename(Outer) == C.Words.back())
      P.Folder = sys::path::parent_path(Outer).str();
  }

  Error readInterface(const TclCommand &C) {
    const StringRef Latency = valueOf(C, "-m_axi_latency");
    return Latency.empty() ? Error::success()
                           : readBusLatency(Latency, C.Place, P);
  }

  void addFiles(const TclCommand &C) {
    const bool IsTestBench = is_contained(C.Words, "-tb");
    std::vector<std::string> Flags;
    SmallVector<StringRef, 4> Names;
    for (size_t I = 1; I < C.Words.size(); ++I) {
      const StringRef Word = C.Words[I];
      if (!Word.ends_with("flags")) {
        if (!Word.starts_with("-"))
          SplitString(Word, Names);
      } else if (++I < C.Words.size() && Word == "-cflags") {
        Flags = flagsIn(C.Words[I], P);
      }
    }
    for (StringRef Name : Names)
      if (!IsTestBench)
        addSources(Name, Flags, P);
  }

  Error readSourced(StringRef Name, const ProjectLine &Place) {
    constexpr unsigned MaxDepth = 16;
    const std::string Path = pathInProject(Name, P);
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
  unsigned Depth = 0;   ///< of scripts that source each other
  unsigned Nesting = 0; ///< of brackets
};

} // namespace

Error readTcl(StringRef Text, StringRef Path, HlsProject &P) {
  return TclReader(P).read(Text, Path);
}

} // namespace roofline
