// The kernel stage: a kernel run on a device, its time and its power.
//
/// \file
/// makeKernelRequest() says what to run, in the driver; the worker answers it;
/// readKernelRun() takes the answer.
#ifndef ROOFLINE_MEASURE_KERNELSTAGE_H
#define ROOFLINE_MEASURE_KERNELSTAGE_H

#include "roofline/DeviceFiles/LaunchFile.h"
#include "roofline/Kernel/Design.h"
#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Measure/PowerMeter.h"
#include "roofline/Measure/Worker.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <map>
#include <string>
#include <vector>

namespace roofline {

/// Options for the runs of a kernel.
struct KernelRunOptions {
  std::string Platform; ///< its number, or a part of its name
  unsigned DeviceNumber = 0;
  std::string Source;       ///< OpenCL C, the text
  std::string BuildOptions; ///< for the device's compiler: "-I. -DN=4"
  unsigned Runs = 5;        ///< at least, after one that warms up
  double Seconds = 1;       ///< [s] that the runs take together, at least
  MeterChoice Meter;        ///< IsCpu and PciAddress are the worker's to fill
};

/// An error names all arguments without a value, or of a type that only a host
/// program can give.
llvm::Expected<llvm::json::Value> makeKernelRequest(const KernelSummary &Kernel,
                                                    const Launch &L,
                                                    const BufferFills &Buffers,
                                                    const KernelRunOptions &O);

/// Device, times and power as the worker saw them.
struct KernelRun {
  std::string Device, Platform, Driver;
  std::vector<double> Times; ///< [s] by the device's timer, one for each run
  PowerRecord Power;         ///< while the runs were repeated
};
llvm::Expected<KernelRun> readKernelRun(const llvm::json::Value &Answer);

} // namespace roofline

#endif
