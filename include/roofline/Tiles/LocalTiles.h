// Replaces local memory of work-groups by the global elements that it holds.
//
/// \file
/// Work-items stage elements of buffers in local memory, wait at a barrier, and
/// read elements that others staged. Launch and work-group are known, so we run
/// the kernel for boxes of groups on symbols instead of data. The run gives the
/// value of each cell at each read as an expression of global elements, whose
/// places are sums over the launch's dimensions and the loops. The kernel then
/// computes that expression itself, without barriers and local memory. A box of
/// groups is divided until control flow and places are the same for all its
/// groups, or move along with them.
///
/// When groups overlap, or store transposed tiles or one sum each, or when
/// work-items march along a loop, the positions of the new launch are the
/// stored elements (lib/streams/map/Tiles/LaunchShape.h).
///
/// Not handled: cells whose place or content depends on data, cells that one
/// work-item reads in the phase in which another writes them, atomics on local
/// memory, copies of it by pointer; each is an error at its place.
///
/// Try: roofline emit verilog k.cl --global 64,48 --local 16,8 -o out
#ifndef ROOFLINE_TILES_LOCALTILES_H
#define ROOFLINE_TILES_LOCALTILES_H

#include "roofline/Kernel/Launch.h"

#include "llvm/Support/Error.h"

namespace llvm {
class Function;
} // namespace llvm

namespace roofline {

/// Removes barriers and local memory from the canonical \p Kernel, for launch
/// \p L; a kernel without both stays as it is. Where its work-items march along
/// a loop and share what they keep from one iteration for the next, or store
/// what lies between the elements of other groups, that loop becomes a
/// dimension of the launch, and what they keep is read again. \p L becomes the
/// launch of the new kernel.
llvm::Error replaceTiles(llvm::Function &Kernel, Launch &L);

} // namespace roofline

#endif
