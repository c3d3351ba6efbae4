// The legend of a roofline plot as SVG.
#include "Svg.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>

using namespace llvm;

namespace roofline {

static constexpr double RowHeight = 17; ///< [pixel]

/// The groups of each column, none of which is broken where it fits in one.
static std::vector<std::vector<const LegendRow *>>
inColumns(const std::vector<LegendGroup> &Groups, size_t PerColumn) {
  std::vector<std::vector<const LegendRow *>> Columns(1);
  for (const LegendGroup &G : Groups) {
    if (!Columns.back().empty() && G.size() <= PerColumn &&
        Columns.back().size() + G.size() > PerColumn)
      Columns.emplace_back();
    for (const LegendRow &Row : G) {
      if (Columns.back().size() == PerColumn)
        Columns.emplace_back();
      Columns.back().push_back(&Row);
    }
  }
  return Columns;
}

static Legend layOut(const std::vector<LegendGroup> &Groups, size_t PerColumn) {
  constexpr double TextAt = 32, Gap = 16;
  Legend L;
  raw_string_ostream OS(L.Elements);
  for (const auto &Column : inColumns(Groups, PerColumn)) {
    double Widest = 0, Y = 0;
    for (const LegendRow *Row : Column) {
      if (Row->Bold && Y > 0)
        Y += 4;
      if (!Row->Sample.empty())
        OS << formatv("<g transform=\"translate({0:f1},{1:f1})\">{2}</g>\n",
                      L.Width, Y - 4, Row->Sample);
      OS << formatv("<text x=\"{0:f1}\" y=\"{1:f1}\" fill=\"{2}\"{3}>{4}"
                    "</text>\n",
                    L.Width + TextAt, Y, Row->Colour,
                    Row->Bold ? " font-weight=\"bold\"" : "",
                    svgText(Row->Text));
      Widest = std::max(Widest, svgWidth(Row->Text));
      Y += RowHeight;
    }
    L.Width += TextAt + Widest + Gap;
    L.Height = std::max(L.Height, Y);
  }
  return L;
}

Legend legendBeside(const std::vector<LegendGroup> &Groups, double Height) {
  return layOut(Groups, std::max(1.0, Height / RowHeight));
}

Legend legendBelow(const std::vector<LegendGroup> &Groups, double Width) {
  size_t Rows = 0;
  for (const LegendGroup &G : Groups)
    Rows += G.size();
  Legend L;
  for (unsigned Columns : {3, 2, 1}) {
    // A tenth more, for what groups leave at a column's end.
    L = layOut(Groups, Columns == 1 ? Rows : std::ceil(1.1 * Rows / Columns));
    if (L.Width <= Width)
      break;
  }
  return L;
}

std::vector<std::string> wrapped(ArrayRef<std::string> Parts) {
  constexpr size_t Most = 46; // characters
  std::vector<std::string> Lines;
  for (const std::string &Part : Parts) {
    if (Lines.empty())
      Lines.push_back(Part);
    else if (Lines.back().size() + 1 + Part.size() > Most)
      Lines.push_back("    " + Part);
    else
      Lines.back() += " " + Part;
  }
  return Lines;
}

} // namespace roofline
