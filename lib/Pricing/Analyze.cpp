// From a summary and its options to a priced result.
#include "roofline/Pricing/Analyze.h"

#include "roofline/Options/LaunchOptions.h"

using namespace llvm;

namespace roofline {

Expected<AnalysisResult> analyzeKernel(KernelSummary Kernel, const Device &D,
                                       const AnalyzeOptions &Options) {
  AnalysisResult R;
  R.L = Options.L;
  if (Error E = checkLaunch(Kernel, R.L))
    return E;
  R.Kernel = std::make_shared<const KernelSummary>(std::move(Kernel));
  R.Board = D;
  R.Form = Options.Form;
  R.Used = Options.Used;
  R.Bound = bindKernel(*R.Kernel, R.L, D, Options.Clock);
  R.Counts = countKernel(*R.Kernel, R.L, Options.Operators);
  R.D = sourceDesign(R.Bound);
  R.Priced = makeEstimate(R.Bound);
  if (!Options.WhatIf.empty()) {
    estimate(R.Bound, R.D, R.Form, R.Used, D, R.Priced);
    R.SourceTime = R.Priced.Time;
    auto Changed = parseWhatIf(Options.WhatIf, R.Bound, R.D);
    if (const auto *Problem = std::get_if<std::string>(&Changed))
      return createStringError(inconvertibleErrorCode(),
                               "--what-if " + *Problem);
    R.D = std::get<Design>(std::move(Changed));
  }
  estimate(R.Bound, R.D, R.Form, R.Used, D, R.Priced);
  R.Guards = designGuards(R.Bound, R.D);
  R.Advices = advise(R.Bound, R.D, R.Form, R.Used, D, R.Priced);
  return R;
}

} // namespace roofline
