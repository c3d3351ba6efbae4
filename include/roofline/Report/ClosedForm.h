// The cost of a block as a formula, for launches that are not bound yet.
#ifndef ROOFLINE_REPORT_CLOSEDFORM_H
#define ROOFLINE_REPORT_CLOSEDFORM_H

#include "roofline/Report/AnalysisResult.h"

namespace roofline {

struct ClosedForm {
  std::string CompMin;  ///< Eq. (11) [cycle]: "N*WI + 16"
  std::string MemTrans; ///< Eq. (14) [transaction]: "0.235*N*WI"; empty: none
  bool AtMost = false;  ///< a loop may end earlier: both are upper bounds
};

/// Of block \p Block under the design: WI is the number of work-items,
/// trip(LINE) a trip count without a closed form, iteration(LINE) the current
/// one of a loop. The runs that Eq. (9) adds for enclosing loops are factors of
/// both.
ClosedForm closedForm(const AnalysisResult &R, uint32_t Block);

} // namespace roofline

#endif
