// A measured kernel: its metrics and its place under a device's roofs.
//
/// \file
/// Plain structs, their JSON (docs/measure.md, measurement.schema.json)
/// and text. An unknown number is absent, and Missing names it.
#ifndef ROOFLINE_MEASURE_MEASUREMENT_H
#define ROOFLINE_MEASURE_MEASUREMENT_H

#include "roofline/Hpca16/Estimate.h"
#include "roofline/Machine/Device.h"
#include "roofline/Measure/KernelStage.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// Bounds of a number; equal when the number is exact.
struct Bounds {
  double Least = 0, Most = 0;
  bool operator==(const Bounds &) const = default;
};

/// A roof over the measured point.
struct RoofAbove {
  std::string Name; ///< as in the device file: "float", "external"
  double Rate = 0;  ///< [operation/s]; for a data source [byte/s]
  bool IsData = false;
  std::string Source; ///< of the number
};

struct KernelMeasurement {
  static constexpr int FormatVersion = 1;

  std::string File, Kernel;
  Launch L;
  std::string DeviceFile; ///< empty: none
  KernelRun Run;
  bool PowerDeclined = false; ///< no meter wanted, so the power is not missing
  double Best = 0, Median = 0, Worst = 0; ///< T [s]
  std::optional<Bounds> Work;             ///< W [operation]
  /// Q [byte] of global memory: each byte once, and every access. The traffic
  /// of a device with caches lies between the two.
  std::optional<Bounds> Compulsory, Requested;

  std::optional<Bounds> Intensity;   ///< I [operation/byte], over both Q
  std::optional<Bounds> Performance; ///< F [operation/s], at the median time
  std::optional<double> Power;       ///< P [W], the peak
  std::optional<double> Energy;      ///< E [J]
  std::optional<Bounds> PerWatt;     ///< R [operation/s/W]

  std::vector<RoofAbove> Roofs;
  /// [operation/s] under the roofs at the intensity.
  std::optional<Bounds> Attainable;
  std::string Limit;                       ///< the lowest roof at the intensity
  std::vector<std::string> Contradictions; ///< roofs that the run exceeds, and
                                           ///< why that is impossible
  std::vector<MissingInput> Missing;
};

/// Fills the members that follow from Run, Work, Compulsory and Requested.
void deriveMetrics(KernelMeasurement &M);

/// Work and traffic of the kernel, with each byte once and with every access.
struct AskedWorkloads {
  Workload Compulsory, Requested;
};

/// Places \p M under the measured roofs of \p Unit: external memory and the
/// ceilings that \p Asked uses, or the highest ceiling without \p Asked.
void placeUnderRoofs(KernelMeasurement &M, const ProcessingUnit &Unit,
                     const std::optional<AskedWorkloads> &Asked);

llvm::json::Value toJSON(const KernelMeasurement &M);
llvm::json::Value measurementSchema();
void printMeasurement(const KernelMeasurement &M, llvm::raw_ostream &OS);

} // namespace roofline

#endif
