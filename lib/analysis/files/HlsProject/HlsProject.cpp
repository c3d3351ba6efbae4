// Projects of high-level synthesis: a Tcl script or a cfg file.
#include "roofline/HlsProject/HlsProject.h"

#include "ProjectReader.h"
#include "TclCommands.h"

#include "roofline/Process/InputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace roofline {

Error ProjectLine::error(const Twine &Message) const {
  return createStringError(File + ":" + Twine(Line) + ": " + Message);
}

Expected<Hertz> parseHlsClock(StringRef Text, const ProjectLine &Place) {
  StringRef Number = Text.trim();
  const bool IsFrequency = Number.consume_back_insensitive("mhz");
  if (!IsFrequency)
    Number.consume_back_insensitive("ns");
  double Value = 0;
  if (Number.trim().getAsDouble(Value) || !(Value > 0 && Value < 1e6))
    return Place.error("clock '" + Text +
                       "': a period in ns or a frequency in MHz is expected");
  return Hertz(IsFrequency ? Value * 1e6 : 1e9 / Value);
}

std::string pathInProject(StringRef Name, const HlsProject &P) {
  SmallString<256> Path(Name);
  if (sys::path::is_relative(Name) && !P.Folder.empty()) {
    Path = P.Folder;
    sys::path::append(Path, Name);
  }
  return Path.str().str();
}

void addSources(StringRef Name, ArrayRef<std::string> Flags, HlsProject &P) {
  for (const std::string &Path : filesNamed(pathInProject(Name, P))) {
    const StringRef Suffix = sys::path::extension(Path);
    if (!is_contained({".cpp", ".cc", ".cxx", ".c", ".C", ".c++"}, Suffix))
      continue;
    auto It = find_if(P.Files, [&](const auto &S) { return S.Path == Path; });
    if (It == P.Files.end())
      It = P.Files.insert(It, {Path, {}});
    append_range(It->ClangArgs, Flags);
  }
}

/// True for standards before C++14, which the headers need.
static bool isOldStandard(StringRef Option) {
  return Option.ends_with("++98") || Option.ends_with("++03") ||
         Option.ends_with("++0x") || Option.ends_with("++11");
}

std::vector<std::string> flagsIn(StringRef Flags, const HlsProject &P) {
  SmallVector<StringRef, 4> Words;
  SplitString(Flags, Words);
  std::vector<std::string> Found;
  for (size_t I = 0; I < Words.size(); ++I) {
    StringRef Word = Words[I];
    auto Value = [&](StringRef Joined) {
      return Joined.empty() && I + 1 < Words.size() ? Words[++I] : Joined;
    };
    if (Word == "-include")
      append_range(Found, ArrayRef<std::string>{"-include",
                                                pathInProject(Value(""), P)});
    else if (Word.consume_front("-I"))
      Found.push_back("-I" + pathInProject(Value(Word), P));
    else if (Word.starts_with("-std=") && !isOldStandard(Word))
      Found.push_back(Word.str());
    else if (Word.starts_with("-D") || Word.starts_with("-U"))
      Found.push_back(Word.take_front(2).str() +
                      Value(Word.drop_front(2)).str());
  }
  return Found;
}

Error readBusLatency(StringRef Text, const ProjectLine &Place, HlsProject &P) {
  uint32_t Cycles = 0;
  if (Text.trim().getAsInteger(10, Cycles))
    return Place.error("m_axi_latency '" + Text +
                       "': a number of cycles is expected");
  P.BusLatency = Cycles;
  return Error::success();
}

Error addDirective(StringRef Name, ArrayRef<std::string> Words,
                   std::vector<Directive::Option> Options,
                   const ProjectLine &Place, HlsProject &P) {
  if (Words.empty())
    return Place.error("directive '" + Name + "' names no place");
  HlsProject::LabelledDirective New;
  New.D.Name = Name.lower();
  New.D.Options = std::move(Options);
  New.D.Loc = {Place.File, Place.Line, 1};
  const auto [Function, Label] = StringRef(Words[0]).split('/');
  New.D.Function = Function.str();
  New.Label = Label.rsplit('/').second.empty() ? Label.str()
                                               : Label.rsplit('/').second.str();
  if (Words.size() > 1) {
    const bool IsPort = New.D.Name == "interface";
    New.D.Options.push_back({IsPort ? "port" : "variable", Words[1]});
  }
  P.Directives.push_back(std::move(New));
  return Error::success();
}

Expected<HlsProject> loadHlsProject(StringRef Path) {
  auto Source = readInput(Path);
  if (!Source)
    return createStringError(Path + ": " + Source.getError().message());
  HlsProject P;
  P.Path = Path.str();
  P.Folder = sys::path::parent_path(Path).str();
  const StringRef Text = (*Source)->getBuffer();
  if (Error E = sys::path::extension(Path) == ".cfg" ? readConfig(Text, Path, P)
                                                     : readTcl(Text, Path, P))
    return E;
  return P;
}

void addDirectives(const HlsProject &P, KernelSummary &Kernel) {
  for (const HlsProject::LabelledDirective &L : P.Directives) {
    Directive D = L.D;
    if (L.Label.empty()) {
      Kernel.Directives.push_back(std::move(D));
      continue;
    }
    const size_t NumBefore = Kernel.Directives.size();
    for (uint32_t Id = 0; Id < Kernel.Loops.size(); ++Id) {
      if (Kernel.Loops[Id].Label != L.Label)
        continue;
      D.Loop = Id;
      Kernel.Directives.push_back(D);
    }
    if (Kernel.Directives.size() > NumBefore)
      continue;
    // The tool warns and goes on, too.
    D.IsLoopLost = true;
    D.Options.push_back({"label", L.Label});
    Kernel.Directives.push_back(std::move(D));
  }
}

} // namespace roofline
