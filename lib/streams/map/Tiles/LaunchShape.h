// The launch of a kernel without local memory, by the elements that it stores.
//
/// \file
/// Overlapping work-groups store less than they read, a group stores a
/// transposed tile elsewhere than its own place, and a loop along which each
/// work-item marches is like a dimension of the launch. In the new launch the
/// stored elements lie side by side, and the old ids are computed from the new
/// ones.
#ifndef ROOFLINE_LIB_TILES_LAUNCHSHAPE_H
#define ROOFLINE_LIB_TILES_LAUNCHSHAPE_H

#include "LaunchRun.h"

namespace roofline {

/// A dimension of the new launch. For each group of dimension GroupOf, and each
/// of Trip iterations of the marched loop, it has Items work-items of dimension
/// ItemOf, from First on.
struct LaunchAxis {
  std::optional<unsigned> ItemOf, GroupOf; ///< nothing: size 1
  int64_t First = 0, Items = 1;
  bool HasLoop = false;
  int64_t Trip = 1;

  int64_t size() const { return Items * Trip; } ///< [position] per group
};

struct LaunchShape {
  llvm::SmallVector<LaunchAxis, 3> Axes; ///< innermost first
  bool IsNew = false;
  /// Neighbours store elements that lie side by side, in all groups.
  bool IsStraight = true;
  bool IsOfGroups = false; ///< a position for each group of several work-items
};

/// Finds the loop along which each work-item of \p Code marches: the only loop
/// with stores to buffers, which always runs to its end. Null when there is
/// none.
const llvm::Loop *marchedLoop(const KernelCode &Code);

/// Finds the shape of \p Run; nothing when a loop to march along cannot be
/// marched.
std::optional<LaunchShape> shapeOf(const KernelCode &Code,
                                   const LaunchRun &Run);

/// Gives \p L the sizes of \p Shape, and makes \p F compute the old ids and
/// sizes from the new ids.
void renumber(llvm::Function &F, const KernelCode &Code,
              const LaunchShape &Shape, Launch &L);

} // namespace roofline

#endif
