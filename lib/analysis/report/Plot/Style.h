// Styles of lines, the same in every picture.
#ifndef ROOFLINE_LIB_PLOT_STYLE_H
#define ROOFLINE_LIB_PLOT_STYLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <iterator>

namespace roofline {

/// Colours that colour-blind people can distinguish (Okabe and Ito).
constexpr llvm::StringLiteral Colours[] = {"#0072b2", "#d55e00", "#009e73",
                                           "#cc79a7", "#e69f00", "#56b4e9",
                                           "#000000"};

/// Colours of kernels, none of which a device has.
constexpr llvm::StringLiteral KernelColours[] = {
    "#222222", "#aa4499", "#999933", "#882255", "#8c6d31", "#777777"};

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
