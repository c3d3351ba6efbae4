// Parts that the SVG pictures share.
#ifndef ROOFLINE_LIB_PLOT_SVG_H
#define ROOFLINE_LIB_PLOT_SVG_H

#include "Style.h"

#include "roofline/Plot/Plot.h"

#include <string>
#include <vector>

namespace roofline {

/// \p Text escaped as the content of an element.
std::string svgText(llvm::StringRef Text);

/// [pixel] Upper bound of the width of \p Text in the pictures' font.
double svgWidth(llvm::StringRef Text);

/// A style that draws the pictures dark where the reader's system is.
extern const llvm::StringLiteral SvgStyle;

/// A roofline plot of \p S, with its legend.
std::string paintRoofline(const PlotData &Plot, const Scene &S);

/// One row of a legend: a sample of a line, a mark, or neither, and text.
struct LegendRow {
  std::string Text;
  std::string Sample; ///< elements up to x = 24 pixels, centred on the text
  bool Bold = false;
  llvm::StringRef Colour = "black";
};
/// Rows of one device, or of the key.
using LegendGroup = std::vector<LegendRow>;

/// A legend of a roofline plot, in columns.
struct Legend {
  std::string Elements; ///< at x = 0, y = 0
  double Width = 0, Height = 0;
};
/// Lays out columns of at most \p Height.
Legend legendBeside(const std::vector<LegendGroup> &Groups, double Height);
/// Lays out up to three columns, as many as \p Width has room for.
Legend legendBelow(const std::vector<LegendGroup> &Groups, double Width);

/// Joins \p Parts by blanks into lines that fit in a column.
std::vector<std::string> wrapped(llvm::ArrayRef<std::string> Parts);

} // namespace roofline

#endif
