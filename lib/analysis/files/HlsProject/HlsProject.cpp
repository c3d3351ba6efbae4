// Projects of high-level synthesis: a Tcl script or a cfg file.
#include "roofline/HlsProject/HlsProject.h"

#include "ProjectReader.h"

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

static std::string beside(StringRef Name, const ProjectLine &Place) {
  SmallString<256> Path(Name);
  if (sys::path::is_relative(Name)) {
    Path = sys::path::parent_path(Place.File);
    sys::path::append(Path, Name);
  }
  return Path.str().str();
}

void addSource(StringRef Name, const ProjectLine &Place, HlsProject &P) {
  const StringRef Suffix = sys::path::extension(Name);
  if (is_contained({".cpp", ".cc", ".cxx", ".c", ".C", ".c++"}, Suffix))
    P.Files.push_back(beside(Name, Place));
}

void addFlags(StringRef Flags, const ProjectLine &Place, HlsProject &P) {
  SmallVector<StringRef, 4> Words;
  SplitString(Flags, Words);
  for (size_t I = 0; I < Words.size(); ++I) {
    StringRef Word = Words[I];
    const StringRef Kind = Word.take_front(2);
    if (Kind != "-I" && Kind != "-D")
      continue;
    std::string Value = Word.drop_front(2).str();
    if (Value.empty() && I + 1 < Words.size())
      Value = Words[++I].str();
    P.ClangArgs.push_back(Kind == "-I" ? "-I" + beside(Value, Place)
                                       : "-D" + Value);
  }
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
  const StringRef Text = (*Source)->getBuffer();
  if (Error E = sys::path::extension(Path) == ".cfg" ? readConfig(Text, Path, P)
                                                     : readTcl(Text, Path, P))
    return E;
  return P;
}

/// The names of the labels of \p Kernel.
static std::string labels(const KernelSummary &Kernel) {
  std::vector<std::string> Names;
  for (const Loop &L : Kernel.Loops)
    if (!L.Label.empty() && !is_contained(Names, L.Label))
      Names.push_back(L.Label);
  return Names.empty() ? "; no loop has a label"
                       : "; there are: " + join(Names, ", ");
}

Error addDirectives(const HlsProject &P, KernelSummary &Kernel) {
  for (const HlsProject::LabelledDirective &L : P.Directives) {
    Directive D = L.D;
    if (L.Label.empty()) {
      Kernel.Directives.push_back(std::move(D));
      continue;
    }
    bool IsFound = false;
    for (uint32_t Id = 0; Id < Kernel.Loops.size(); ++Id) {
      if (Kernel.Loops[Id].Label != L.Label)
        continue;
      IsFound = true;
      D.Loop = Id;
      Kernel.Directives.push_back(D);
    }
    if (!IsFound)
      return ProjectLine{D.Loc.File, D.Loc.Line}.error(
          "no loop has the label '" + L.Label + "'" + labels(Kernel));
  }
  return Error::success();
}

} // namespace roofline
