// The device stage: all micro-benchmarks, one after another.
#include "roofline/Measure/DeviceStage.h"
#include "Benchmarks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

using namespace llvm;

namespace roofline {

Spread spreadOf(std::vector<double> Times, double Units) {
  sort(Times);
  size_t N = Times.size();
  double Median = N % 2 ? Times[N / 2] : (Times[N / 2 - 1] + Times[N / 2]) / 2;
  return {Units / Times.front(), Units / Median, Units / Times.back(),
          unsigned(N)};
}

/// Runs \p Once at least \p Least times, and until \p Total [s] have passed.
static Expected<Spread> repeat(function_ref<Expected<Seconds>()> Once,
                               double Units, unsigned Least, double Total) {
  std::vector<double> Times;
  double Sum = 0;
  while (Times.size() < Least || (Sum < Total && Times.size() < 1000)) {
    Expected<Seconds> T = Once();
    if (!T)
      return T.takeError();
    Times.push_back(T->value());
    Sum += T->value();
  }
  return spreadOf(std::move(Times), Units);
}

Expected<Spread> Bench::repeat(function_ref<Expected<Seconds>()> Once,
                               double Units) const {
  // On a device that is slow, or busy, the rest is measured briefly.
  std::chrono::duration<double> Passed =
      std::chrono::steady_clock::now() - Begin;
  return roofline::repeat(Once, Units, 3,
                          Passed.count() < O.SecondsAll ? O.SecondsEach : 0);
}

Expected<double> Bench::tryOut(function_ref<Expected<Seconds>()> Once,
                               double Units) const {
  Expected<Spread> Few = roofline::repeat(Once, Units, 3, O.SecondsEach * 0.1);
  if (!Few)
    return Few.takeError();
  return Few->Best;
}

Error wrongResult(const Twine &Benchmark, size_t Index, double Right,
                  double Got) {
  return createStringError(inconvertibleErrorCode(),
                           formatv("{0}: wrong result: element {1} is {2:f6}, "
                                   "not {3:f6}: what was timed is not what was "
                                   "asked for",
                                   Benchmark.str(), Index, Got, Right)
                               .str());
}

Expected<DeviceMeasurement>
measureDevice(const Session &S, const DeviceStageOptions &O, Progress Say) {
  Bench B{S, O, Say, std::chrono::steady_clock::now()};
  DeviceMeasurement M;
  M.Info = S.info();
  for (auto *Stage : {measureGlobalMemory, measureArithmetic,
                      measureLocalMemory, measureHostLink})
    if (Error E = Stage(B, M))
      return E;
  return M;
}

} // namespace roofline
