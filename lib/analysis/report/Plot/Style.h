// Styles of lines, the same in every picture.
#ifndef ROOFLINE_LIB_PLOT_STYLE_H
#define ROOFLINE_LIB_PLOT_STYLE_H

#include "roofline/Plot/PlotData.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace roofline {

/// Colours that colour-blind people can distinguish (Okabe and Ito), on white
/// and in the dark, where their black would vanish.
constexpr llvm::StringLiteral Colours[] = {"#0072b2", "#d55e00", "#009e73",
                                           "#cc79a7", "#e69f00", "#56b4e9",
                                           "#7f7f7f"};

/// Colour of what belongs to no device or kernel.
constexpr llvm::StringLiteral Neutral = "#808080";

/// Shapes of points as paths in the square from -1 to 1: circle, square,
/// diamond, triangles, cross, star.
constexpr llvm::StringLiteral Shapes[] = {
    "M1,0A1,1,0,1,1,-1,0A1,1,0,1,1,1,0Z",
    "M-.9,-.9H.9V.9H-.9Z",
    "M0,-1.2L1.2,0L0,1.2L-1.2,0Z",
    "M0,-1.1L1.1,.9H-1.1Z",
    "M0,1.1L1.1,-.9H-1.1Z",
    "M-.4,-1.1H.4V-.4H1.1V.4H.4V1.1H-.4V.4H-1.1V-.4H-.4Z",
    "M0,-1.3L.35,-.35L1.3,0L.35,.35L0,1.3L-.35,.35L-1.3,0L-.35,-.35Z"};

/// Look of a point by what its number is.
struct PointForm {
  llvm::StringRef Name, Text;
  double Fill; ///< opacity of its inside
  double Size; ///< [square pixel]
};

inline llvm::ArrayRef<PointForm> pointForms() {
  static const PointForm Forms[] = {
      {"attainable", "attainable under the roofs", 0.35, 90},
      {EachByteOnce, "attainable, each byte once", 0, 90},
      {"predicted", "predicted by the model of pipelines", 1, 90},
      {"measured", "measured", 1, 200}};
  return Forms;
}

inline const PointForm &formOf(const PlotData::Point &P) {
  const llvm::StringRef Name = P.Kind == "attainable" && P.Label == EachByteOnce
                                   ? llvm::StringRef(EachByteOnce)
                                   : llvm::StringRef(P.Kind);
  for (const PointForm &F : pointForms())
    if (F.Name == Name)
      return F;
  return pointForms().front();
}

/// Colour of impossible measurements.
constexpr llvm::StringLiteral Warning = "#cc0000";

/// Style of a device's roof; when colours repeat, dashes distinguish the roofs.
struct DeviceStyle {
  llvm::StringRef Colour;
  llvm::SmallVector<int, 8> Dashes; ///< [pixel] line, gap, ...; empty: solid
};

inline DeviceStyle deviceStyle(size_t Index) {
  static constexpr int Long[] = {14, 4}, Short[] = {5, 2},
                       Mixed[] = {14, 3, 3, 3}, Dense[] = {9, 2, 2, 2, 2, 2};
  static const llvm::ArrayRef<int> Dashes[] = {{}, Long, Short, Mixed, Dense};
  const size_t Round = Index / std::size(Colours);
  DeviceStyle Style = {Colours[Index % std::size(Colours)], {}};
  if (Round < std::size(Dashes)) {
    Style.Dashes.assign(Dashes[Round].begin(), Dashes[Round].end());
  } else { // a long line and three dots, four dots, ...
    Style.Dashes = {14, 3};
    Style.Dashes.append(2 * (Round - 2), 2);
  }
  return Style;
}

/// What colours and shapes tell in a plot: several devices have a colour each,
/// and kernels a shape; under one device both tell kernels.
struct PointStyles {
  std::vector<llvm::StringRef> Kernels; ///< in the order of their points
  std::vector<llvm::StringRef> Devices; ///< those with roofs first
  bool ColourKernels = false;

  explicit PointStyles(const PlotData &Plot) : NumRoofs(Plot.Devices.size()) {
    auto Add = [](std::vector<llvm::StringRef> &To, llvm::StringRef Name) {
      if (std::find(To.begin(), To.end(), Name) == To.end())
        To.push_back(Name);
    };
    for (const PlotData::Device &D : Plot.Devices)
      Add(Devices, D.Name);
    for (const PlotData::Point &P : Plot.Points) {
      Add(Kernels, P.Kernel);
      Add(Devices, P.Device);
    }
    ColourKernels = Devices.size() < 2 && Kernels.size() > 1;
  }

  /// A device whose roofs are not drawn is grey.
  DeviceStyle device(llvm::StringRef Name) const {
    const size_t I = index(Devices, Name);
    if (ColourKernels || I >= NumRoofs)
      return {Neutral, {}};
    return deviceStyle(I);
  }
  llvm::StringRef colour(const PlotData::Point &P) const {
    return ColourKernels
               ? llvm::StringRef(
                     Colours[index(Kernels, P.Kernel) % std::size(Colours)])
               : device(P.Device).Colour;
  }
  llvm::StringRef shape(const PlotData::Point &P) const {
    return Shapes[index(Kernels, P.Kernel) % std::size(Shapes)];
  }

private:
  static size_t index(llvm::ArrayRef<llvm::StringRef> In,
                      llvm::StringRef Name) {
    return std::find(In.begin(), In.end(), Name) - In.begin();
  }
  size_t NumRoofs;
};

/// Style of other lines, whose dashes show their role.
struct RoleStyle {
  llvm::StringRef Role, Text;
  llvm::ArrayRef<int> Dashes;
};

inline llvm::ArrayRef<RoleStyle> roleStyles() {
  static constexpr int Ceiling[] = {7, 4}, Source[] = {2, 3},
                       Utilization[] = {10, 3, 2, 3}, Wall[] = {1, 5},
                       Error[] = {4, 2};
  static const RoleStyle Styles[] = {
      {"ceiling", "ceiling", Ceiling},
      {"source", "data source", Source},
      {"utilization", "utilization of a kernel", Utilization},
      {"wall", "intensity of a kernel", Wall},
      {"error", "error of W and Q", Error}};
  return Styles;
}

constexpr double RoofWidth = 2.5, LineWidth = 1.2; ///< [pixel]

} // namespace roofline

#endif
