// Parts that the SVG pictures share.
#ifndef ROOFLINE_LIB_PLOT_SVG_H
#define ROOFLINE_LIB_PLOT_SVG_H

#include "Style.h"

#include "roofline/Plot/Plot.h"

#include <string>
#include <vector>

namespace roofline {

/// \p Text as the content of an element.
std::string svgText(llvm::StringRef Text);

/// A width [pixel] in which \p Text fits, in the pictures' font.
double svgWidth(llvm::StringRef Text);

/// A roofline plot of \p S, with its legend.
std::string paintRoofline(const PlotData &Plot, const Scene &S);

/// One row of a legend: a sample of a line, a mark, or neither, and text.
struct LegendRow {
  std::string Text;
  std::string Sample; ///< elements that end at 24 pixels, at the text's middle
  bool Bold = false;
  llvm::StringRef Colour = "black";
};
/// Rows that belong together: of one device, or the key.
using LegendGroup = std::vector<LegendRow>;

/// A legend of a roofline plot, in columns.
struct Legend {
  std::string Elements; ///< at x = 0, y = 0
  double Width = 0, Height = 0;
};
/// Columns as high as \p Height, or higher where else they were more than
/// three.
Legend layOutLegend(const std::vector<LegendGroup> &Groups, double Height);

/// \p Parts with blanks between them, in lines that fit in a column.
std::vector<std::string> wrapped(llvm::ArrayRef<std::string> Parts);

} // namespace roofline

#endif
