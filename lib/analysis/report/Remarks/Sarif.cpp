// Remarks for editors and code hosts: SARIF 2.1.0, and lines as of compilers.
#include "roofline/Remarks/Sarif.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <cmath>

using namespace llvm;

namespace roofline {
namespace {

/// A kind of remark. The list is that of docs/fpga-cost.md.
struct Rule {
  StringLiteral Id, Title, Help;
};

constexpr Rule Rules[] = {
    {"LaunchFile", "The launch file that was found",
     "Sizes and arguments come from this file beside the source. --launch none "
     "ignores it, --launch FILE names another one."},
    {"KernelCost", "What the kernel costs",
     "The predicted time and cycles of the launch, or the cycles in closed "
     "form "
     "while sizes are unknown; what limits them; where HPCA16 gives the time "
     "its "
     "potentials B_mem, B_balance and B_itpp, from 0 (none) to 1."},
    {"KernelRoofline", "The kernel under the roofline",
     "W operations, Q bytes of global memory and I = W / Q, with the roof that "
     "limits the kernel and its distance from it. A kernel far below its roof "
     "has something else to gain first."},
    {"LimitingLoop", "The loop that limits the kernel",
     "Its pipeline takes most of the cycles. An initiation interval above 1 "
     "comes from the dependence whose ends are the related locations: shorten "
     "the chain between them, or let more iterations lie between."},
    {"LimitingBlock", "The block that limits the kernel",
     "No loop limits the kernel but this straight part of it: more work-items, "
     "vectors of them or compute units make it faster."},
    {"CostlyAccess", "An access to global memory that costs much",
     "Consecutive addresses share a transaction. Strided and irregular ones "
     "take one each: change the layout, the order of loops or dimensions, or "
     "stage the data in local memory."},
    {"Advice", "A change, and what it gains",
     "A single change of the design or the source, priced by the model: its "
     "gain, the time, the clock and the resources afterwards."},
    {"SynthesisCost", "What a C++ function costs",
     "Cycles of one call and resources, as Vitis HLS would report them."},
    {"Bus", "An access of a C++ function's argument on a bus",
     "A burst asks for many elements once. Without a burst each element has a "
     "request of its own."},
    {"SynthesisLoop", "A pipelined loop of a C++ function",
     "An initiation interval above 1 is lost time: the reason names both ends "
     "of the dependence, or the memory whose ports are short."},
    {"Pragma", "A pragma of high-level synthesis that does nothing",
     "Another pragma or the compiler does the same already, or the pragma "
     "cannot be followed where it stands."},
    {"FalseIvdep", "A pragma ivdep that the addresses contradict",
     "The pragma promises that no iteration reads what an earlier one wrote; "
     "the addresses of the related locations meet. The hardware would read old "
     "values: remove the pragma."},
    {"Deadlock", "Kernels at the same time that wait for ever",
     "A channel gets more packets than are read and than it holds, or fewer "
     "than are read: write and read as many, or give it the depth."},
    {"MissingInput", "Something unknown that the answer needs",
     "A size, an argument, a trip count or a latency that is not given. Bind "
     "it "
     "by an option or in a launch file beside the source."},
};

size_t indexOf(StringRef Id) {
  const auto *Found = find_if(Rules, [&](const Rule &R) { return R.Id == Id; });
  assert(Found != std::end(Rules) && "a remark without a rule");
  return Found - std::begin(Rules);
}

json::Object message(StringRef Text) {
  return json::Object{{"text", Text.str()}};
}

json::Value rules() {
  json::Array All;
  for (const Rule &R : Rules)
    All.push_back(json::Object{
        {"id", R.Id},
        {"name", R.Id},
        {"shortDescription", message(R.Title)},
        {"help", message(R.Help)},
        {"defaultConfiguration", json::Object{{"level", "note"}}}});
  return All;
}

/// Nothing where the place is not known.
std::optional<json::Object> physical(const SourceLocation &Loc) {
  if (!Loc || Loc.File.empty())
    return std::nullopt;
  json::Object Region{{"startLine", Loc.Line}};
  if (Loc.Column)
    Region["startColumn"] = Loc.Column;
  return json::Object{
      {"artifactLocation", json::Object{{"uri", toUri(Loc.File)}}},
      {"region", std::move(Region)}};
}

/// \p Text as a number where it is one.
json::Value value(StringRef Text) {
  int64_t Integer;
  double Number;
  if (!Text.getAsInteger(10, Integer))
    return Integer;
  const bool IsNumber = Text.find_first_not_of("0123456789.-") == Text.npos &&
                        !Text.getAsDouble(Number) && std::isfinite(Number);
  return IsNumber ? json::Value(Number) : json::Value(Text.str());
}

json::Value result(const SourceRemark &R, StringRef Kernel) {
  json::Object Location{
      {"logicalLocations", json::Array{json::Object{{"name", Kernel.str()},
                                                    {"kind", "function"}}}}};
  if (auto Place = physical(R.Loc))
    Location["physicalLocation"] = std::move(*Place);
  json::Object Properties;
  for (const SourceRemark::Piece &P : R.Pieces)
    if (!P.Key.empty())
      Properties[P.Key] = value(P.Text);
  json::Array Related;
  for (const SourceRemark::Other &O : R.Others)
    if (auto Place = physical(O.Loc))
      Related.push_back(json::Object{{"id", int64_t(Related.size())},
                                     {"physicalLocation", std::move(*Place)},
                                     {"message", message(O.Text)}});
  json::Object Result{{"ruleId", R.Name},
                      {"ruleIndex", int64_t(indexOf(R.Name))},
                      {"level", R.IsWarning ? "warning" : "note"},
                      {"message", message(R.text())},
                      {"locations", json::Array{std::move(Location)}},
                      {"properties", std::move(Properties)}};
  if (!Related.empty())
    Result["relatedLocations"] = std::move(Related);
  return Result;
}

} // namespace

json::Value toSarif(ArrayRef<KernelRemarks> Kernels, StringRef Version) {
  json::Array Results;
  for (const KernelRemarks &K : Kernels)
    for (const SourceRemark &R : K.Remarks)
      Results.push_back(result(R, K.Kernel));
  json::Object Driver{
      {"name", "roofline"}, {"version", Version.str()}, {"rules", rules()}};
  json::Object Run{{"tool", json::Object{{"driver", std::move(Driver)}}},
                   {"columnKind", "utf16CodeUnits"},
                   {"results", std::move(Results)}};
  return json::Object{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", json::Array{std::move(Run)}}};
}

/// "k.cl:4:3: "; column 1 where none is known, as clang has it.
static std::string prefix(SourceLocation Loc) {
  Loc.Column = std::max(Loc.Column, 1u);
  return placePrefix(Loc);
}

std::string toLines(ArrayRef<KernelRemarks> Kernels) {
  std::string Lines;
  for (const KernelRemarks &K : Kernels)
    for (const SourceRemark &R : K.Remarks) {
      Lines += prefix(R.Loc) + (R.IsWarning ? "warning: " : "remark: ") +
               R.text() + " [" + R.Name + "]\n";
      for (const SourceRemark::Other &O : R.Others)
        Lines += prefix(O.Loc) + "note: " + O.Text + '\n';
    }
  return Lines;
}

std::string toUri(StringRef Path) {
  std::string Uri = sys::path::is_absolute(Path) ? "file://" : "";
  for (char C : Path)
    if (isAlnum(C) || StringRef("-._~/").contains(C))
      Uri += C;
    else
      Uri += formatv("%{0:X-2}", uint8_t(C)).str();
  return Uri;
}

uint32_t utf16Units(StringRef Line, uint32_t Bytes) {
  uint32_t Units = 0;
  for (unsigned char C : Line.take_front(Bytes))
    Units += (C & 0xC0) == 0x80 ? 0 : C >= 0xF0 ? 2 : 1;
  return Units;
}

} // namespace roofline
