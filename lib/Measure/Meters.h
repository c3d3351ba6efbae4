// The kinds of power meters.
#ifndef ROOFLINE_LIB_MEASURE_METERS_H
#define ROOFLINE_LIB_MEASURE_METERS_H

#include "roofline/Measure/PowerMeter.h"

namespace roofline {

/// Why there is no power.
llvm::Error noMeter(const llvm::Twine &Reason);

/// Energy counters of the processor's packages and their DRAM, in
/// class/powercap.
llvm::Expected<std::unique_ptr<PowerMeter>> openRapl(const std::string &Sysfs);

/// A sensor in class/hwmon: of chip \p Name, or of the device at \p PciAddress.
llvm::Expected<std::unique_ptr<PowerMeter>>
openHwmon(const std::string &Sysfs, const std::string &Name,
          const std::string &PciAddress);

/// An NVIDIA GPU; without an address, the only one of the machine.
llvm::Expected<std::unique_ptr<PowerMeter>>
openNvml(const std::string &PciAddress);

/// A shell command, started for each reading, that prints watts.
llvm::Expected<std::unique_ptr<PowerMeter>>
openCommand(const std::string &Command);

} // namespace roofline

#endif
