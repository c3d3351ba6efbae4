// The device stage: what an OpenCL device reaches, by micro-benchmarks.
//
/// \file
/// Rates of arithmetic by kind and type, bandwidth of global memory (STREAM's
/// copy and triad, and copies by size and stride), of local memory and of the
/// link to the host. Each is warmed up, repeated, and its result compared with
/// one that the host computes. A rate is that of the best run, as STREAM has
/// it: a roof is what nothing exceeds; the spread is kept beside it. Sources:
/// ICHEC15 section 4 (the device stage), TYTRA17 Fig. 11 (the table).
#ifndef ROOFLINE_MEASURE_DEVICESTAGE_H
#define ROOFLINE_MEASURE_DEVICESTAGE_H

#include "roofline/Measure/OpenCL.h"
#include "roofline/Measure/Worker.h"

#include <cstdint>
#include <string>
#include <vector>

namespace roofline {

/// Rates of repeated runs, in units per second.
struct Spread {
  double Best = 0, Median = 0, Worst = 0; ///< [unit/s]
  unsigned Runs = 0;
};
/// Gives the rates of runs that took \p Times and did \p Units each.
Spread spreadOf(std::vector<double> Times, double Units);

/// A ceiling: how fast the device executes some operators on a type.
struct MeasuredCeiling {
  std::string Name, Type;
  std::vector<std::string> Operators;
  Spread Rate;     ///< [operation/s]
  std::string How; ///< "x * a + b, 16 lanes"
};

struct MeasuredSource {
  std::string Name; ///< "external", "internal", "interconnect"
  Spread Bandwidth; ///< [byte/s]
  std::string How;
};

/// A cell of the table of sustained bandwidth.
struct MeasuredPattern {
  std::string Pattern; ///< "contiguous", "strided", "triad", "host-write", ...
  uint64_t Stride = 0; ///< [byte] between consecutive work-items
  uint64_t Size = 0;   ///< [byte] of one stream
  Spread Bandwidth;    ///< [byte/s]
};

struct DeviceMeasurement {
  DeviceInfo Info;
  std::vector<MeasuredCeiling> Ceilings;
  std::vector<MeasuredSource> Sources;
  std::vector<MeasuredPattern> Table;
  std::vector<std::string> Notes; ///< "left out: ...", and why
};

struct DeviceStageOptions {
  DeviceChoice Device;
  /// [s] of repetitions of each benchmark; short ones for tests.
  double SecondsEach = 0.3;
  double SecondsAll = 40; ///< [s] after which the rest is repeated least
};

llvm::Expected<DeviceMeasurement>
measureDevice(const Session &S, const DeviceStageOptions &O, Progress Say);

/// Gives the kind for a device file: \p Given, or what OpenCL says of the
/// device; an error where neither tells it.
llvm::Expected<std::string> deviceKind(const DeviceInfo &Info,
                                       llvm::StringRef Given);

/// A `roofline-device` file, version 2; docs/device-format.md. \p Date is
/// YYYY-MM-DD.
std::string deviceYaml(const DeviceMeasurement &M, llvm::StringRef Kind,
                       llvm::StringRef Date);

} // namespace roofline

#endif
