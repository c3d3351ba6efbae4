// Replay of a launch, work-item by work-item.
//
/// \file
/// Walks through sampled work-groups of a launch along the summary's closed
/// forms. Records which work-items run each block in each iteration, and the
/// sequence of addresses that each load/store unit sees. Groups at the borders
/// of the NDRange count for themselves; sampled inner groups count for all
/// inner groups. Long loops are sampled at their beginning, middle and end.
#ifndef ROOFLINE_BOARD_REPLAY_H
#define ROOFLINE_BOARD_REPLAY_H

#include "roofline/Board/Mechanisms.h"
#include "roofline/Hpca16/Bind.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace roofline {

/// [work-item] Largest work-group of a kernel without attributes. Without
/// local sizes a group has the greatest common divisor of this number and
/// the global size of dimension 0. Source: Intel FPGA SDK for OpenCL
/// Programming Guide, max_work_group_size.
constexpr uint64_t DefaultGroupSize = 256;

/// Counts of one loop over the whole launch. Inside an unrolled loop they
/// count its first copy alone, as the other copies run at the same time.
struct ReplayedLoop {
  double Entries = 0;    ///< [work-item] entries, each time a work-item enters
  double Groups = 0;     ///< [work-group] with any work-item that enters
  double Iterations = 0; ///< [iteration] over all work-items
  /// Passes through its pipeline. One pass is a vector of work-items in all
  /// unrolled copies of the body.
  double Passes = 0;
};

/// A load/store unit of global memory: one access, or adjacent accesses that
/// the compiler merges. Each unrolled copy has its own unit.
struct ReplayedUnit {
  uint32_t Access = 0;   ///< the first one's index in KernelSummary::Accesses
  uint32_t NumBytes = 0; ///< [byte] of one request
  uint32_t NumLanes = 1; ///< lanes that send requests of their own
  double Requests = 0;   ///< over the whole launch
  /// Aligned segments of memory, each as wide as a request or a word, that
  /// requests touch: the unit serves one a cycle.
  double Slots = 0;
  double Words = 0; ///< [word] of memory requested, repeats included
  /// [word] Requested words that do not follow the unit's previous word.
  double Jumps = 0;
  /// [word] Requested words that another lane of the unit just requested.
  double Repeats = 0;
  bool IsIrregular = false; ///< data choose its addresses
  bool IsCached = false;    ///< keeps words in a cache on the chip
};

/// Counts over a whole launch.
struct Replay {
  /// [work-item] in a group and [work-group] in the launch, by dimension.
  std::array<uint64_t, 3> GroupSize{1, 1, 1}, NumGroups{1, 1, 1};
  std::vector<ReplayedLoop> Loops; ///< parallel to KernelSummary::Loops
  /// Runs of each block over all work-items, by block; of unrolled loops the
  /// first copy alone.
  std::vector<double> BlockRuns;
  std::vector<ReplayedUnit> Units;
  /// [cycle] Least interval between passes that the ports of local arrays
  /// allow, by loop; the last element is for the code outside loops.
  std::vector<double> PortIntervals;
  double Passes = 0;      ///< vectors of work-items through code outside loops
  bool IsSampled = false; ///< some work-items or iterations were left out
  /// Data decide which code runs and no profile is given: counts are upper
  /// bounds.
  bool IsAtMost = false;
};

/// Counts of a part: the code directly inside one loop, or outside all loops.
struct ReplayedPart {
  ReplayedLoop Loop; ///< of the loop; outside all loops only Passes is set
  std::vector<double> BlockRuns; ///< parallel to the blocks of the part
  /// Units of each block, parallel to the blocks of the part.
  std::vector<std::vector<ReplayedUnit>> Units;
  bool IsSampled = false; ///< some work-items or iterations were left out
};

class BoundLaunch;

/// Replays one launch in many designs. The replay of a part depends only on
/// SIMD and on the unroll factors of the loops around the part, so each
/// combination is walked once and kept. Threads may share one object. The
/// kernel and the launch must outlive the object.
class LaunchReplays {
public:
  LaunchReplays(const BoundKernel &Bound, const Launch &L,
                const BoardMechanisms &With = {});
  ~LaunchReplays();

  /// Returns the replay of design \p D.
  Replay of(const Design &D) const;

private:
  std::shared_ptr<const ReplayedPart> part(size_t Part, const Design &D,
                                           BoundLaunch &Placed) const;

  const BoundKernel &Bound;
  const BoardMechanisms With;
  const std::unique_ptr<const BoundLaunch> Launched;
  mutable std::mutex Looking;
  /// Replayed parts, by part and by factors with SIMD first.
  mutable std::vector<
      std::map<std::vector<uint32_t>, std::shared_ptr<const ReplayedPart>>>
      Known;
};

} // namespace roofline

#endif
