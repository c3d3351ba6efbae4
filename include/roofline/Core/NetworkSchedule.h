// When the tiles of a network take, send and give each beat: cycles and pipes.
//
/// \file
/// The registers of Codegen's tiles, cycle by cycle, without their values: a
/// lane steps when every beat that it needs is there and every beat that it
/// gives is taken; a pipe shows a beat 2 cycles after it was sent.
/// Beats are loaded and given back one after another through one port for each
/// field, before and after all steps.
#ifndef ROOFLINE_CORE_NETWORKSCHEDULE_H
#define ROOFLINE_CORE_NETWORKSCHEDULE_H

#include "roofline/Core/StreamWalk.h"
#include "roofline/Stream/TileNetwork.h"

namespace roofline {

struct NetworkSchedule {
  /// [cycle] from the clock edge that takes `start` to the one that raises
  /// `done`, while no stream waits.
  int64_t Cycles = 0;
  int64_t Steps = 0; ///< [cycle] of them, between loading and giving back
  std::vector<int64_t> TileSteps; ///< [cycle] likewise, by tile
  /// [beat] The most that each pipe holds.
  std::vector<uint32_t> Depths;
  int64_t FullCycles = 0; ///< [cycle] that tiles wait for room in a pipe
  /// Nothing, or the pipes that are full where no tile goes on any more.
  std::vector<uint32_t> Deadlock;
};

/// Pipes hold \p Depths beats; those of none any number. Nothing where a pass
/// would take more than 2^32 steps of lanes to follow.
std::optional<NetworkSchedule>
scheduleNetwork(const TileNetwork &N, const StreamDesign &D,
                const std::vector<uint32_t> &Depths = {});

/// The design of one tile of \p D.
StreamDesign designOfTile(const StreamDesign &D);

} // namespace roofline

#endif
