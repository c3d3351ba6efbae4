// Parts that the micro-benchmarks share: repetition, and telling the host's
// result from the device's.
#ifndef ROOFLINE_LIB_MEASURE_BENCHMARKS_H
#define ROOFLINE_LIB_MEASURE_BENCHMARKS_H

#include "roofline/Measure/DeviceStage.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <chrono>

namespace roofline {

struct Bench {
  const Session &S;
  const DeviceStageOptions &O;
  Progress Say;
  std::chrono::steady_clock::time_point Begin; ///< start of the whole stage

  /// Runs \p Once, which does \p Units, until the runs and seconds of the
  /// options are reached. The caller must have warmed up the device.
  llvm::Expected<Spread>
  repeat(llvm::function_ref<llvm::Expected<Seconds>()> Once,
         double Units) const;

  /// Best rate of a few runs [unit/s], to choose between variants.
  llvm::Expected<double>
  tryOut(llvm::function_ref<llvm::Expected<Seconds>()> Once,
         double Units) const;
};

/// The error that the device's result \p Got is not \p Right at element \p
/// Index.
llvm::Error wrongResult(const llvm::Twine &Benchmark, size_t Index,
                        double Right, double Got);

llvm::Error measureArithmetic(const Bench &B, DeviceMeasurement &M);
llvm::Error measureGlobalMemory(const Bench &B, DeviceMeasurement &M);
llvm::Error measureLocalMemory(const Bench &B, DeviceMeasurement &M);
llvm::Error measureHostLink(const Bench &B, DeviceMeasurement &M);

} // namespace roofline

#endif
