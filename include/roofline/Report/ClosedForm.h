// The cost of a block as a formula, for launches that are not bound yet.
#ifndef ROOFLINE_REPORT_CLOSEDFORM_H
#define ROOFLINE_REPORT_CLOSEDFORM_H

#include "roofline/Report/AnalysisResult.h"

namespace roofline {

struct ClosedForm {
  Expr Comp;            ///< Eq. (11) [cycle]
  std::string CompMin;  ///< Comp as text: "N*WI + 16"
  std::string MemTrans; ///< Eq. (14) [transaction]: "0.235*N*WI"; empty: none
  bool AtMost = false;  ///< a loop may end earlier: both are upper bounds
  /// Loops whose trip count varies in a way that has no sum in closed form:
  /// trip(LINE) is its mean.
  std::vector<uint32_t> Means;
};

/// Cost of block \p Block under the design: WI is the number of work-items,
/// trip(LINE) a trip count without a closed form. One that varies with ids or
/// enclosing loops is summed over them. The runs that Eq. (9) adds for
/// enclosing loops are in both.
ClosedForm closedForm(const AnalysisResult &R, uint32_t Block);

} // namespace roofline

#endif
