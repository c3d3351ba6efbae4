// The designs of a kernel, verified, as table and JSON.
#include "roofline/Verify/SpaceReport.h"

#include "roofline/Json/JsonSchema.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace llvm;

namespace roofline {

bool SpaceVerification::isProven() const {
  return all_of(Designs, [](const VerifiedDesign &D) {
    return D.Found && D.Found->isProven();
  });
}

bool SpaceVerification::hasUnknowns() const {
  return any_of(Designs, [](const VerifiedDesign &D) {
    return D.Found && !D.Found->Unknowns.empty();
  });
}

namespace {

/// A number that was predicted, and that came out.
struct Column {
  const char *Name;
  std::pair<std::optional<double>, std::optional<double>> (*Of)(
      const Verification &);
};

template <double FabricResources::*Member>
std::pair<std::optional<double>, std::optional<double>>
resource(const Verification &V) {
  auto Get = [](const std::optional<FabricResources> &R) {
    return R ? std::optional((*R).*Member) : std::nullopt;
  };
  return {Get(V.PredictedResources), Get(V.Resources)};
}

constexpr Column Columns[] = {
    {"cycles",
     [](const Verification &V)
         -> std::pair<std::optional<double>, std::optional<double>> {
       // A simulation that failed may have ended before it told them.
       return {double(V.PredictedCycles),
               V.Failure ? std::nullopt : std::optional<double>(V.Cycles)};
     }},
    {"LUT", resource<&FabricResources::Luts>},
    {"FF", resource<&FabricResources::Registers>},
    {"DSP", resource<&FabricResources::DspBlocks>},
    {"BRAM", resource<&FabricResources::MemoryBlocks>},
    {"path [ps]",
     [](const Verification &V) { return std::pair(V.PredictedPath, V.Path); }}};

/// "480/476", "480" where both are equal.
std::string cell(const Verification &V, const Column &C) {
  auto [Predicted, Real] = C.Of(V);
  if (!Predicted && !Real)
    return "";
  auto Text = [](std::optional<double> Value) {
    if (!Value)
      return std::string("?");
    return std::round(*Value) == *Value ? formatv("{0:f0}", *Value).str()
                                        : formatv("{0:f1}", *Value).str();
  };
  return Predicted == Real ? Text(Real) : Text(Predicted) + "/" + Text(Real);
}

std::string lastLine(StringRef Text) {
  return Text.substr(Text.rfind('\n') + 1).str(); // all of it where it is one
}

std::string verdict(const VerifiedDesign &D) {
  if (!D.Found)
    return "no result: " + lastLine(D.Problem);
  if (D.Found->Failure)
    return "NOT PROVEN: " +
           StringRef(*D.Found->Failure).split('\n').first.str();
  return D.Found->isProven() ? "proven" : "NOT PROVEN: cycles";
}

/// "LUT: 3.1 % off at most".
void printWorst(const SpaceVerification &S, const Column &C, raw_ostream &OS) {
  double Worst = 0;
  unsigned Compared = 0, Exact = 0;
  for (const VerifiedDesign &D : S.Designs) {
    if (!D.Found)
      continue;
    auto [Predicted, Real] = C.Of(*D.Found);
    if (!Predicted || !Real)
      continue;
    ++Compared;
    Exact += *Predicted == *Real;
    if (*Real)
      Worst = std::max(Worst, 100 * std::abs(*Predicted - *Real) / *Real);
  }
  if (Compared)
    OS << formatv("  {0}: exact in {1} of {2}", C.Name, Exact, Compared)
       << (Exact == Compared ? ""
                             : formatv(", {0:f1} % off at most", Worst).str())
       << '\n';
}

} // namespace

void printSpace(const SpaceVerification &S, raw_ostream &OS) {
  OS << "designs of " << S.Kernel << ": predicted/came out\n\n";
  size_t Wide = 0;
  for (const VerifiedDesign &D : S.Designs)
    Wide = std::max(Wide, D.Variant.size());
  std::vector<std::string> Lines = {"  " + std::string(Wide, ' ')};
  for (const VerifiedDesign &D : S.Designs)
    Lines.push_back("  " + D.Variant +
                    std::string(Wide - D.Variant.size(), ' '));
  for (const Column &C : Columns) {
    std::vector<std::string> Cells = {C.Name};
    for (const VerifiedDesign &D : S.Designs)
      Cells.push_back(D.Found ? cell(*D.Found, C) : "");
    if (all_of(drop_begin(Cells), [](StringRef Cell) { return Cell.empty(); }))
      continue;
    size_t Width = 0;
    for (const std::string &Cell : Cells)
      Width = std::max(Width, Cell.size());
    for (auto [Line, Cell] : zip_equal(Lines, Cells))
      Line += std::string(2 + Width - Cell.size(), ' ') + Cell;
  }
  for (auto [Line, Design] : zip_equal(drop_begin(Lines), S.Designs))
    Line += "  " + verdict(Design);
  for (const std::string &Line : Lines)
    OS << Line << '\n';
  const auto Proven = count_if(S.Designs, [](const VerifiedDesign &D) {
    return D.Found && D.Found->isProven();
  });
  const auto Without =
      count_if(S.Designs, [](const VerifiedDesign &D) { return !D.Found; });
  OS << formatv("\n{0} designs: {1} proven, {2} not proven, {3} without a "
                "result\n",
                S.Designs.size(), Proven,
                int64_t(S.Designs.size()) - Proven - Without, Without);
  for (const Column &C : Columns)
    printWorst(S, C, OS);
}

/// A verification is a file of its own, too.
template <> struct JsonForm<Verification> {
  static json::Value write(const Verification &V) { return toJSON(V); }
  static json::Object schema(json::Object &) {
    return json::Object{{"$ref", "verification.schema.json"}};
  }
};
template <typename V> void list(V &Visit, VerifiedDesign &S) {
  Visit("variant", S.Variant);
  Visit.orNull("verification", S.Found);
  const auto Problem = S.Found ? std::nullopt : std::optional(S.Problem);
  Visit("problem", Problem, {.Says = "why there is no verification"});
}
template <typename V> void list(V &Visit, SpaceVerification &S) {
  Visit("kernel", S.Kernel);
  Visit("designs", S.Designs);
}

static constexpr FileFormat SpaceVerificationFormat = {
    "roofline-space-verification", 1, "space verification", "space",
    "The designs of a kernel, verified. See docs/farm.md."};

json::Value toJSON(const SpaceVerification &S) {
  return writeJsonFile(SpaceVerificationFormat, S);
}

json::Value spaceVerificationSchema() {
  return schemaOf<SpaceVerification>(SpaceVerificationFormat);
}

} // namespace roofline
