// The cost of a block as a formula, for unbound launches.
#ifndef ROOFLINE_REPORT_CLOSEDFORM_H
#define ROOFLINE_REPORT_CLOSEDFORM_H

#include "roofline/Report/AnalysisResult.h"

namespace roofline {

struct ClosedForm {
  Expr Comp;            ///< Eq. (11) [cycle]
  std::string CompMin;  ///< Comp as text: "N*WI + 16"
  std::string MemTrans; ///< Eq. (14) [transaction]: "0.235*N*WI"; empty: none
  bool AtMost = false;  ///< both are upper bounds: a loop may end earlier
  /// Loops whose varying trip count has no sum in closed form; trip(LINE) is
  /// the mean.
  std::vector<uint32_t> Means;
};

/// Cost of block \p Block under the design. WI is the number of work-items,
/// trip(LINE) a trip count without a closed form. A trip count that varies with
/// ids or enclosing loops is summed over them. Both formulas include the runs
/// that Eq. (9) adds for enclosing loops.
ClosedForm closedForm(const AnalysisResult &R, uint32_t Block);

} // namespace roofline

#endif
