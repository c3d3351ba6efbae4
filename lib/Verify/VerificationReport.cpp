// What was predicted of a core and what came out, as table and JSON.
#include "roofline/Verify/VerifyCore.h"

#include "roofline/Calibrate/Calibrate.h"

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

static json::Value resources(const std::optional<FabricResources> &R) {
  if (!R)
    return nullptr;
  json::Object O;
  for (auto [Name, Member] : Rows)
    O[Name] = (*R).*Member;
  return O;
}

json::Value toJSON(const Verification &V) {
  json::Object O{{"format", "roofline-verification"},
                 {"version", 1},
                 {"kernel", V.Kernel},
                 {"variant", V.Variant},
                 {"proven", V.isProven()},
                 {"launches", V.Launches},
                 {"cycles", json::Object{{"predicted", V.PredictedCycles},
                                         {"simulated", V.Cycles}}},
                 {"simulator", V.SimulatorVersion},
                 {"unknowns", json::Array(V.Unknowns)}};
  if (V.Failure)
    O["failure"] = *V.Failure;
  if (!V.Target.empty())
    O["resources"] =
        json::Object{{"target", V.Target},
                     {"synthesizer", V.SynthesizerVersion},
                     {"predicted", resources(V.PredictedResources)},
                     {"synthesised", resources(V.Resources)},
                     {"predicted_path_ps", V.PredictedPath},
                     {"path_ps", V.Path}};
  return O;
}

} // namespace roofline
