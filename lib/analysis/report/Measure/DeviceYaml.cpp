// Measured values, as a device file.
#include "roofline/Measure/DeviceStage.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {
namespace {

/// A YAML text in quotes, whatever a driver calls itself.
std::string yamlText(const Twine &Text) {
  std::string Result = "\"";
  for (char C : Text.str()) {
    if (C == '"' || C == '\\')
      Result += '\\';
    Result += isPrint(C) ? C : '?';
  }
  return Result + '"';
}

class Writer {
public:
  Writer(const DeviceMeasurement &M, StringRef Date) : M(M) {
    Where = (", " + Date + ", " + M.Info.Name + ", " + M.Info.Platform +
             " driver " + M.Info.Driver)
                .str();
  }
  std::string write(StringRef Kind);

private:
  std::string value(const Spread &S, double Scale, StringRef Unit,
                    const Twine &How) const;
  void ceilings();
  void data();
  void table();

  const DeviceMeasurement &M;
  std::string Where, Out;
};

std::string fixed(double Value) {
  // Below 1 the digits after the point count.
  return Value < 10 ? formatv("{0:f4}", Value) : formatv("{0:f2}", Value);
}

std::string Writer::value(const Spread &S, double Scale, StringRef Unit,
                          const Twine &How) const {
  std::string Source = formatv(
      "measured: {0} (best of {1} runs; median {2}, worst {3}){4}", How.str(),
      S.Runs, fixed(S.Median / Scale), fixed(S.Worst / Scale), Where);
  return formatv("{{ value: {0}, unit: {1}, source: {2} }",
                 fixed(S.Best / Scale), Unit, yamlText(Source));
}

void Writer::ceilings() {
  Out += "ceilings:\n";
  for (const MeasuredCeiling &C : M.Ceilings)
    Out += formatv("  {0}:\n"
                   "    types: [{1}]\n"
                   "    operators: [{2}]\n"
                   "    measured: {3}\n",
                   C.Name, C.Type, join(C.Operators, ", "),
                   value(C.Rate, 1e9, "Gop/s", C.How));
}

void Writer::data() {
  Out += "data:\n";
  for (const MeasuredSource &S : M.Sources)
    Out += formatv("  {0}:\n    measured: {1}\n", S.Name,
                   value(S.Bandwidth, 1e9, "GB/s", S.How));
}

void Writer::table() {
  Out += "bandwidth_table:\n";
  for (const MeasuredPattern &P : M.Table)
    Out += formatv("  - {{ pattern: {0}, stride: {1}, size: {2}, bandwidth: "
                   "{3} }\n",
                   P.Pattern, P.Stride, P.Size,
                   value(P.Bandwidth, 1e9, "GB/s", P.Pattern));
}

std::string Writer::write(StringRef Kind) {
  Out =
      "# Written by `roofline measure`: what micro-benchmarks reached on this "
      "machine.\n";
  for (const std::string &Text : M.Notes)
    Out += "# " + Text + "\n";
  Out += formatv("format: roofline-device\nversion: 3\ndescription: {0}\nkind: "
                 "{1}\n",
                 yamlText(M.Info.Name + " by OpenCL (" + M.Info.Platform + ")"),
                 Kind);
  if (M.Info.ClockMHz)
    Out += formatv("clock: {{ value: {0}, unit: MHz, source: {1} }\n",
                   M.Info.ClockMHz,
                   yamlText("OpenCL: CL_DEVICE_MAX_CLOCK_FREQUENCY" + Where));
  if (M.Info.ComputeUnits)
    Out += formatv("cores: {{ value: {0}, unit: \"1\", source: {1} }\n",
                   M.Info.ComputeUnits,
                   yamlText("OpenCL: CL_DEVICE_MAX_COMPUTE_UNITS" + Where));
  ceilings();
  data();
  table();
  return std::move(Out);
}

} // namespace

Expected<std::string> deviceKind(const DeviceInfo &Info, StringRef Given) {
  if (!Given.empty())
    return Given.str();
  if (Info.Type & CL_DEVICE_TYPE_CPU)
    return "cpu";
  if (Info.Type & CL_DEVICE_TYPE_GPU)
    return "gpu";
  return createStringError(inconvertibleErrorCode(),
                           "OpenCL does not say what kind of device '" +
                               Info.Name +
                               "' is: give --kind cpu, dsp, gpu or fpga");
}

std::string deviceYaml(const DeviceMeasurement &M, StringRef Kind,
                       StringRef Date) {
  return Writer(M, Date).write(Kind);
}

} // namespace roofline
