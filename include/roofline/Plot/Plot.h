// Pictures of plot data: SVG, a page of Vega-Lite, and a chart for terminals.
#ifndef ROOFLINE_PLOT_PLOT_H
#define ROOFLINE_PLOT_PLOT_H

#include "roofline/Plot/PlotData.h"

#include <string>
#include <vector>

namespace roofline {

enum class PlotKind : uint8_t {
  Performance, ///< operation/s over operation/byte
  PerWatt,     ///< operation/s/W over operation/byte. Source: ICHEC15 Eq. (8)
  Energy,      ///< J of each measured run. Source: ICHEC15 Eq. (2), Fig. 12
  Front,       ///< risk of mappings over cost or power. Source: TUE11 Fig. 8.2
};

/// Lines and marks in the units of the axes; every picture is drawn from them.
struct Scene {
  struct Line {
    std::string Name, Device;
    /// "roof", "ceiling", "source", "utilization", "wall", "error".
    std::string Role;
    std::vector<std::pair<double, double>> Points;
  };
  struct Mark {
    const PlotData::Point *Point;
    double X, Y;
    std::vector<std::string> Contradictions; ///< see contradictions()
  };
  /// From a point below its device's roof up to it.
  struct Arrow {
    const PlotData::Point *Point;
    double X, From, To;
    std::string Gain; ///< "13.2x"
  };
  std::vector<Line> Lines;
  std::vector<Mark> Marks;
  std::vector<Arrow> Arrows;
  double Left = 0, Right = 0, Bottom = 0, Top = 0; ///< powers of ten
  std::string XTitle, YTitle;
};

/// Lays out the plot; an error when it would be empty, as a plot per watt
/// without power.
llvm::Expected<Scene> makeScene(const PlotData &Plot, PlotKind Kind);

/// Reasons why the measured point \p P is impossible: those of its measurement,
/// else the roofs of its device that its whole error box exceeds. Empty for
/// points that are not measured.
std::vector<std::string> contradictions(const PlotData &Plot,
                                        const PlotData::Point &P);

/// "mm on de5net, measured": kernel, device, kind and label of a point.
std::string pointName(const PlotData::Point &P);

/// One bar of an energy plot [J].
struct EnergyBar {
  std::string Kernel, Device;
  double Joules;
};
/// Bars of the points with time and power; an error when no point has both.
llvm::Expected<std::vector<EnergyBar>> makeEnergy(const PlotData &Plot);

/// A mapping at its place on the x axis of a front: its cost, or its power when
/// no mapping has a cost.
struct FrontPoint {
  const PlotData::Mapping *Mapping;
  double X;
};
struct FrontScene {
  std::vector<FrontPoint> Points;
  std::string XTitle;
  double MaxX = 0, MaxY = 0;
};
/// Lays out the front; an error when \p Plot has no mapping.
llvm::Expected<FrontScene> makeFront(const PlotData &Plot);

llvm::Expected<std::string> drawSVG(const PlotData &Plot, PlotKind Kind);
llvm::Expected<std::string> drawTerminal(const PlotData &Plot, PlotKind Kind,
                                         unsigned Columns, unsigned Rows);

/// Draws one page that needs no other file; it carries the scripts of
/// \p LibraryFolder (share/roofline/plot).
llvm::Expected<std::string> drawHTML(const PlotData &Plot, PlotKind Kind,
                                     llvm::StringRef LibraryFolder);

/// The Vega-Lite specification in the page of drawHTML().
llvm::Expected<llvm::json::Object> vegaSpec(const PlotData &Plot,
                                            PlotKind Kind);
/// The script elements that draw a vegaSpec(), from \p LibraryFolder.
llvm::Expected<std::string> plotScripts(llvm::StringRef LibraryFolder);
/// \p V as text inside a script element; escapes "</", which would end the
/// element.
std::string scriptText(const llvm::json::Value &V);

/// "12.3 G": a number with its SI prefix.
std::string shortNumber(double Value);

} // namespace roofline

#endif
