// Resources of the structures of an emitted core on one FPGA family.
//
/// \file
/// StreamFiles/CostFile.h fills it from the cost files of `roofline calibrate`.
/// Each structure has a curve: measurements of synthesis at some sizes, and a
/// fit between them. docs/cost-format.md names the structures.
/// Source: TYTRA17 section 6.2.
#ifndef ROOFLINE_RESOURCES_COSTMODEL_H
#define ROOFLINE_RESOURCES_COSTMODEL_H

#include "roofline/Base/FabricResources.h"
#include "roofline/Resources/CostFit.h"
#include "roofline/Resources/MemoryBlocks.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofline {

/// Result of one synthesis.
struct CostPoint {
  uint32_t Size = 0; ///< width [bit] or depth [step], by structure
  FabricResources Need;
  double Carries = 0; ///< carry cells, which take no other resource
  /// [ps] Longest path through cells, without routing; nothing when it was not
  /// measured, or when the family's cells have no delays.
  std::optional<double> Delay;
  bool operator==(const CostPoint &) const = default;
};

/// Resources of a curve, in the order of CostCurve::Fits.
constexpr std::array CostMembers = {
    &FabricResources::Luts, &FabricResources::Registers,
    &FabricResources::DspBlocks, &FabricResources::MemoryBlocks};

/// A structure as a function of one size.
struct CostCurve {
  std::string Structure;  ///< "add", "delay", ...
  std::string Form;       ///< form of its operands: "variable", "constant", ...
  uint32_t Parameter = 0; ///< a second size; 0: none
  std::vector<CostPoint> Points; ///< ascending
  std::array<PiecewiseFit, CostMembers.size()> Fits;
  bool operator==(const CostCurve &) const = default;

  /// Resources at \p Size as measured, else by the fit; nothing outside of the
  /// measured sizes.
  std::optional<FabricResources> at(uint32_t Size) const noexcept;
  /// Delay [ps] at \p Size: linear between two points with a delay, constant
  /// below the smallest, nothing beyond the largest.
  std::optional<double> delayAt(uint32_t Size) const noexcept;
};

/// Fills Fits from Points.
void fitCurve(CostCurve &Curve);
/// Values of \p Member at all points, for a fit.
std::vector<FitPoint> fitPoints(const CostCurve &Curve,
                                double FabricResources::*Member);

/// Cost of the shell, the part of the device that moves data to the kernel, by
/// input streams of a unit and number of units; word size 32 bits.
/// Source: TYTRA17 section 6.2.2 and Fig. 10.
struct ShellCost {
  struct Point {
    uint32_t Streams = 1, Units = 1;
    double Luts = 0, Registers = 0, MemoryBits = 0;
    bool operator==(const Point &) const = default;
  };
  /// Base + PerStream * streams + PerUnit * units.
  struct Plane {
    double Base = 0, PerStream = 0, PerUnit = 0;
    bool operator==(const Plane &) const = default;
    double at(uint32_t Streams, uint32_t Units) const noexcept {
      return Base + PerStream * Streams + PerUnit * Units;
    }
  };
  std::string Source;
  double BlockBits = 0; ///< [bit] of one memory block
  std::vector<Point> Points;
  Plane Luts, Registers, MemoryBits;
  bool operator==(const ShellCost &) const = default;

  /// Resources as published for one unit or for one stream, linear between two
  /// points. For several of both, streams and units each add to the cost of one
  /// of each. Nothing beyond the published points.
  std::optional<FabricResources> at(uint32_t Streams,
                                    uint32_t Units) const noexcept;
  /// Largest published number of units.
  uint32_t maxUnits() const noexcept;
};

/// Largest |fit - point| / point [1].
double largestResidual(const std::vector<ShellCost::Point> &Points,
                       double ShellCost::Point::*Member,
                       const ShellCost::Plane &Fit) noexcept;

/// Share that routing adds to the delays of the cells on the longest path.
struct RoutingShare {
  double Low = 0, Typical = 0, High = 0; ///< [1] routing over cells
  std::string Source;
  bool operator==(const RoutingShare &) const = default;
};

struct CostModel {
  std::string Target;  ///< "xc7", "ecp5", "cyclonev", ...
  std::string Tool;    ///< program and version: "Yosys 0.23 (git sha1 ...)"
  std::string Command; ///< command line of the tool
  std::string Source;
  std::optional<double> MemoryBlockBits; ///< [bit] of one memory block
  /// Ways to use a memory block; none: only measurements are known.
  std::vector<MemoryShape> Memory;
  std::vector<CostCurve> Curves;
  std::optional<ShellCost> Shell;
  std::optional<RoutingShare> Routing;
  bool operator==(const CostModel &) const = default;

  /// Finds a curve; null when it was not measured.
  const CostCurve *find(std::string_view Structure, std::string_view Form = {},
                        uint32_t Parameter = 0) const noexcept;
  /// Resources of \p Structure at \p Size. When they were not measured, zeros
  /// and a line in \p Unknowns.
  FabricResources need(std::string_view Structure, std::string_view Form,
                       uint32_t Parameter, uint32_t Size,
                       std::vector<std::string> &Unknowns) const;
};

} // namespace roofline

#endif
