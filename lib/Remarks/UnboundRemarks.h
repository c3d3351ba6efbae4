// The remarks of a kernel without its sizes at places of the source.
#ifndef ROOFLINE_REMARKS_UNBOUNDREMARKS_H
#define ROOFLINE_REMARKS_UNBOUNDREMARKS_H

#include "roofline/Remarks/SourceRemarks.h"

namespace roofline {

/// In the place of a time the cycles in closed form.
SourceRemark unboundCost(const AnalysisResult &R);

/// The loops with what forces their initiation intervals, and each access that
/// is strided or irregular.
std::vector<SourceRemark> unboundRemarks(const AnalysisResult &R);

/// I = W / Q as the unknowns give it [operation/byte], "N / (4*N + 2)"; empty
/// where W or Q has no closed form.
std::string intensityForm(const AnalysisResult &R);

/// Arguments that conditions and strides of accesses depend on, beside those in
/// R.Bound.Missing.
std::vector<MissingInput> furtherUnknowns(const AnalysisResult &R);

/// Adds the ends of dependence \p Dep of loop \p Id.
void addEnds(const AnalysisResult &R, uint32_t Id, uint32_t Dep,
             SourceRemark &To);

} // namespace roofline

#endif
