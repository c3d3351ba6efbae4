// Schedule of a network of tiles: cycles, and the depths of its pipes.
//
/// \file
/// Simulates the registers of Codegen's tiles, cycle by cycle, without their
/// values. A lane steps when every beat that it needs has arrived and every
/// beat that it gives is taken. A beat leaves a pipe 2 cycles after it was
/// sent. Before all steps, one port for each field loads the beats one after
/// another; after all steps, one port for each field stores them.
#ifndef ROOFLINE_CORE_NETWORKSCHEDULE_H
#define ROOFLINE_CORE_NETWORKSCHEDULE_H

#include "roofline/Core/StreamWalk.h"
#include "roofline/Steps/TileNetwork.h"

namespace roofline {

/// Cycles and pipes of a network.
struct NetworkSchedule {
  /// [cycle] from the clock edge that takes `start` to the one that raises
  /// `done`, while no stream waits.
  int64_t Cycles = 0;
  int64_t Steps = 0; ///< [cycle] of all steps, between load and store
  std::vector<int64_t> TileSteps; ///< [cycle] of all steps, by tile
  /// [beat] Most beats that each pipe holds at a time.
  std::vector<uint32_t> Depths;
  int64_t FullCycles = 0; ///< [cycle] that tiles wait for room in a pipe
  /// Full pipes at a deadlock, where no tile can go on; empty without one.
  std::vector<uint32_t> Deadlock;
};

/// Simulates one pass of \p N. Pipes hold \p Depths [beat]; without \p Depths
/// they hold any number. Nothing where the pass has more than 2^32 lane steps.
std::optional<NetworkSchedule>
scheduleNetwork(const TileNetwork &N, const StreamDesign &D,
                const std::vector<uint32_t> &Depths = {});

/// Returns the design of one tile of \p D.
StreamDesign designOfTile(const StreamDesign &D);

} // namespace roofline

#endif
