// A measured kernel as JSON and as text.
#include "roofline/Measure/Measurement.h"

#include "roofline/Json/JsonSchema.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {
/// An argument, an integer or not.
struct ArgumentValue {
  json::Value Value = nullptr;
};
template <> struct JsonForm<ArgumentValue> {
  static json::Value write(const ArgumentValue &V) { return V.Value; }
  static json::Object schema(json::Object &) {
    return json::Object{{"type", "number"}};
  }
};

template <typename V> void list(V &Visit, Bounds &S) {
  Visit("least", S.Least, {.Least = 0});
  Visit("most", S.Most, {.Least = 0});
}
template <typename V> void list(V &Visit, Launch &S) {
  auto Sizes = [&](const std::array<uint64_t, 3> &All) {
    return std::vector(All.begin(), All.begin() + S.Dimensions);
  };
  Visit("global", Sizes(S.Global), {.Most = 3, .Each = &FromOne});
  Visit.orNull("local", S.Local ? std::optional(Sizes(*S.Local)) : std::nullopt,
               {.Most = 3, .Each = &FromOne});
  std::map<std::string, ArgumentValue> Args;
  for (const auto &[Name, Value] : S.Args)
    Args[Name] = {Value};
  for (const auto &[Name, Value] : S.Floats)
    Args[Name] = {Value};
  Visit("args", Args);
}
template <typename V> void list(V &Visit, RoofAbove &S) {
  static constexpr const char *Units[] = {"op/s", "B/s"};
  Visit("name", S.Name);
  Visit("rate", S.Rate, {.Above = 0});
  Visit("unit", std::string(Units[S.IsData]), {.OneOf = Units});
  Visit("source", S.Source, {.Least = 1});
}
template <typename V> void list(V &Visit, MissingInput &S) {
  Visit("what", S.What, {.Least = 1});
  Visit("hint", S.Hint);
}

static std::optional<std::string> unlessEmpty(const std::string &Text) {
  return Text.empty() ? std::nullopt : std::optional(Text);
}

template <typename V> void list(V &Visit, KernelMeasurement &S) {
  Visit("file", S.File);
  Visit("kernel", S.Kernel, {.Least = 1});
  Visit("launch", S.L);
  Visit.group("device", [&](auto &In) {
    In.orNull("file", unlessEmpty(S.DeviceFile));
    In("name", S.Run.Device);
    In("platform", S.Run.Platform);
    In("driver", S.Run.Driver);
  });
  Visit.group("time", [&](auto &In) {
    In("median", S.Median, {.Above = 0});
    In("best", S.Best, {.Above = 0});
    In("worst", S.Worst, {.Above = 0});
    In("runs", S.Run.Times.size(), {.Least = 1});
  });
  Visit.orNull("work", S.Work);
  Visit.group("traffic", [&](auto &In) {
    In.orNull("compulsory", S.Compulsory);
    In.orNull("requested", S.Requested);
  });
  Visit.group("power", [&](auto &In) {
    In.orNull("peak", S.Power, {.Least = 0});
    In.orNull("mean", S.Run.Power.mean(), {.Least = 0});
    In("samples", S.Run.Power.Samples.size());
    In.orNull("meter", unlessEmpty(S.Run.Power.Meter));
  });
  Visit.orNull("intensity", S.Intensity);
  Visit.orNull("performance", S.Performance);
  Visit.orNull("performance_per_watt", S.PerWatt);
  Visit.orNull("energy", S.Energy, {.Least = 0});
  Visit("roofs", S.Roofs);
  Visit.orNull("attainable", S.Attainable);
  Visit.orNull("limit", unlessEmpty(S.Limit));
  Visit("contradictions", S.Contradictions);
  Visit("missing", S.Missing);
}

static constexpr FileFormat Format = {
    "roofline-measurement", KernelMeasurement::FormatVersion, "measurement",
    "measurement",
    "A kernel measured on a device by `roofline measure`. See "
    "docs/measure.md."};

json::Value toJSON(const KernelMeasurement &M) {
  return writeJsonFile(Format, M);
}

json::Value measurementSchema() { return schemaOf<KernelMeasurement>(Format); }

/// A number in a unit of a thousand's power; both bounds where they differ.
static std::string scaled(const Bounds &B, StringRef Unit) {
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
