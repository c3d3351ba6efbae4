// The designs of a kernel, verified, as table and JSON.
#include "roofline/Verify/SpaceReport.h"

#include "roofline/DesignReport/PredictionTable.h"
#include "roofline/Json/JsonSchema.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {

bool SpaceVerification::isProven() const {
  return all_of(Designs, [](const VerifiedDesign &D) {
    return D.Found && D.Found->isProven();
  });
}

bool SpaceVerification::hasUnknowns() const {
  return any_of(Designs, [](const VerifiedDesign &D) {
    return D.Found && !D.Found->Need.Unknowns.empty();
  });
}

namespace {

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

} // namespace

void printSpace(const SpaceVerification &S, raw_ostream &OS) {
  OS << "designs of " << S.Kernel << ": predicted/came out\n\n";
  std::vector<std::string> Names, Verdicts;
  std::vector<PredictionTable::Pair> Cycles;
  std::vector<const ResourceComparison *> Needs;
  for (const VerifiedDesign &D : S.Designs) {
    Names.push_back(D.Variant);
    Verdicts.push_back(verdict(D));
    Cycles.emplace_back();
    if (D.Found)
      Cycles.back().Predicted = D.Found->PredictedCycles;
    // A simulation that failed may have ended before it told them.
    if (D.Found && !D.Found->Failure)
      Cycles.back().CameOut = D.Found->Cycles;
    Needs.push_back(D.Found ? &D.Found->Need : nullptr);
  }
  PredictionTable Table(std::move(Names));
  Table.add("cycles", std::move(Cycles));
  Table.addResources(Needs);
  Table.print(OS, Verdicts);
  const auto Proven = count_if(S.Designs, [](const VerifiedDesign &D) {
    return D.Found && D.Found->isProven();
  });
  const auto Without =
      count_if(S.Designs, [](const VerifiedDesign &D) { return !D.Found; });
  OS << formatv("\n{0} designs: {1} proven, {2} not proven, {3} without a "
                "result\n",
                S.Designs.size(), Proven,
                int64_t(S.Designs.size()) - Proven - Without, Without);
  Table.printWorst(OS);
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
