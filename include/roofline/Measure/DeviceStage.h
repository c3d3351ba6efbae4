// The device stage: rates that an OpenCL device reaches in micro-benchmarks.
//
/// \file
/// Rates of arithmetic by kind and type, bandwidth of global memory (STREAM's
/// copy and triad, and copies by size and stride), of local memory and of the
/// link to the host. Each benchmark is warmed up and repeated, and its result
/// is compared with the host's. The rate of the best run counts, as in STREAM,
/// because no run may exceed a roof; the spread is reported beside it. Sources:
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
  uint64_t Stride = 0; ///< [byte] between neighbouring work-items
  uint64_t Size = 0;   ///< [byte] of one stream
  Spread Bandwidth;    ///< [byte/s]
};

struct DeviceMeasurement {
  DeviceInfo Info;
  std::vector<MeasuredCeiling> Ceilings;
  std::vector<MeasuredSource> Sources;
  std::vector<MeasuredPattern> Table;
  std::vector<std::string> Notes; ///< "left out: ...", with the reason
};

struct DeviceStageOptions {
  DeviceChoice Device;
  /// [s] that each benchmark is repeated; less for tests.
  double SecondsEach = 0.3;
  double SecondsAll = 40; ///< [s] after which benchmarks run the fewest times
};

llvm::Expected<DeviceMeasurement>
measureDevice(const Session &S, const DeviceStageOptions &O, Progress Say);

/// Gives the kind for a device file: \p Given, or the kind that OpenCL reports;
/// an error when neither is known.
llvm::Expected<std::string> deviceKind(const DeviceInfo &Info,
                                       llvm::StringRef Given);

/// Writes a `roofline-device` file, version 2; docs/device-format.md. \p Date
/// is YYYY-MM-DD.
std::string deviceYaml(const DeviceMeasurement &M, llvm::StringRef Kind,
                       llvm::StringRef Date);

} // namespace roofline

#endif
