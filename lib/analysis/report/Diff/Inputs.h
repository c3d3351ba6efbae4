// Changed inputs of two matched parts.
#ifndef ROOFLINE_LIB_DIFF_INPUTS_H
#define ROOFLINE_LIB_DIFF_INPUTS_H

#include "roofline/Diff/ReportDiff.h"

namespace roofline {

/// Changes in device, launch, design and missing inputs.
std::vector<InputChange> settingInputs(const ReportedKernel &Old,
                                       const ReportedKernel &New);
/// Changes in the number of operations of each kind.
std::vector<InputChange> countInputs(const ReportedKernel &Old,
                                     const ReportedKernel &New);
std::vector<InputChange> loopInputs(const ReportedLoop &Old,
                                    const ReportedLoop &New);
/// Changes of an access, except its loop.
std::vector<InputChange> accessInputs(const ReportedAccess &Old,
                                      const ReportedAccess &New);

} // namespace roofline

#endif
