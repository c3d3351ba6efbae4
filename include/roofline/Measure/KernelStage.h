// The kernel stage: a kernel run on a device, its time and its power.
//
/// \file
/// In the driver makeKernelRequest() writes a request, which the worker
/// answers; readKernelRun() reads the answer.
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
  std::string Source;       ///< text in OpenCL C
  std::string BuildOptions; ///< for the device's compiler: "-I. -DN=4"
  unsigned Runs = 5;        ///< at least, after one warm-up run
  double Seconds = 1;       ///< [s] least time of all runs together
  MeterChoice Meter;        ///< the worker fills IsCpu and PciAddress
};

/// Writes the request to run \p Kernel. The error names all arguments that have
/// no value, or a type that only a host program can pass.
llvm::Expected<llvm::json::Value> makeKernelRequest(const KernelSummary &Kernel,
                                                    const Launch &L,
                                                    const BufferFills &Buffers,
                                                    const KernelRunOptions &O);

/// Device, times and power as the worker measured them.
struct KernelRun {
  std::string Device, Platform, Driver;
  std::vector<double> Times; ///< [s] by the device's timer, one for each run
  PowerRecord Power;         ///< during the runs
};
llvm::Expected<KernelRun> readKernelRun(const llvm::json::Value &Answer);

} // namespace roofline

#endif
