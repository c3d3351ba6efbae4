// The numbers of a device file that price pipelines, by their keys.
#ifndef ROOFLINE_MACHINE_DEVICEENTRIES_H
#define ROOFLINE_MACHINE_DEVICEENTRIES_H

#include "roofline/Machine/Device.h"

namespace roofline {

/// "memory.banks", "latency.fp_add", ...: paths as in docs/device-format.md;
/// values in the units of struct Device. Empty where \p D prices no pipelines.
std::map<std::string, double> pricingEntries(const Device &D);

} // namespace roofline

#endif
