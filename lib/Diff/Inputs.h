// Which inputs of the numbers differ between two matched parts.
#ifndef ROOFLINE_LIB_DIFF_INPUTS_H
#define ROOFLINE_LIB_DIFF_INPUTS_H

#include "roofline/Diff/ReportDiff.h"

namespace roofline {

std::vector<InputChange> kernelInputs(const ReportedKernel &Old,
                                      const ReportedKernel &New);
std::vector<InputChange> loopInputs(const ReportedLoop &Old,
                                    const ReportedLoop &New);
/// But for the loop that an access is in.
std::vector<InputChange> accessInputs(const ReportedAccess &Old,
                                      const ReportedAccess &New);

} // namespace roofline

#endif
