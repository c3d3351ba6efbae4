// The numbers of a device file that price pipelines, by their keys.
#ifndef ROOFLINE_MACHINE_DEVICEENTRIES_H
#define ROOFLINE_MACHINE_DEVICEENTRIES_H

#include "roofline/Machine/Device.h"

namespace roofline {

struct DeviceEntry {
  double Value = 0;
  /// As in struct Device: "cycle", "byte/s"; empty: no unit.
  const char *Unit = "";
  std::string Source; ///< as in the device file
};

/// Entries by their paths, as in docs/device-format.md: "memory.banks",
/// "latency.fp_add". Empty when \p D prices no pipelines.
std::map<std::string, DeviceEntry> sourcedEntries(const Device &D);

/// The values of sourcedEntries().
std::map<std::string, double> pricingEntries(const Device &D);

} // namespace roofline

#endif
