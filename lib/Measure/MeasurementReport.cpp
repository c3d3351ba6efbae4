// A measured kernel as JSON and as text.
#include "roofline/Measure/Measurement.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {
namespace {

json::Value bounds(const std::optional<Bounds> &B) {
  if (!B)
    return nullptr;
  return json::Object{{"least", B->Least}, {"most", B->Most}};
}

json::Value number(const std::optional<double> &N) {
  return N ? json::Value(*N) : json::Value(nullptr);
}

json::Array launchSizes(const std::array<uint64_t, 3> &Sizes,
                        unsigned Dimensions) {
  json::Array A;
  for (unsigned D = 0; D < Dimensions; ++D)
    A.push_back(int64_t(Sizes[D]));
  return A;
}

json::Value launch(const Launch &L) {
  json::Object Args;
  for (const auto &[Name, Value] : L.Args)
    Args[Name] = Value;
  for (const auto &[Name, Value] : L.Floats)
    Args[Name] = Value;
  return json::Object{
      {"global", launchSizes(L.Global, L.Dimensions)},
      {"local",
       L.Local ? json::Value(launchSizes(*L.Local, L.Dimensions)) : nullptr},
      {"args", std::move(Args)}};
}

json::Value roofs(const KernelMeasurement &M) {
  json::Array A;
  for (const RoofAbove &R : M.Roofs)
    A.push_back(json::Object{{"name", R.Name},
                             {"rate", R.Rate},
                             {"unit", R.IsData ? "B/s" : "op/s"},
                             {"source", R.Source}});
  return A;
}

json::Value missing(const KernelMeasurement &M) {
  json::Array A;
  for (const MissingInput &I : M.Missing)
    A.push_back(json::Object{{"what", I.What}, {"hint", I.Hint}});
  return A;
}

/// A number in a unit of a thousand's power; both bounds where they differ.
std::string scaled(const Bounds &B, StringRef Unit) {
  static const char *const Prefixes[] = {"", "k", "M", "G", "T"};
  double Scale = 1;
  unsigned Prefix = 0;
  while (B.Most / Scale >= 1000 && Prefix < 4) {
    Scale *= 1000;
    ++Prefix;
  }
  std::string Text = formatv("{0:f3}", B.Most / Scale);
  if (B.Least != B.Most)
    Text = formatv("{0:f3} to {1}", B.Least / Scale, Text);
  return formatv("{0} {1}{2}", Text, Prefixes[Prefix], Unit);
}

} // namespace

json::Value toJSON(const KernelMeasurement &M) {
  const PowerRecord &P = M.Run.Power;
  return json::Object{
      {"format", "roofline-measurement"},
      {"version", KernelMeasurement::FormatVersion},
      {"file", M.File},
      {"kernel", M.Kernel},
      {"launch", launch(M.L)},
      {"device",
       json::Object{{"file", M.DeviceFile.empty() ? json::Value(nullptr)
                                                  : json::Value(M.DeviceFile)},
                    {"name", M.Run.Device},
                    {"platform", M.Run.Platform},
                    {"driver", M.Run.Driver}}},
      {"time", json::Object{{"median", M.Median},
                            {"best", M.Best},
                            {"worst", M.Worst},
                            {"runs", int64_t(M.Run.Times.size())}}},
      {"work", bounds(M.Work)},
      {"traffic", json::Object{{"compulsory", bounds(M.Compulsory)},
                               {"requested", bounds(M.Requested)}}},
      {"power",
       json::Object{{"peak", number(M.Power)},
                    {"mean", number(P.mean())},
                    {"samples", int64_t(P.Samples.size())},
                    {"meter", P.Meter.empty() ? json::Value(nullptr)
                                              : json::Value(P.Meter)}}},
      {"intensity", bounds(M.Intensity)},
      {"performance", bounds(M.Performance)},
      {"performance_per_watt", bounds(M.PerWatt)},
      {"energy", number(M.Energy)},
      {"roofs", roofs(M)},
      {"attainable", bounds(M.Attainable)},
      {"limit", M.Limit.empty() ? json::Value(nullptr) : json::Value(M.Limit)},
      {"contradictions", json::Array(M.Contradictions)},
      {"missing", missing(M)}};
}

void printMeasurement(const KernelMeasurement &M, raw_ostream &OS) {
  auto Row = [&](const Twine &Name, const Twine &Text) {
    OS << formatv("  {0,-26}{1}\n", Name.str(), Text.str());
  };
  auto Unless = [&](StringRef Name, const std::optional<Bounds> &B,
                    StringRef Unit) {
    Row(Name, B ? scaled(*B, Unit) : std::string("unknown"));
  };
  OS << formatv("{0} on {1}\n", M.Kernel, M.Run.Device);
  Row("time T",
      formatv("{0:f4} ms (best {1:f4}, worst {2:f4}, {3} runs)", M.Median * 1e3,
              M.Best * 1e3, M.Worst * 1e3, M.Run.Times.size())
          .str());
  Unless("work W", M.Work, "op");
  Unless("traffic Q, each byte once", M.Compulsory, "B");
  Unless("traffic Q, each access", M.Requested, "B");
  const auto &Bytes = M.Requested ? M.Requested : M.Compulsory;
  if (!M.Intensity && M.Work && Bytes && Bytes->Most > 0) {
    const double Least = M.Work->Least / Bytes->Most;
    Row("intensity I", "at least " + scaled({Least, Least}, "op/B"));
  } else {
    Unless("intensity I", M.Intensity, "op/B");
  }
  Unless("performance F", M.Performance, "op/s");
  Row("peak power P",
      M.Power ? formatv("{0:f2} W ({1}, {2} readings)", *M.Power,
                        M.Run.Power.Meter, M.Run.Power.Samples.size())
                    .str()
              : std::string("unknown"));
  Unless("performance per watt R", M.PerWatt, "op/s/W");
  Row("energy E",
      M.Energy ? formatv("{0:e3} J", *M.Energy).str() : std::string("unknown"));
  for (const RoofAbove &R : M.Roofs)
    Row("roof " + R.Name, scaled({R.Rate, R.Rate}, R.IsData ? "B/s" : "op/s"));
  if (M.Attainable) {
    Row("attainable",
        scaled(*M.Attainable, "op/s") + ", limited by " + M.Limit);
    if (M.Performance && M.Attainable->Most > 0)
      Row("reached", formatv("{0:f1} % of the attainable",
                             100 * M.Performance->Most / M.Attainable->Most)
                         .str());
  }
  for (const std::string &Text : M.Contradictions)
    OS << "  contradiction: " << Text << '\n';
  for (const MissingInput &I : M.Missing)
    OS << "  unknown: " << I.What << (I.Hint.empty() ? "" : "; ") << I.Hint
       << '\n';
}

} // namespace roofline
