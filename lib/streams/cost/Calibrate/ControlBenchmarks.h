// Micro-benchmarks of the logic around a lane's datapath.
#ifndef ROOFLINE_LIB_CALIBRATE_CONTROLBENCHMARKS_H
#define ROOFLINE_LIB_CALIBRATE_CONTROLBENCHMARKS_H

#include "roofline/Calibrate/Calibrate.h"

namespace roofline {

/// A constant of \p Width bits from the golden ratio: highest and lowest bit
/// set, without long runs or a pattern.
uint64_t sampleConstant(uint32_t Width);

/// Delay lines, ring buffers, step counters, coordinates, flags and handshakes.
void addControlBenchmarks(const SynthesisTarget &Target,
                          std::vector<MicroBenchmark> &All);
/// AXI4 masters with their queues.
void addMasterBenchmarks(std::vector<MicroBenchmark> &All);

} // namespace roofline

#endif
