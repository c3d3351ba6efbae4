// A launch, gone through work-item by work-item.
//
/// \file
/// Walks some of the work-groups of a launch along the summary's closed forms:
/// which work-items run each block in each iteration, and what addresses each
/// load/store unit sees one after another. Groups at the borders of the NDRange
/// stand for themselves, those between for all between, and long loops are gone
/// through at their beginning, middle and end.
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

/// [work-item] per group where no attribute says more, and at most. Source:
/// Intel FPGA SDK for OpenCL Programming Guide, max_work_group_size.
constexpr uint64_t DefaultGroupSize = 256;

/// Work-items in a loop over the whole launch; in its first copy, where a loop
/// around it is unrolled: the others work beside it.
struct ReplayedLoop {
  double Entries = 0;    ///< [work-item] that enter it, each time
  double Groups = 0;     ///< [work-group] of which any does
  double Iterations = 0; ///< [iteration] over all work-items
  /// Passes through its pipeline: vectors of work-items, of unrolled copies.
  double Passes = 0;
};

/// A load/store unit of global memory: an access and its neighbours, which the
/// compiler merges, or one copy of them.
struct ReplayedUnit {
  uint32_t Access = 0;   ///< index into KernelSummary::Accesses, of the first
  uint32_t NumBytes = 0; ///< [byte] of one request
  uint32_t NumLanes = 1; ///< of a vector of work-items that ask by themselves
  double Requests = 0;   ///< over the whole launch
  double Words = 0;      ///< [word] of memory that it asks for, one by one
  /// Words that are not the next one after the unit's last.
  double Jumps = 0;
  /// Words that another lane of the unit has just asked for.
  double Repeats = 0;
  bool IsIrregular = false;
  bool IsCached = false; ///< keeps words on the chip
};

struct Replay {
  std::array<uint64_t, 3> GroupSize{1, 1, 1}, NumGroups{1, 1, 1};
  std::vector<ReplayedLoop> Loops; ///< parallel to KernelSummary::Loops
  /// By block, over all work-items; of the first copies of unrolled loops.
  std::vector<double> BlockRuns;
  std::vector<ReplayedUnit> Units;
  /// [cycle] By loop, the last of the kernel's body: from one pass to the next
  /// that the ports of local arrays leave.
  std::vector<double> PortIntervals;
  double Passes = 0; ///< of the kernel's body: vectors of work-items
  bool IsSampled = false;
  /// Data decide what runs somewhere, and nothing tells: counts are bounds.
  bool IsAtMost = false;
};

/// The code directly inside one loop, or in none, gone through.
struct ReplayedPart {
  ReplayedLoop Of; ///< the loop; of the kernel's body its passes alone
  /// Parallel to the blocks of the part.
  std::vector<double> BlockRuns;
  std::vector<std::vector<ReplayedUnit>> Units;
  bool IsSampled = false;
};

class BoundLaunch;

/// Replays of many designs. The replay of a part of the code depends on SIMD
/// and on the factors of the loops around it alone: each is gone through once.
/// Threads may share it. Refers to the kernel and the launch.
class LaunchReplays {
public:
  LaunchReplays(const BoundKernel &Bound, const Launch &L,
                const BoardMechanisms &With = {});
  ~LaunchReplays();

  Replay of(const Design &D) const;

private:
  std::shared_ptr<const ReplayedPart> part(size_t Part, const Design &D) const;

  const BoundKernel &Bound;
  const BoardMechanisms With;
  const std::unique_ptr<const BoundLaunch> Launched;
  mutable std::mutex Looking;
  /// By part and factors, SIMD first.
  mutable std::vector<
      std::map<std::vector<uint32_t>, std::shared_ptr<const ReplayedPart>>>
      Known;
};

/// Goes through \p L with the hardware factors of \p D.
Replay replay(const BoundKernel &Bound, const Launch &L, const Design &D,
              const BoardMechanisms &With = {});

} // namespace roofline

#endif
