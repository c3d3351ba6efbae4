// The inputs of the numbers that differ between two matched parts.
#ifndef ROOFLINE_LIB_DIFF_INPUTS_H
#define ROOFLINE_LIB_DIFF_INPUTS_H

#include "roofline/Diff/ReportDiff.h"

namespace roofline {

/// Device, launch and design; what is missing.
std::vector<InputChange> settingInputs(const ReportedKernel &Old,
                                       const ReportedKernel &New);
/// The number of operations of each kind.
std::vector<InputChange> countInputs(const ReportedKernel &Old,
                                     const ReportedKernel &New);
std::vector<InputChange> loopInputs(const ReportedLoop &Old,
                                    const ReportedLoop &New);
/// But for the loop that an access is in.
std::vector<InputChange> accessInputs(const ReportedAccess &Old,
                                      const ReportedAccess &New);

} // namespace roofline

#endif
