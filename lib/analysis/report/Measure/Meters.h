// The kinds of power meters.
#ifndef ROOFLINE_LIB_MEASURE_METERS_H
#define ROOFLINE_LIB_MEASURE_METERS_H

#include "roofline/Measure/PowerMeter.h"

namespace roofline {

/// The error that there is no meter, with \p Reason.
llvm::Error noMeter(const llvm::Twine &Reason);

/// Opens the energy counters of the processor's packages and DRAM, in
/// class/powercap.
llvm::Expected<std::unique_ptr<PowerMeter>> openRapl(const std::string &Sysfs);

/// Opens a sensor in class/hwmon: of chip \p Name, or of the device at
/// \p PciAddress.
llvm::Expected<std::unique_ptr<PowerMeter>>
openHwmon(const std::string &Sysfs, const std::string &Name,
          const std::string &PciAddress);

/// Opens an NVIDIA GPU; without an address, the only one of the machine.
llvm::Expected<std::unique_ptr<PowerMeter>>
openNvml(const std::string &PciAddress);

/// Uses a shell command, started for each reading, that prints watts.
llvm::Expected<std::unique_ptr<PowerMeter>>
openCommand(const std::string &Command);

} // namespace roofline

#endif
