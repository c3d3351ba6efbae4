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

/// A dimension of the new launch.
struct LaunchAxis {
  /// Groups of dimension GroupOf, and in each of them Size work-items of
  /// dimension ItemOf, from First on; or the iterations of a loop, Size of
  /// them.
  unsigned GroupOf = 0, ItemOf = 0;
  int64_t First = 0, Size = 1;
  std::optional<unsigned> Loop;
};

struct LaunchShape {
  llvm::SmallVector<LaunchAxis, 3> Axes; ///< innermost first
  bool IsNew = false;
};

/// The loop along which each work-item of \p Code marches: the only one with
/// stores to buffers, run to its end; or null.
const llvm::Loop *marchedLoop(const KernelCode &Code);

/// That of \p Run; nothing where a loop is to be marched and cannot.
std::optional<LaunchShape> shapeOf(const KernelCode &Code,
                                   const LaunchRun &Run);

/// Gives \p L the sizes of \p Shape, and has \p F compute what it asks of the
/// launch.
void renumber(llvm::Function &F, const KernelCode &Code,
              const LaunchShape &Shape, Launch &L);

} // namespace roofline

#endif
