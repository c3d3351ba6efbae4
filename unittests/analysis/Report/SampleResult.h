// A small analysis result with given numbers.
#ifndef ROOFLINE_UNITTESTS_REPORT_SAMPLERESULT_H
#define ROOFLINE_UNITTESTS_REPORT_SAMPLERESULT_H

#include "roofline/Report/AnalysisResult.h"

namespace roofline {

/// Board of two banks of memory and one operator.
Device sampleBoard();

/// Result of this kernel, with 1024 work-items at 200 MHz:
///   1 kernel void scale(global float *A, int N) {
///   2   for (int k = 0; k < N; ++k)
///   3     A[64 * k + get_global_id(0)] *= 2;
/// The estimate is filled by hand, so that a test of a report depends on no
/// model: the loop takes 950 cycles (4.75 us), half of them (475) to move data.
/// Without \p N it stays unbound and the result is incomplete.
AnalysisResult sampleResult(std::optional<int64_t> N = 8);

} // namespace roofline

#endif
