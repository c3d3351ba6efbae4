// The launch of what is left of a kernel, by what it stores.
//
/// \file
/// Work-groups that overlap store less than they read, transposed tiles are
/// stored by other groups than they are numbered by, and a loop along which
/// each work-item marches is a dimension like those of the launch. The new
/// launch has the stored elements side by side, and the old numbers of
/// work-items are computed of the new ones.
#ifndef ROOFLINE_LIB_TILES_LAUNCHSHAPE_H
#define ROOFLINE_LIB_TILES_LAUNCHSHAPE_H

#include "LaunchRun.h"

namespace roofline {

/// A dimension of the new launch: Items work-items of dimension ItemOf, from
/// First on; these in each of Trip iterations of the marched loop; all of that
/// in each group of dimension GroupOf.
struct LaunchAxis {
  std::optional<unsigned> ItemOf, GroupOf; ///< nothing: one
  int64_t First = 0, Items = 1;
  bool HasLoop = false;
  int64_t Trip = 1;

  int64_t size() const { return Items * Trip; } ///< [position] of a group
};

struct LaunchShape {
  llvm::SmallVector<LaunchAxis, 3> Axes; ///< innermost first
  bool IsNew = false;
  bool IsOfGroups = false; ///< a position for each group of several work-items
};

/// The loop along which each work-item of \p Code marches: the only one with
/// stores to buffers, run to its end; or null.
const llvm::Loop *marchedLoop(const KernelCode &Code);

/// Finds the shape of \p Run; nothing where a loop is to be marched and cannot.
std::optional<LaunchShape> shapeOf(const KernelCode &Code,
                                   const LaunchRun &Run);

/// Gives \p L the sizes of \p Shape, and has \p F compute what it asks of the
/// launch.
void renumber(llvm::Function &F, const KernelCode &Code,
              const LaunchShape &Shape, Launch &L);

} // namespace roofline

#endif
