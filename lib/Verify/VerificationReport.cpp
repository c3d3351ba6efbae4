// Predictions about a core and its results, as table and JSON.
#include "roofline/Verify/VerifyCore.h"

#include "roofline/Calibrate/Calibrate.h"
#include "roofline/Json/BaseFields.h"
#include "roofline/Json/JsonSchema.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {

constexpr std::pair<const char *, double FabricResources::*> Rows[] = {
    {"LUT", &FabricResources::Luts},
    {"FF", &FabricResources::Registers},
    {"DSP", &FabricResources::DspBlocks},
    {"BRAM", &FabricResources::MemoryBlocks}};

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
    OS << formatv("  outputs equal the original's, bit for bit: {0} launches, "
                  "half of them with random back-pressure ({1})\n\n",
                  V.Launches, V.SimulatorVersion);
  if (!V.Failure && !V.isProven())
    OS << "  NOT PROVEN: the cycles are not the predicted ones\n\n";
  OS << formatv("  {0,-10} {1,12} {2,12}\n", "", "predicted", "came out");
  OS << formatv("  {0,-10} {1,12} {2,12}   {3}\n", "cycles", V.PredictedCycles,
                V.Cycles,
                V.Cycles == V.PredictedCycles
                    ? std::string("exact")
                    : signedText(V.PredictedCycles - V.Cycles, "{0:f0}"));
  if (!V.Target.empty())
    for (auto [Name, Member] : Rows)
      printRow(
          Name,
          V.PredictedResources ? std::optional((*V.PredictedResources).*Member)
                               : std::nullopt,
          V.Resources ? std::optional((*V.Resources).*Member) : std::nullopt,
          OS);
  const SynthesisTarget *Target = findTarget(V.Target);
  if (Target && Target->HasPaths)
    printRow("path [ps]", V.PredictedPath, V.Path, OS);
  if (V.Resources)
    OS << formatv(
        "  resources of {0} by {1}{2}\n", V.Target, V.SynthesizerVersion,
        V.Path ? "; the longest path is through cells, without routing" : "");
  for (const std::string &Unknown : V.Unknowns)
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
  Visit("failure", S.Failure);
  Visit.group("cycles", [&](auto &In) {
    In("predicted", S.PredictedCycles);
    In("simulated", S.Cycles);
  });
  Visit("simulator", S.SimulatorVersion);
  Visit("unknowns", S.Unknowns);
  Visit.mayGroup("resources", !S.Target.empty(), [&](auto &In) {
    In("target", S.Target);
    In("synthesizer", S.SynthesizerVersion);
    In.orNull("predicted", S.PredictedResources);
    In.orNull("synthesised", S.Resources);
    In.orNull("predicted_path_ps", S.PredictedPath);
    In.orNull("path_ps", S.Path,
              {.Says = "the longest path through cells, without routing"});
  });
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
