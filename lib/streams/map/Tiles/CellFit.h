// Fits numbers of many reads by a sum over the launch's dimensions and loops.
#ifndef ROOFLINE_LIB_TILES_CELLFIT_H
#define ROOFLINE_LIB_TILES_CELLFIT_H

#include "GroupForm.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace roofline {

/// A dimension of the new launch, or the iterations of a loop. Its points are
/// the work-items of one group for each segment, or the iterations.
struct CellAxis {
  std::optional<unsigned> D; ///< dimension of the groups; nothing: a loop
  /// [group] First and last group of each segment, in order; a loop has one.
  std::vector<std::pair<int64_t, int64_t>> Segments = {{0, 0}};
  int64_t Size = 1; ///< [point] in a segment

  size_t points() const { return Segments.size() * size_t(Size); }
  int64_t positions() const { return (Segments.back().second + 1) * Size; }
  const std::pair<int64_t, int64_t> &segment(uint32_t Point) const {
    return Segments[Point / uint32_t(Size)];
  }
  bool isOneGroup(uint32_t Point) const {
    return segment(Point).first == segment(Point).second;
  }
  int64_t inGroup(uint32_t Point) const { return Point % uint32_t(Size); }
};

/// One read, by its point along each axis.
struct CellInstance {
  llvm::SmallVector<uint32_t, 5> Points;
  uint32_t Node = 0;
};
using CellInstances = std::vector<const CellInstance *>;

/// Positions First to Last along an axis.
struct AxisRun {
  int64_t First = 0, Last = 0, Value = 0;
};

/// Constant + sum of Slope * position + Value of the run at each axis.
struct SumFit {
  struct Along {
    int64_t Slope = 0;
    std::vector<AxisRun> Beside;
  };
  int64_t Constant = 0;
  llvm::SmallVector<Along, 5> Axes;
};

/// Finds the sum that equals \p FormOf of the node of each of \p Instances;
/// nothing when there is none.
std::optional<SumFit>
fitSum(llvm::ArrayRef<CellAxis> Axes, const CellInstances &Instances,
       llvm::function_ref<const GroupForm &(uint32_t)> FormOf);

/// Finds a box with all of \p Instances and none of \p Others, as runs along
/// each axis; an axis that does not matter has no runs. Nothing when there is
/// no such box.
std::optional<llvm::SmallVector<std::vector<AxisRun>, 5>>
boxAround(llvm::ArrayRef<CellAxis> Axes, const CellInstances &Instances,
          const CellInstances &Others);

} // namespace roofline

#endif
