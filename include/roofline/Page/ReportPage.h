// The page of an analysis: one HTML file that carries all that it shows.
//
/// \file
/// The page reads one JSON object (docs/report-page.md): the report, the
/// sources that its places name, designs priced beforehand, and a Vega-Lite
/// plot. Its text, style and script are share/roofline/pages/report.*. Try:
/// roofline analyze k.cl --global 1024 --html report.html
#ifndef ROOFLINE_PAGE_REPORTPAGE_H
#define ROOFLINE_PAGE_REPORTPAGE_H

#include "roofline/Plot/PlotData.h"
#include "roofline/Pricing/Analyze.h"

namespace roofline {

struct ReportPage {
  std::string Title;
  std::string Input;                  ///< the file that was analysed
  llvm::json::Value Report = nullptr; ///< docs/report-json.md
  llvm::json::Array Designs; ///< pricedDesigns() of each kernel of the report
  PlotData Plot;             ///< drawn where it has points
};

/// The kernel of \p R with each unrolling of one loop, each SIMD width and each
/// number of compute units, at the clock that the fit predicts; null where the
/// device prices no designs. The loop is the one that limits; the rest of a
/// design is the one of \p R.
///   {"loop": "12" or "12:3" or null, "source": design, "unroll": [1, ...],
///    "simd": [...], "units": [...], "designs": [design, ...]}
/// A design has `unroll`, `simd`, `units`, `what_if`, and `refused` (why), or
/// `time_s`, `cycles`, `clock_hz`, `limit`, `used` and `exceeded`.
llvm::json::Value pricedDesigns(const AnalysisResult &R, const Device &D,
                                const AnalyzeOptions &Options);

/// \p ShareFolder has pages/ and plot/. An error where one of their files is
/// not there.
llvm::Expected<std::string> printPage(ReportPage Page,
                                      llvm::StringRef ShareFolder);

} // namespace roofline

#endif
