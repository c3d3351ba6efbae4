// The page of an analysis: one HTML file that needs no other file.
//
/// \file
/// The page reads one JSON object (docs/report-page.md): the report, the
/// sources that its places name, designs priced beforehand, and a Vega-Lite
/// plot. Its text, style and script are share/roofline/pages/report.*. Try:
/// roofline analyze k.cl --global 1024 --html report.html
#ifndef ROOFLINE_PAGE_REPORTPAGE_H
#define ROOFLINE_PAGE_REPORTPAGE_H

#include "roofline/HlsReport/HlsResult.h"
#include "roofline/Plot/PlotData.h"
#include "roofline/Pricing/Analyze.h"

namespace roofline {

struct ReportPage {
  std::string Title;
  std::string Input; ///< the analysed file
  /// docs/report-json.md; of C++ kernels docs/hls-report-json.md.
  llvm::json::Value Report = nullptr;
  bool IsHls = false;          ///< C++ kernels, which have no Designs
  llvm::json::Array Designs;   ///< pricedDesigns() of each kernel in Report
  llvm::json::Array Schedules; ///< blockSchedules() of each kernel in Report
  llvm::json::Array Answers;   ///< answerData() of each kernel in Report
  PlotData Plot;               ///< drawn unless it has no points
};

/// Prices the kernel of \p R with each unrolling of its limiting loop, each
/// SIMD width, each number of compute units and some work-groups, at the clock
/// that the fit predicts. The rest of each design is as in \p R. Null when the
/// device prices no designs.
///   {"loop": "12" or "12:3" or null, "source": design, "unroll": [1, ...],
///    "simd": [...], "units": [...], "group": ["64x4", ...],
///    "clocks_hz": [...], "designs": [design, ...]}
/// A design has `unroll`, `simd`, `units`, `group`, `what_if`, and either
/// `refused` (the reason) or `time_s`, `cycles`, `clock_hz`, `limit`, `used`
/// and `exceeded`. Cycles that depend on the clock are in `cycles_at`, one for
/// each clock.
llvm::json::Value pricedDesigns(const AnalysisResult &R, const Device &D,
                                const AnalyzeOptions &Options);

/// Schedules each operation of each block of \p R as soon as its operands are
/// ready, and lists the entries of \p D that give the latencies. Null when \p D
/// prices no pipelines.
///   {"blocks": [[{"name", "class", "known", "location", "start", "end",
///     "slack"}, ...] or null where there are too many, ...] in the order of
///     the hierarchy; `known` is false where the device lacks the latency,
///    "entries": {"latency.fp_add": {"value", "unit", "source"}, ...}}
llvm::json::Value blockSchedules(const AnalysisResult &R, const Device &D);

/// The first screen of \p R (Report/Answer.h).
///   {"rows": [{"name", "text"}, ...], "limiting": place or null}
llvm::json::Value answerData(const AnalysisResult &R);
llvm::json::Value answerData(const HlsResult &R);

/// The designs that `variants`, `explore` and `verify --space` find.
struct DesignPage {
  enum class Kind : uint8_t {
    Variants, ///< kernels of variants.schema.json
    Steps,    ///< stencil-designs.schema.json, each a kernel
    Kernels,  ///< kernels of designs.schema.json
    Space,    ///< space-verification.schema.json, each a kernel
    Hls,      ///< kernels of hls-report.schema.json
  };
  Kind K = Kind::Variants;
  std::string Input; ///< the file of the kernels
  llvm::json::Array Kernels;
};
llvm::Expected<std::string> printPage(DesignPage Page,
                                      llvm::StringRef ShareFolder);

/// Writes the page as HTML. \p ShareFolder has pages/ and plot/; an error when
/// one of their files is missing.
llvm::Expected<std::string> printPage(ReportPage Page,
                                      llvm::StringRef ShareFolder);

} // namespace roofline

#endif
