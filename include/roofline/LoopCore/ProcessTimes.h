// Cycles of processes that wait for each other, and room in their channels.
#ifndef ROOFLINE_LOOPCORE_PROCESSTIMES_H
#define ROOFLINE_LOOPCORE_PROCESSTIMES_H

#include "roofline/LoopCore/LoopSchedule.h"

namespace roofline {

/// Runs \p K on \p Memory and returns its cycles where no port waits. Gives
/// each channel words: a power of two, at least 2. They are the least, one
/// channel after the other, with which no cycle is lost; in large runs those
/// that wait at most. Which channels a process asks for, in which order, is the
/// same for all data, so that with room for one run no other one stops.
uint64_t fitChannels(LoopKernel &K, const LoopSchedule &S, StreamMemory Memory);

/// [cycle] of a run of \p K on \p Memory with the channels as they are; nothing
/// where it stops for ever.
std::optional<uint64_t> cyclesOfProcesses(const LoopKernel &K,
                                          const LoopSchedule &S,
                                          StreamMemory Memory);

} // namespace roofline

#endif
