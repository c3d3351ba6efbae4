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
  llvm::json::Array Designs;   ///< pricedDesigns() of each kernel of the report
  llvm::json::Array Schedules; ///< blockSchedules() of each kernel
  PlotData Plot;               ///< drawn where it has points
};

/// The kernel of \p R with each unrolling of one loop, each SIMD width, each
/// number of compute units and some work-groups, at the clock that the fit
/// predicts; null where the device prices no designs. The loop is the one that
/// limits; the rest of a design is the one of \p R.
///   {"loop": "12" or "12:3" or null, "source": design, "unroll": [1, ...],
///    "simd": [...], "units": [...], "group": ["64x4", ...],
///    "clocks_hz": [...], "designs": [design, ...]}
/// A design has `unroll`, `simd`, `units`, `group`, `what_if`, and `refused`
/// (why), or `time_s`, `cycles`, `clock_hz`, `limit`, `used`, `exceeded` and,
/// where they depend on the clock, `cycles_at` each of the clocks.
llvm::json::Value pricedDesigns(const AnalysisResult &R, const Device &D,
                                const AnalyzeOptions &Options);

/// The operations of each block of \p R as soon as their operands are there,
/// and the entries of \p D that their times are from; null where \p D prices no
/// pipelines.
///   {"blocks": [[{"name", "class", "known", "location", "start", "end",
///     "slack"}, ...] or null where there are too many, ...] in the order of
///     the hierarchy; `known` is false where the device lacks the latency,
///    "entries": {"latency.fp_add": {"value", "unit", "source"}, ...}}
llvm::json::Value blockSchedules(const AnalysisResult &R, const Device &D);

/// The designs of kernels, as `variants`, `explore` and `verify --space` find
/// them.
struct DesignPage {
  enum class Kind : uint8_t {
    Variants, ///< kernels of schemas/variants.schema.json
    Steps,    ///< stencil-designs.schema.json, each a kernel
    Kernels,  ///< kernels of designs.schema.json
    Space,    ///< space-verification.schema.json, each a kernel
  };
  Kind K = Kind::Variants;
  std::string Input; ///< the file of the kernels
  llvm::json::Array Kernels;
};
llvm::Expected<std::string> printPage(DesignPage Page,
                                      llvm::StringRef ShareFolder);

/// \p ShareFolder has pages/ and plot/. An error where one of their files is
/// not there.
llvm::Expected<std::string> printPage(ReportPage Page,
                                      llvm::StringRef ShareFolder);

} // namespace roofline

#endif
