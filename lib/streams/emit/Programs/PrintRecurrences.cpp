// What positions leave to later ones, in programs: variables, and arrays that
// move on.
#include "ProgramPlan.h"

namespace roofline {

void ProgramPrinter::printLeft(Text &T, uint32_t I, bool AsVariables) {
  const Recurrence &R = P.K.Recurrences[I];
  const std::string Left = C.type(R.Type) + " " + P.Lefts[I];
  if (R.Distance == 1) {
    T.line(Left + (AsVariables ? " = " + initialLeft(R) + ";" : ";"));
    return;
  }
  T.line(Left + "[" + number(R.Distance) + "];");
  if (AsVariables && P.isCxx())
    T.line("#pragma HLS ARRAY_PARTITION variable=" + P.Lefts[I] + " complete");
  if (AsVariables)
    printInitialLeft(T, I, "");
}

std::string ProgramPrinter::initialLeft(const Recurrence &R) const {
  return R.Initial ? C.literal(*R.Initial, R.Type)
                   : P.Scalars[*R.InitialScalar];
}

void ProgramPrinter::printInitialLeft(Text &T, uint32_t I,
                                      const std::string &Lines) {
  const Recurrence &R = P.K.Recurrences[I];
  const bool IsArray = R.Distance > 1;
  if (IsArray)
    T.line("for (int k = 0; k < " + number(R.Distance) + "; ++k)");
  T.line((IsArray ? "  " : "") + Lines + P.Lefts[I] +
         (IsArray ? "[k] = " : " = ") + initialLeft(R) + ";");
}

void ProgramPrinter::printLeaving(Text &T, uint32_t I,
                                  const std::string &Condition,
                                  const std::string &Value,
                                  const std::string &Lines) {
  const int64_t Distance = P.K.Recurrences[I].Distance;
  const std::string Left = Lines + P.Lefts[I];
  auto Take = [&](const std::string &Next) {
    if (!Condition.empty())
      T.line("if (" + Condition + ")");
    T.line((Condition.empty() ? "" : "  ") + Next);
  };
  if (Distance == 1)
    return Take(Left + " = " + Value + ";");
  Take("for (int k = " + number(Distance - 1) + "; k > 0; --k)");
  T.line("    " + Left + "[k] = " + Left + "[k - 1];");
  Take(Left + "[0] = " + Value + ";");
}

} // namespace roofline
