// The designs around the source's own, priced.
#include "roofline/Page/ReportPage.h"

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

/// The loop of the pipeline that limits \p Report; null: none does.
const Object *limitingLoop(const Object &Report) {
  const Object *Board = Report.getObject("board");
  if (!Board)
    return nullptr;
  const Array &Pipelines = *Board->getArray("pipelines");
  const std::optional<int64_t> At = Board->getInteger("limiting");
  if (!At || *At < 0 || size_t(*At) >= Pipelines.size())
    return nullptr;
  return Pipelines[size_t(*At)].getAsObject()->getObject("loop");
}

/// The location of the innermost loop with the largest share below \p Node.
void findLoop(const Object &Node, double &Share, const Object *&Loop) {
  if (const Object *Of = Node.getObject("loop"))
    if (double S = Node.getNumber("share").value_or(0); S >= Share) {
      Share = S;
      Loop = Of->getObject("location");
    }
  if (const Array *Children = Node.getArray("children"))
    for (const Value &Child : *Children)
      findLoop(*Child.getAsObject(), Share, Loop);
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

/// What the page says of \p R, at the clock that its fit predicts.
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
  const Object *Loop = limitingLoop(Report);
  Of["limit"] = Loop        ? formatv("the loop at line {0}",
                                      Loop->getInteger("line").value_or(0))
                                  .str()
                : R.OnBoard ? "the kernel's body"
                            : "model hpca16";
  if (Object *Fit = Report.getObject("fit")) {
    Of["used"] = std::move((*Fit)["used"]);
    Of["exceeded"] = std::move((*Fit)["exceeded"]);
  }
  return Of;
}

} // namespace

Value pricedDesigns(const AnalysisResult &R, const Device &D,
                    const AnalyzeOptions &Given) {
  if (!R.IsPriced || !R.complete())
    return nullptr;
  const Object Report = reportOf(R);
  const Object *Loop = limitingLoop(Report);
  if (double Share = 0; !Loop)
    findLoop(*Report.getObject("hierarchy"), Share, Loop);
  const int64_t Line = Loop ? Loop->getInteger("line").value_or(0) : 0;
  Knobs Source = {1, R.D.Simd, R.D.ComputeUnits};
  for (const Value &Of : *Report.getObject("design")->getArray("unroll"))
    if (Line && Of.getAsObject()->getInteger("line") == Line)
      Source.Unroll = Of.getAsObject()->getInteger("factor").value_or(1);
  AnalyzeOptions Options = Given;
  Options.L = R.L;
  const std::vector<int64_t> Unroll = choices(Line ? 16 : 1, Source.Unroll),
                             Simd = choices(16, Source.Simd),
                             Units = choices(8, Source.Units);
  Array Designs;
  for (int64_t U : Unroll)
    for (int64_t S : Simd)
      for (int64_t N : Units) {
        const Knobs K = {U, S, N};
        Object Design = K.json();
        if (K != Source) {
          Options.WhatIf = formatv("simd={0},cu={1}", S, N);
          if (Line)
            Options.WhatIf += formatv(",ul@{0}={1}", Line, U);
        } else {
          Options.WhatIf = Given.WhatIf;
        }
        Design["what_if"] = Options.WhatIf;
        Expected<AnalysisResult> Priced = analyzeKernel(*R.Kernel, D, Options);
        Expected<Object> Of = Priced ? describe(std::move(*Priced), D, Options)
                                     : Expected<Object>(Priced.takeError());
        if (!Of)
          Design["refused"] = toString(Of.takeError());
        else
          for (auto &[Name, Member] : *Of)
            Design[Name] = std::move(Member);
        Designs.push_back(std::move(Design));
      }
  return Object{{"loop", Loop ? Value(Object(*Loop)) : Value(nullptr)},
                {"source", Source.json()},
                {"unroll", Unroll},
                {"simd", Simd},
                {"units", Units},
                {"designs", std::move(Designs)}};
}

} // namespace roofline
