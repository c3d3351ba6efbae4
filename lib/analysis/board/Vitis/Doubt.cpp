// Designs for which the compiler gives no result.
#include "Doubt.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace roofline::vitis {
namespace {

/// Work of the greatest designs that finish within 15 minutes. Source:
/// HLSyn-Vitis, half of the designs: 2.5 % of the valid ones lie above.
constexpr double MostWork = 34000;

std::string rounded(double Number) {
  return std::to_string(int64_t(std::llround(Number)));
}

double workOf(const Frame &F, const Part &P, const std::vector<Split> &Splits) {
  constexpr double Guarded = 5, Pipeline = 24, Ways = 1.0 / 450;
  double Work = P.Operations + Guarded * P.Guarded;
  if (P.isPipeline())
    Work += Pipeline;
  for (const ArrayUse &Use : P.Arrays) {
    double Banks = Splits[Use.Array].total();
    if (F.Arrays->Arrays[Use.Array].IsArgument || Banks <= 1)
      continue;
    Work += Banks + Ways * (Use.Loads + Use.Stores) * (Banks - 1);
  }
  return P.Copies * Work;
}

} // namespace

double compileWork(const Frame &F, const std::vector<Part> &Parts,
                   const std::vector<Split> &Splits) {
  constexpr double BankOnce = 1.5;
  double Work = 0;
  for (const Part &P : Parts)
    Work += workOf(F, P, Splits);
  for (uint32_t Array = 0; Array < Splits.size(); ++Array)
    if (!F.Arrays->Arrays[Array].IsArgument)
      Work += BankOnce * Splits[Array].total();
  return Work;
}

std::string buildDoubt(const Frame &F, const std::vector<Part> &Parts,
                       const std::vector<Split> &Splits) {
  if (F.Options->Without.contains("finish"))
    return "";
  double Work = compileWork(F, Parts, Splits);
  if (!(Work > MostWork))
    return "";
  double Operations = 0, Copies = 0;
  for (const Part &P : Parts) {
    Operations += P.Copies * P.Operations;
    Copies += P.Copies;
  }
  return "the compiler would not finish in 15 minutes: " + rounded(Operations) +
         " operations after unrolling, in " + rounded(Copies) +
         " parts; smaller factors help";
}

} // namespace roofline::vitis
