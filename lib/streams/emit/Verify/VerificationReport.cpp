// Predictions about a core and its results, as table and JSON.
#include "roofline/Verify/VerifyCore.h"

#include "roofline/Calibrate/Calibrate.h"
#include "roofline/DesignReport/ResourceComparisonJSON.h"
#include "roofline/Json/BaseFields.h"
#include "roofline/Json/JsonSchema.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {

static std::string signedText(double Difference, const char *Format) {
  return (Difference > 0 ? "+" : "") + formatv(Format, Difference).str();
}

static void printRow(StringRef Name, std::optional<double> Predicted,
                     std::optional<double> Real, raw_ostream &OS) {
  auto Text = [](std::optional<double> V) {
    return V ? formatv("{0:f1}", *V).str() : std::string("unknown");
  };
  std::string Difference;
  if (Predicted && Real)
    Difference = *Predicted == *Real ? "exact"
                 : *Real == 0 ? signedText(*Predicted - *Real, "{0:f1}")
                              : signedText(100 * (*Predicted - *Real) / *Real,
                                           "{0:f1} %");
  OS << formatv("  {0,-10} {1,12} {2,12}   {3}\n", Name, Text(Predicted),
                Text(Real), Difference);
}

void printVerification(const Verification &V, raw_ostream &OS) {
  OS << "core of " << V.Kernel << ", " << V.Variant << "\n\n";
  if (V.Failure)
    OS << "  NOT PROVEN: " << *V.Failure << "\n\n";
  else
    OS << formatv("  outputs equal {0}, bit for bit: {1} launches, half of "
                  "them with random back-pressure ({2})\n\n",
                  V.Partials == 1
                      ? "the original's"
                      : "those of sums in " + std::to_string(V.Partials) +
                            " partial ones, which round in another order than "
                            "the original's",
                  V.Launches, V.SimulatorVersion);
  if (!V.Sizes.empty())
    OS << "  with " << join(V.Sizes, "; ") << "\n\n";
  if (!V.Failure && !V.isProven())
    OS << "  NOT PROVEN: the cycles are not the predicted ones\n\n";
  OS << formatv("  {0,-10} {1,12} {2,12}\n", "", "predicted", "came out");
  OS << formatv("  {0,-10} {1,12} {2,12}   {3}\n", "cycles", V.PredictedCycles,
                V.Cycles,
                V.Cycles == V.PredictedCycles
                    ? std::string("exact")
                    : signedText(V.PredictedCycles - V.Cycles, "{0:f0}"));
  const ResourceComparison &Need = V.Need;
  if (!Need.Target.empty())
    for (auto [Name, Member] : ResourceNames) {
      auto Get = [M = Member](const std::optional<FabricResources> &R) {
        return R ? std::optional((*R).*M) : std::nullopt;
      };
      printRow(Name, Get(Need.Predicted), Get(Need.Synthesised), OS);
    }
  if (!Need.Target.empty())
    printRow("path [ps]", Need.PredictedPath, Need.Path, OS);
  if (Need.Synthesised)
    OS << formatv(
        "  resources of {0} by {1}{2}\n", Need.Target, Need.Synthesizer,
        Need.Path ? "; the longest path is through cells, without routing"
                  : "");
  for (const std::string &Unknown : Need.Unknowns)
    OS << "  unknown: " << Unknown << '\n';
}

template <typename V> void list(V &Visit, Verification &S) {
  Visit("kernel", S.Kernel);
  Visit("variant", S.Variant);
  Visit.derived("proven", S.isProven(),
                {.Says = "every output equal, cycles as predicted"});
  Visit("launches", S.Launches,
        {.Says = "simulated; with random back-pressure half of them, with "
                 "memory masters two of three"});
  Visit.unless(
      "sizes", S.Sizes, std::vector<std::string>(),
      {.Says = "launch values at run time with which it was simulated"});
  Visit("failure", S.Failure);
  Visit.group("cycles", [&](auto &In) {
    In("predicted", S.PredictedCycles);
    In("simulated", S.Cycles);
  });
  Visit("simulator", S.SimulatorVersion);
  Visit("unknowns", S.Need.Unknowns);
  Visit.mayGroup("resources", !S.Need.Target.empty(),
                 [&](auto &In) { list(In, S.Need); });
}

static constexpr FileFormat VerificationFormat = {
    "roofline-verification", 1, "verification", "verification",
    "What roofline verify found. See docs/verify.md."};

json::Value toJSON(const Verification &V) {
  return writeJsonFile(VerificationFormat, V);
}

Expected<Verification> readVerification(StringRef Text, StringRef Name) {
  Verification V;
  if (Error E = readJsonFile(Text, Name, VerificationFormat, V))
    return E;
  return V;
}

json::Value verificationSchema() {
  return schemaOf<Verification>(VerificationFormat);
}

} // namespace roofline
