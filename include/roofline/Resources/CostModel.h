// Resources of the structures of an emitted core on one FPGA family.
//
/// \file
/// Filled by DeviceFiles/CostFile.h from the cost files that `roofline
/// calibrate` writes: one curve per structure, each the result of synthesis at
/// some sizes and a fit between them. docs/cost-format.md names the structures.
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

/// One synthesis.
struct CostPoint {
  uint32_t Size = 0; ///< width [bit] or depth [step]: see the structure
  FabricResources Need;
  double Carries = 0; ///< carry cells; they take no resource of their own
  /// [ps] of the longest path through cells, without routing; nothing where it
  /// was not measured, or the family's cells have no delays.
  std::optional<double> Delay;
  bool operator==(const CostPoint &) const = default;
};

/// The resources that a curve has, in the order of CostCurve::Fits.
constexpr std::array CostMembers = {
    &FabricResources::Luts, &FabricResources::Registers,
    &FabricResources::DspBlocks, &FabricResources::MemoryBlocks};

/// A structure as a function of one size.
struct CostCurve {
  std::string Structure;  ///< "add", "delay", ...
  std::string Form;       ///< "variable", "constant", ... of its operands
  uint32_t Parameter = 0; ///< a second size; 0 where there is none
  std::vector<CostPoint> Points; ///< ascending
  std::array<PiecewiseFit, CostMembers.size()> Fits;
  bool operator==(const CostCurve &) const = default;

  /// Resources as measured at \p Size, else by the fit; nothing outside of the
  /// measured sizes.
  std::optional<FabricResources> at(uint32_t Size) const noexcept;
  /// [ps] at \p Size, linear between two points that have one, and of less
  /// than the smallest what that has; nothing beyond the largest.
  std::optional<double> delayAt(uint32_t Size) const noexcept;
};

/// Fills Fits from Points.
void fitCurve(CostCurve &Curve);
/// \p Member of all points, to be fitted.
std::vector<FitPoint> fitPoints(const CostCurve &Curve,
                                double FabricResources::*Member);

/// The part of the device that moves data to the kernel, as a function of the
/// input streams of a unit and the units; word size 32 bits.
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
  /// points. Several of both are the sum of what streams and units add to one
  /// of each. Nothing beyond the published points.
  std::optional<FabricResources> at(uint32_t Streams,
                                    uint32_t Units) const noexcept;
  /// Largest number of units that was published.
  uint32_t maxUnits() const noexcept;
};

/// Least squares of \p Member over \p Points, at least three that differ in
/// streams and in units.
ShellCost::Plane fitPlane(const std::vector<ShellCost::Point> &Points,
                          double ShellCost::Point::*Member);
/// Largest |fit - point| / point [1].
double largestResidual(const std::vector<ShellCost::Point> &Points,
                       double ShellCost::Point::*Member,
                       const ShellCost::Plane &Fit) noexcept;

/// Share that routing adds to the delays of the cells on the longest path.
struct RoutingShare {
  double Low = 0, Typical = 0, High = 0; ///< [1] routing by cells
  std::string Source;
  bool operator==(const RoutingShare &) const = default;
};

struct CostModel {
  std::string Target;  ///< "xc7", "ecp5", "cyclonev", ...
  std::string Tool;    ///< program and version: "Yosys 0.23 (git sha1 ...)"
  std::string Command; ///< of the tool
  std::string Source;
  std::optional<double> MemoryBlockBits; ///< [bit] of one memory block
  /// How its memory blocks are used; none where only measurements tell.
  std::vector<MemoryShape> Memory;
  std::vector<CostCurve> Curves;
  std::optional<ShellCost> Shell;
  std::optional<RoutingShare> Routing;
  bool operator==(const CostModel &) const = default;

  /// Null where it was not measured.
  const CostCurve *find(std::string_view Structure, std::string_view Form = {},
                        uint32_t Parameter = 0) const noexcept;
  /// Resources of \p Structure at \p Size; nothing, and a line in \p Unknowns,
  /// where they were not measured.
  FabricResources need(std::string_view Structure, std::string_view Form,
                       uint32_t Parameter, uint32_t Size,
                       std::vector<std::string> &Unknowns) const;
};

} // namespace roofline

#endif
