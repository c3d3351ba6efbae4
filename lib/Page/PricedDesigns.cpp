// The designs around the source's own, priced.
#include "roofline/Page/ReportPage.h"

#include "roofline/Hpca16/WhatIf.h"
#include "roofline/Kernel/LaunchSymbols.h"
#include "roofline/Report/EstimateJSON.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {
namespace {

using json::Array;
using json::Object;
using json::Value;

struct Knobs {
  int64_t Unroll = 1, Simd = 1, Units = 1;
  bool operator==(const Knobs &) const = default;

  Object json() const {
    return Object{{"unroll", Unroll}, {"simd", Simd}, {"units", Units}};
  }
};

/// The report of \p R alone.
Object reportOf(const AnalysisResult &R) {
  Value All = toJSON(std::vector<AnalysisResult>{R});
  return std::move(*(*All.getAsObject()->getArray("kernels"))[0].getAsObject());
}

/// The index of the loop that limits \p R; nothing: none does.
std::optional<uint32_t> limitingLoop(const AnalysisResult &R) {
  if (R.OnBoard)
    return R.OnBoard->Pipelines[R.OnBoard->Limiting].Loop;
  return R.Bound.Blocks[R.Priced.LimitingBlock].Loop;
}

/// 1, 2, 4, ... up to \p Most, and \p Also.
std::vector<int64_t> choices(int64_t Most, int64_t Also) {
  std::vector<int64_t> All = {Also};
  for (int64_t N = 1; N <= Most; N *= 2)
    if (N != Also)
      All.push_back(N);
  llvm::sort(All);
  return All;
}

/// The page's words about \p R, at the clock that its fit predicts.
Expected<Object> describe(AnalysisResult R, const Device &D,
                          AnalyzeOptions Options) {
  if (R.Fit && !Options.Clock) {
    Options.Clock = R.Fit->Clock;
    Expected<AnalysisResult> Again = analyzeKernel(*R.Kernel, D, Options);
    if (!Again)
      return Again.takeError();
    R = std::move(*Again);
  }
  Object Report = reportOf(R);
  Object Of;
  for (const char *Name : {"time_s", "cycles", "clock_hz"})
    Of[Name] = std::move(Report[Name]);
  const std::optional<uint32_t> Loop = limitingLoop(R);
  Of["limit"] =
      Loop ? "the loop at line " + toString(shortPlace(*R.Kernel, *Loop))
           : std::string("the kernel's body");
  if (Object *Fit = Report.getObject("fit")) {
    Of["used"] = std::move((*Fit)["used"]);
    Of["exceeded"] = std::move((*Fit)["exceeded"]);
  }
  return Of;
}

Object priced(const Knobs &K, const KernelSummary &Kernel, const Device &D,
              const AnalyzeOptions &Options) {
  Object Design = K.json();
  Design["what_if"] = Options.WhatIf;
  Expected<AnalysisResult> R = analyzeKernel(Kernel, D, Options);
  Expected<Object> Of =
      R ? describe(std::move(*R), D, Options) : Expected<Object>(R.takeError());
  if (!Of)
    Design["refused"] = toString(Of.takeError());
  else
    for (auto &[Name, Member] : *Of)
      Design[Name] = std::move(Member);
  return Design;
}

} // namespace

Value pricedDesigns(const AnalysisResult &R, const Device &D,
                    const AnalyzeOptions &Given) {
  if (!R.IsPriced || !R.complete() || R.Bound.Blocks.empty())
    return nullptr;
  AnalyzeOptions Options = Given;
  Options.L = R.L;
  Options.WhatIf.clear();
  Expected<AnalysisResult> Plain = analyzeKernel(*R.Kernel, D, Options);
  if (!Plain)
    return consumeError(Plain.takeError()), nullptr;
  const auto Asked = parseWhatIf(Given.WhatIf, Plain->Bound, Plain->D);
  WhatIf Design = std::holds_alternative<WhatIf>(Asked)
                      ? std::get<WhatIf>(Asked)
                      : WhatIf{R.D};
  const std::optional<uint32_t> Loop = limitingLoop(R);
  const Knobs Source = {Loop ? R.D.Unroll[*Loop] : 1, R.D.Simd,
                        R.D.ComputeUnits};
  const std::vector<int64_t> Unroll = choices(Loop ? 16 : 1, Source.Unroll),
                             Simd = choices(16, Source.Simd),
                             Units = choices(8, Source.Units);
  Array Designs;
  for (int64_t U : Unroll)
    for (int64_t S : Simd)
      for (int64_t N : Units) {
        if (Loop)
          Design.D.Unroll[*Loop] = uint32_t(U);
        Design.D.Simd = uint32_t(S);
        Design.D.ComputeUnits = uint32_t(N);
        Options.WhatIf = whatIfText(Plain->Bound, Plain->D, Design);
        Designs.push_back(priced(Knobs{U, S, N}, *R.Kernel, D, Options));
      }
  return Object{{"loop", Loop ? Value(toString(shortPlace(*R.Kernel, *Loop)))
                              : Value(nullptr)},
                {"source", Source.json()},
                {"unroll", Unroll},
                {"simd", Simd},
                {"units", Units},
                {"designs", std::move(Designs)}};
}

} // namespace roofline
