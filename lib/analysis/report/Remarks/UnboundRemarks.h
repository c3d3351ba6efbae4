// Remarks on a kernel of unknown sizes.
#ifndef ROOFLINE_REMARKS_UNBOUNDREMARKS_H
#define ROOFLINE_REMARKS_UNBOUNDREMARKS_H

#include "roofline/Remarks/SourceRemarks.h"

namespace roofline {

/// Remark with the cycles in closed form instead of a time.
SourceRemark unboundCost(const AnalysisResult &R);

/// Remarks on loops, with the cause of their initiation intervals, and on each
/// strided or irregular access.
std::vector<SourceRemark> unboundRemarks(const AnalysisResult &R);

/// I = W / Q [operation/byte] in the unknowns, "N / (4*N + 2)"; empty when W or
/// Q has no closed form.
std::string intensityForm(const AnalysisResult &R);

/// Arguments of conditions and strides of accesses that R.Bound.Missing lacks.
std::vector<MissingInput> furtherUnknowns(const AnalysisResult &R);

/// Adds the ends of dependence \p Dep of loop \p Id to \p To.
void addEnds(const AnalysisResult &R, uint32_t Id, uint32_t Dep,
             SourceRemark &To);

} // namespace roofline

#endif
