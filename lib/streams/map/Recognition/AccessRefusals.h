// Messages on accesses that are no streams.
#ifndef ROOFLINE_LIB_RECOGNITION_ACCESSREFUSALS_H
#define ROOFLINE_LIB_RECOGNITION_ACCESSREFUSALS_H

#include "StreamAccess.h"

#include "roofline/Nest/StreamBody.h"

namespace roofline {

/// Advice on what to write instead of an access to \p Object, a table that data
/// indexes.
std::string insteadOf(const llvm::Value &Object);

/// True when \p A, in bytes, leaves its line only by multiples of 2^32
/// elements.
bool wrapsAt32Bits(const StreamAccess &A);

llvm::Error writtenAtSeveral(const llvm::Instruction *Store,
                             const std::string &Buffer);

/// Refuses \p Store to \p Buffer in a loop of a position that is neither laid
/// out nor the only one.
llvm::Error writtenAlongLoop(const llvm::Instruction *Store,
                             const std::string &Buffer, int64_t Iterations);

/// Says where \p A, a store, in bytes, is beside its line.
std::string leavesItsLine(const StreamAccess &A);

/// Refuses \p A, an access of the buffer that \p Store writes at another place
/// of each position, in \p Kernel.
llvm::Error atAnotherPlace(const StreamAccess &A, const StreamAccess &Store,
                           const llvm::Function &Kernel);

/// "; along dimension 0 there are 2 positions alone ...", where \p Body has so
/// few that neighbours on both sides may be one element; else nothing.
std::string onFewPositions(const StreamBody &Body);

/// Adds to \p E a dimension of \p Body in which a border leaves a single
/// position with accesses, if there is one, or in which there are few.
llvm::Error withBorder(llvm::Error E, llvm::ArrayRef<StreamAccess> Accesses,
                       const StreamBody &Body);

} // namespace roofline

#endif
