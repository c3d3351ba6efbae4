// Local memory of work-groups, read as the global elements that it holds.
//
/// \file
/// Work-items stage elements of buffers in local memory, wait for one another,
/// and read what others staged. The launch and the work-group are known, so the
/// kernel is run for boxes of groups on symbols instead of data: that tells
/// which value each cell holds when it is read, as an expression of global
/// elements whose places are sums over the dimensions of the launch and the
/// loops. The kernel then computes that expression itself, and barriers and
/// local memory are gone. A box of groups is divided until control flow and
/// places are the same for all its groups, or move along with them.
///
/// Where groups overlap, store transposed tiles or one sum each, and where
/// work-items march along a loop, the positions of the new launch are the
/// elements that are stored (lib/Tiles/LaunchShape.h).
///
/// Not handled: cells whose place or content depends on data, cells that are
/// read in the phase in which another work-item writes them, atomics and copies
/// by pointer there; each is an error at its place.
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

/// Frees the canonical \p Kernel of barriers and local memory, for launch \p L;
/// what uses neither stays as it is. Where it \p Marches, its work-items' loop
/// becomes a dimension of the launch, and what an iteration leaves to the next
/// is read again; an error where there is no such loop. \p L becomes the launch
/// of what is left.
llvm::Error replaceTiles(llvm::Function &Kernel, Launch &L, bool Marches);

} // namespace roofline

#endif
