// A synthesis report of Vitis HLS beside ours.
#include "roofline/HlsReport/VendorReport.h"

#include "roofline/Process/InputFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

#include <libxml/parser.h>
#include <libxml/tree.h>

using namespace llvm;

namespace roofline {
namespace {

StringRef nameOf(const xmlNode *Node) {
  return reinterpret_cast<const char *>(Node->name);
}

/// The first element \p Name below \p Node, at any depth.
xmlNode *find(xmlNode *Node, StringRef Name) {
  for (xmlNode *Child = Node ? Node->children : nullptr; Child;
       Child = Child->next) {
    if (Child->type != XML_ELEMENT_NODE)
      continue;
    if (nameOf(Child) == Name)
      return Child;
    if (xmlNode *Found = find(Child, Name))
      return Found;
  }
  return nullptr;
}

std::string text(xmlNode *Node) {
  if (!Node)
    return "";
  xmlChar *Content = xmlNodeGetContent(Node);
  std::string Result =
      StringRef(reinterpret_cast<char *>(Content)).trim().str();
  xmlFree(Content);
  return Result;
}

/// The number in \p Node; of a range its end.
std::optional<double> number(xmlNode *Node) {
  if (xmlNode *Most = find(Node, "max"))
    return number(Most);
  double Value = 0;
  if (StringRef(text(Node)).getAsDouble(Value))
    return std::nullopt;
  return Value;
}

std::optional<double> childNumber(xmlNode *Node, StringRef Name) {
  for (xmlNode *Child = Node->children; Child; Child = Child->next)
    if (Child->type == XML_ELEMENT_NODE && nameOf(Child) == Name)
      return number(Child);
  return std::nullopt;
}

/// Adds the loops below \p Node, inner ones after outer ones.
void addLoops(xmlNode *Node, std::vector<VendorLoop> &Loops) {
  for (xmlNode *Child = Node->children; Child; Child = Child->next) {
    if (Child->type != XML_ELEMENT_NODE || !find(Child, "Latency"))
      continue;
    Loops.push_back({nameOf(Child).str(), childNumber(Child, "TripCount"),
                     childNumber(Child, "Latency"),
                     childNumber(Child, "PipelineII"),
                     childNumber(Child, "PipelineDepth")});
    if (!Loops.back().Depth)
      Loops.back().Depth = childNumber(Child, "IterationLatency");
    addLoops(Child, Loops);
  }
}

/// Adds the loops of each summary below \p Node: those of the function, and of
/// the modules that it is made of.
void addSummaries(xmlNode *Node, std::vector<VendorLoop> &Loops) {
  for (xmlNode *Child = Node->children; Child; Child = Child->next) {
    if (Child->type != XML_ELEMENT_NODE)
      continue;
    if (nameOf(Child) == "SummaryOfLoopLatency")
      addLoops(Child, Loops);
    else
      addSummaries(Child, Loops);
  }
}

VendorReport reportOf(xmlNode *Root, StringRef Path) {
  VendorReport R;
  R.Path = Path.str();
  R.Version = text(find(Root, "Version"));
  R.Top = text(find(Root, "TopModelName"));
  R.Part = text(find(Root, "Part"));
  R.ClockPeriod = number(find(Root, "TargetClockPeriod"));
  const auto Least = number(find(Root, "Best-caseLatency"));
  const auto Most = number(find(Root, "Worst-caseLatency"));
  if (Least && Most)
    R.Latency = CycleRange{*Least, *Most};
  if (xmlNode *Area = find(find(Root, "AreaEstimates"), "Resources")) {
    auto Amount = [&](StringRef Name) {
      return childNumber(Area, Name).value_or(0);
    };
    R.Resources = VitisResources{Amount("LUT"), Amount("FF"), Amount("DSP"),
                                 Amount("BRAM_18K"), Amount("URAM")};
  }
  addSummaries(Root, R.Loops);
  return R;
}

/// "VITIS_LOOP_12_1", the first loop at line 12, without its number.
std::string withoutNumbers(StringRef Name) {
  static const Regex Numbered("(VITIS_LOOP_[0-9]+)_[0-9]+");
  std::string Text = Name.str();
  while (Numbered.match(Text)) {
    std::string Next = Numbered.sub("\\1", Text);
    if (Next == Text)
      break;
    Text = std::move(Next);
  }
  return Text;
}

std::string numberText(std::optional<double> Value) {
  return Value ? formatv("{0:f0}", *Value).str() : "-";
}

std::string deviation(double Ours, double Theirs) {
  return Theirs > 0 ? formatv("{0:f1} %", (Ours / Theirs - 1) * 100).str()
                    : "-";
}

} // namespace

Expected<VendorReport> loadVendorReport(StringRef Path) {
  auto Source = readInput(Path);
  if (!Source)
    return createStringError(Path + ": " + Source.getError().message());
  const StringRef Text = (*Source)->getBuffer();
  xmlParserCtxt *Parser = xmlNewParserCtxt();
  // Nothing is fetched, and no entity is replaced.
  xmlDoc *Document = xmlCtxtReadMemory(
      Parser, Text.data(), int(std::min<size_t>(Text.size(), INT32_MAX)),
      nullptr, nullptr,
      XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
  Error Problem = Error::success();
  if (!Document) {
    const auto *E = xmlCtxtGetLastError(Parser);
    Problem = joinErrors(
        std::move(Problem),
        createStringError(Path + ":" + Twine(E ? E->line : 1) + ": " +
                          (E ? StringRef(E->message).trim() : "no XML")));
  }
  xmlFreeParserCtxt(Parser);
  if (Problem)
    return Problem;
  xmlNode *Root = xmlDocGetRootElement(Document);
  VendorReport R = reportOf(Root, Path);
  xmlFreeDoc(Document);
  if (!R.Latency && !R.Resources && R.Loops.empty())
    return createStringError(Path + ": no synthesis report of Vitis HLS "
                                    "(csynth.xml)");
  return R;
}

std::optional<uint32_t> loopNamed(const HlsResult &R, StringRef Name) {
  const std::string Wanted = withoutNumbers(Name);
  for (uint32_t Id = 0; Id < R.Kernel->Loops.size(); ++Id) {
    std::string Own;
    for (std::optional<uint32_t> L = Id; L; L = R.Kernel->Loops[*L].Parent) {
      const Loop &Part = R.Kernel->Loops[*L];
      Own = (Part.Label.empty() ? "VITIS_LOOP_" + std::to_string(Part.Loc.Line)
                                : Part.Label) +
            (Own.empty() ? "" : "_" + Own);
      if (Own == Wanted)
        return Id;
    }
  }
  return std::nullopt;
}

void printBeside(const HlsResult &R, const VendorReport &V, raw_ostream &OS) {
  OS << formatv("beside {0}{1}\n", V.Path,
                V.Version.empty() ? "" : " (version " + V.Version + ")");
  auto Row = [&](StringRef Name, StringRef What, std::optional<double> Ours,
                 std::optional<double> Theirs) {
    OS << formatv("  {0,-26}{1,-10}{2,14}{3,14}{4,10}\n", Name, What,
                  numberText(Ours), numberText(Theirs),
                  Ours && Theirs ? deviation(*Ours, *Theirs) : "");
  };
  OS << formatv("  {0,-26}{1,-10}{2,14}{3,14}{4,10}\n", "", "", "roofline",
                "vendor", "off");
  if (V.Latency)
    Row("function", "cycles", R.Estimate.Latency.Most, V.Latency->Most);
  for (const VendorLoop &L : V.Loops) {
    const std::optional<uint32_t> Id = loopNamed(R, L.Name);
    const VitisLoop *Own = Id ? &R.Estimate.Loops[*Id] : nullptr;
    auto OfOwn = [&](double VitisLoop::*Number) {
      return Own ? std::optional(Own->*Number) : std::nullopt;
    };
    Row(L.Name, "cycles", Own ? std::optional(Own->Latency.Most) : std::nullopt,
        L.Latency);
    if (L.Interval)
      Row("", "interval", OfOwn(&VitisLoop::Interval), L.Interval);
    if (L.Depth)
      Row("", "depth", OfOwn(&VitisLoop::Depth), L.Depth);
  }
  if (!V.Resources)
    return;
  const VitisResources &Own = R.Estimate.Resources, &Theirs = *V.Resources;
  Row("resources", "LUT", Own.Lut, Theirs.Lut);
  Row("", "FF", Own.FlipFlop, Theirs.FlipFlop);
  Row("", "DSP", Own.Dsp, Theirs.Dsp);
  Row("", "BRAM 18K", Own.BlockRam, Theirs.BlockRam);
  if (Own.UltraRam > 0 || Theirs.UltraRam > 0)
    Row("", "URAM", Own.UltraRam, Theirs.UltraRam);
}

} // namespace roofline
