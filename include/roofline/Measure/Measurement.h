// A measured kernel: its metrics, and where it lies under a device's roofs.
//
/// \file
/// Plain structs, their JSON (docs/measure.md, schemas/measurement.schema.json)
/// and text. A number that is not known is absent, and named in Missing.
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

/// A number with bounds, which are equal where it is exact.
struct Bounds {
  double Least = 0, Most = 0;
  bool operator==(const Bounds &) const = default;
};

/// A roof over the measured point.
struct RoofAbove {
  std::string Name; ///< of the device file: "float", "external"
  double Rate = 0;  ///< [operation/s]; of a data source [byte/s]
  bool IsData = false;
  std::string Source; ///< of the number
};

struct KernelMeasurement {
  static constexpr int FormatVersion = 1;

  std::string File, Kernel;
  Launch L;
  std::string DeviceFile; ///< empty: none was given
  KernelRun Run;
  bool PowerDeclined = false; ///< no meter is wanted: its absence is no lack
  double Best = 0, Median = 0, Worst = 0; ///< T [s]
  std::optional<Bounds> Work;             ///< W [operation]
  /// Q [byte] of global memory: each byte once, and every access. The truth of
  /// a device with caches lies between.
  std::optional<Bounds> Compulsory, Requested;

  std::optional<Bounds> Intensity;   ///< I [operation/byte], over both Q
  std::optional<Bounds> Performance; ///< F [operation/s], at the median time
  std::optional<double> Power;       ///< P [W], the peak
  std::optional<double> Energy;      ///< E [J]
  std::optional<Bounds> PerWatt;     ///< R [operation/s/W]

  std::vector<RoofAbove> Roofs;
  /// [operation/s] what the roofs leave at the intensity.
  std::optional<Bounds> Attainable;
  std::string Limit;                       ///< the lowest roof there
  std::vector<std::string> Contradictions; ///< above a roof: why it cannot be
  std::vector<MissingInput> Missing;
};

/// Fills all that follows from Run, Work, Compulsory and Requested.
void deriveMetrics(KernelMeasurement &M);

/// Work and traffic that the kernel asks of a unit, with each byte once and
/// with every access.
struct AskedWorkloads {
  Workload Compulsory, Requested;
};

/// Places \p M under the measured roofs of \p Unit: the ceilings that \p Asked
/// uses, or where nothing is asked the highest one, and external memory.
void placeUnderRoofs(KernelMeasurement &M, const ProcessingUnit &Unit,
                     const std::optional<AskedWorkloads> &Asked);

llvm::json::Value toJSON(const KernelMeasurement &M);
void printMeasurement(const KernelMeasurement &M, llvm::raw_ostream &OS);

} // namespace roofline

#endif
