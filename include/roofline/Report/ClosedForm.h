// The cost of a block as a formula, for launches that are not bound yet.
#ifndef ROOFLINE_REPORT_CLOSEDFORM_H
#define ROOFLINE_REPORT_CLOSEDFORM_H

#include "roofline/Report/AnalysisResult.h"

namespace roofline {

struct ClosedForm {
  std::string CompMin;  ///< Eq. (11) [cycle]: "WI*N + 16"
  std::string MemTrans; ///< Eq. (14) [transaction]: "0.235*WI*N"; empty: none
};

/// Of block \p Block under the design: WI is the number of work-items, and
/// trip(LINE) a trip count without a closed form. The runs that Eq. (9) adds for
/// enclosing loops are factors of both.
ClosedForm closedForm(const AnalysisResult &R, uint32_t Block);

} // namespace roofline

#endif
