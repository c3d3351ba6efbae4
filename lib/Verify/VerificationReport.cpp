// Predictions about a core and its results, as table and JSON.
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

/// Reads amounts for readVerification().
static bool fromJSON(const json::Value &From, FabricResources &R,
                     json::Path P) {
  const json::Object *O = From.getAsObject();
  for (auto [Name, Member] : Rows) {
    std::optional<double> Number = O ? O->getNumber(Name) : std::nullopt;
    if (!Number) {
      P.field(Name).report("a number is expected");
      return false;
    }
    R.*Member = *Number;
  }
  return true;
}

Expected<Verification> readVerification(StringRef Text) {
  Expected<json::Value> Parsed = json::parse(Text);
  if (!Parsed)
    return Parsed.takeError();
  json::Path::Root Root("verification");
  json::ObjectMapper Map(*Parsed, Root);
  Verification V;
  std::string Format;
  int64_t Version = 0;
  if (!Map || !Map.map("format", Format) || !Map.map("version", Version) ||
      !Map.map("kernel", V.Kernel) || !Map.map("variant", V.Variant) ||
      !Map.map("launches", V.Launches) ||
      !Map.mapOptional("failure", V.Failure) ||
      !Map.map("simulator", V.SimulatorVersion) ||
      !Map.map("unknowns", V.Unknowns))
    return Root.getError();
  if (Format != "roofline-verification" || Version != 1)
    return createStringError("format roofline-verification, version 1, is "
                             "expected");
  const json::Object *O = Parsed->getAsObject();
  json::Path::Root Below("verification");
  auto Read = [&](StringRef Key,
                  function_ref<bool(json::ObjectMapper &)> Take) {
    const json::Value *Part = O->get(Key);
    if (!Part)
      return false;
    json::ObjectMapper Of(*Part, json::Path(Below).field(Key));
    return Of && Take(Of);
  };
  if (!Read("cycles", [&](json::ObjectMapper &Of) {
        return Of.map("predicted", V.PredictedCycles) &&
               Of.map("simulated", V.Cycles);
      }))
    return createStringError("a verification without cycles");
  if (O->get("resources") && !Read("resources", [&](json::ObjectMapper &Of) {
        return Of.map("target", V.Target) &&
               Of.map("synthesizer", V.SynthesizerVersion) &&
               Of.map("predicted", V.PredictedResources) &&
               Of.map("synthesised", V.Resources) &&
               Of.mapOptional("predicted_path_ps", V.PredictedPath) &&
               Of.mapOptional("path_ps", V.Path);
      }))
    return Below.getError();
  return V;
}

} // namespace roofline
