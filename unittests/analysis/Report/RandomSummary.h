// Random kernel summaries that checkSummary() accepts.
#ifndef ROOFLINE_UNITTESTS_REPORT_RANDOMSUMMARY_H
#define ROOFLINE_UNITTESTS_REPORT_RANDOMSUMMARY_H

#include "roofline/Kernel/KernelSummary.h"

#include <random>

namespace roofline {

/// Every field takes values from all of its range.
KernelSummary randomSummary(std::mt19937_64 &Random);

} // namespace roofline

#endif
