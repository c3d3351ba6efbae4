// Contents of a roofline plot, as data.
//
/// \file
/// Every picture is drawn from this struct alone. It is also a file
/// (`roofline-plot`, docs/plot-format.md), from which a plot is drawn again
/// without an analysis.
#ifndef ROOFLINE_PLOT_PLOTDATA_H
#define ROOFLINE_PLOT_PLOTDATA_H

#include "roofline/HlsReport/HlsResult.h"
#include "roofline/Machine/Roofline.h"
#include "roofline/Report/AnalysisResult.h"
#include "roofline/Report/PlatformReport.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// Label of the point that a kernel attains when it moves each byte once.
inline constexpr llvm::StringLiteral EachByteOnce = "each byte once";

struct PlotData {
  struct Rate {
    std::string Name;
    double Value = 0;
    bool Measured = false;
    bool operator==(const Rate &) const = default;
  };
  struct Ceiling : Rate {}; ///< [operation/s]
  struct Source : Rate {};  ///< [byte/s]
  struct Device {
    std::string Name;
    std::vector<Ceiling> Ceilings;
    std::vector<Source> Sources;
    std::optional<double> Power; ///< [W]
    bool operator==(const Device &) const = default;
  };
  struct Point {
    std::string Kernel, Device;
    /// "attainable", "predicted" or "measured".
    std::string Kind;
    double Intensity = 0;        ///< [operation/byte]
    double Performance = 0;      ///< [operation/s]
    std::optional<double> Power; ///< [W]
    std::optional<double> Time;  ///< [s]
    /// Relative error of the operations and bytes: draws a box.
    /// Source: TUE11 section 2.3.
    std::optional<double> Error;
    std::string Label; ///< of a variant; may be empty
    /// Reasons why a measured run is impossible, as in its measurement.
    std::vector<std::string> Contradictions;
    bool operator==(const Point &) const = default;
  };
  struct Wall { ///< an operational intensity. Source: ICHEC15 section 4.2
    std::string Kernel;
    double Intensity = 0;
    std::string Kind; ///< "requested" or "compulsory"
    bool operator==(const Wall &) const = default;
  };
  struct Utilization { ///< Source: TUE11 Eq. (2.21)
    std::string Kernel, Device;
    double Roof = 0;  ///< [operation/s]
    double Slope = 0; ///< [byte/s]
    bool operator==(const Utilization &) const = default;
  };

  struct Mapping { ///< of an application's blocks on processing units
    std::string Name;
    double Risk = 0;
    std::optional<double> Cost, Power; ///< [as the system file], [W]
    bool Front = false; ///< no other mapping is better in everything
    bool operator==(const Mapping &) const = default;
  };

  std::string Title;
  std::vector<Device> Devices;
  std::vector<Point> Points;
  std::vector<Wall> Walls;
  std::vector<Utilization> Utilizations;
  std::vector<Mapping> Mappings;
  bool operator==(const PlotData &) const = default;
};

/// True for 0 and from 1e-30 to 1e30. No rate, time or cost lies beyond, and an
/// axis of powers of ten needs an end.
constexpr bool isPlotNumber(double N) {
  return N == 0 || (N >= 1e-30 && N <= 1e30);
}

/// Adds the roofs of \p Unit.
void addDevice(PlotData &Plot, llvm::StringRef Name, const ProcessingUnit &Unit,
               Peaks PeakKind);

/// Adds the points and the walls of \p R.
void addKernel(PlotData &Plot, const AnalysisResult &R);
/// Adds them of a C++ kernel, and the roof that the device gives it.
void addKernel(PlotData &Plot, const HlsResult &R);

/// Adds the feasible mappings of \p R, or only its front when they are too
/// many.
void addMappings(PlotData &Plot, const System &S, const PlatformResult &R);

/// Says what \p R lacks for a point in the plot.
std::string missingText(const AnalysisResult &R);

/// Adds the run of the `roofline-measurement` \p Text, read from \p Name, by
/// the lower bounds of its work and of its traffic, with each byte once if that
/// is known. An error when a bound is 0 or unknown.
llvm::Error addMeasurement(PlotData &Plot, llvm::StringRef Text,
                           llvm::StringRef Name);

llvm::json::Value toJSON(const PlotData &Plot);

/// Reads a `roofline-plot` file; errors have \p Name and the place or the path
/// of the value.
llvm::Expected<PlotData> readPlotData(llvm::StringRef Text,
                                      llvm::StringRef Name);
llvm::json::Value plotSchema();

/// The points as comma-separated values, with a header.
std::string toCSV(const PlotData &Plot);

} // namespace roofline

#endif
