// Projects as cfg files: "syn.top=gemm" under [hls].
#include "ProjectReader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace roofline {
namespace {

/// Reads "gemm/L1 a factor=4 off": a place, a variable, options.
Error readDirective(StringRef Name, StringRef Value, const ProjectLine &Place,
                    HlsProject &P) {
  SmallVector<StringRef, 8> Parts;
  SplitString(Value, Parts);
  std::vector<std::string> Words;
  std::vector<Directive::Option> Options;
  for (StringRef Part : Parts) {
    const auto [Key, Given] = Part.split('=');
    const bool IsOption = Part.contains('=') || Words.size() == 2 ||
                          (Words.size() == 1 && Key == "off");
    if (IsOption)
      Options.push_back({Key.lower(), Given.str()});
    else
      Words.push_back(Part.str());
  }
  return addDirective(Name, Words, std::move(Options), Place, P);
}

/// Reads "file.cpp,-I inc -DN=4": the flags of one file.
void addFileFlags(StringRef Value, HlsProject &P) {
  const auto [Name, Flags] = Value.split(',');
  addSources(Name.trim(), flagsIn(Flags, P), P);
}

Error readEntry(StringRef Key, StringRef Value, const ProjectLine &Place,
                HlsProject &P) {
  if (Key == "part") {
    P.Part = Value.str();
  } else if (Key == "clock") {
    Expected<Hertz> Clock = parseHlsClock(Value, Place);
    if (!Clock)
      return Clock.takeError();
    P.Clock = *Clock;
  } else if (Key == "syn.top") {
    P.Tops.push_back(Value.str());
  } else if (Key == "syn.file") {
    addSources(Value, {}, P);
  } else if (Key == "syn.file_cflags") {
    addFileFlags(Value, P);
  } else if (Key == "syn.cflags") {
    append_range(P.ClangArgs, flagsIn(Value, P));
  } else if (Key == "flow_target") {
    P.IsVitisFlow = Value == "vitis";
  } else if (Key == "syn.interface.m_axi_latency") {
    return readBusLatency(Value, Place, P);
  } else if (Key == "syn.compile.unsafe_math_optimizations") {
    P.UnsafeMath = Value == "1" || Value == "true";
  } else if (Key.consume_front("syn.directive.")) {
    return readDirective(Key, Value, Place, P);
  }
  return Error::success();
}

} // namespace

Error readConfig(StringRef Text, StringRef Path, HlsProject &P) {
  ProjectLine Place{Path.str(), 0};
  for (StringRef Line : split(Text, '\n')) {
    ++Place.Line;
    Line = Line.split('#').first.trim();
    if (Line.empty() || Line.starts_with("["))
      continue;
    const auto [Key, Value] = Line.split('=');
    if (!Line.contains('='))
      return Place.error("'" + Line + "': KEY=VALUE is expected");
    if (Error E = readEntry(Key.trim(), Value.trim(), Place, P))
      return E;
  }
  return Error::success();
}

} // namespace roofline
