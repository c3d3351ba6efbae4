// Why accesses make no streams, in words.
#ifndef ROOFLINE_LIB_RECOGNITION_ACCESSREFUSALS_H
#define ROOFLINE_LIB_RECOGNITION_ACCESSREFUSALS_H

#include "StreamAccess.h"

#include "roofline/Nest/StreamBody.h"

namespace roofline {

/// The advice in place of an access of \p Object, a table that data indexes.
std::string insteadOf(const llvm::Value &Object);

/// True where \p A, in bytes, leaves its line by 2^32 elements alone.
bool wrapsAt32Bits(const StreamAccess &A);

llvm::Error writtenAtSeveral(const llvm::Instruction *Store,
                             const std::string &Buffer);

/// Says whose order matters where a step updates a buffer in place.
llvm::StringRef whyOrdered(const llvm::Function &Kernel);

/// \p E, and which dimension of \p Body has one position alone that accesses
/// anything: a border leaves no more of it.
llvm::Error withBorder(llvm::Error E, llvm::ArrayRef<StreamAccess> Accesses,
                       const StreamBody &Body);

} // namespace roofline

#endif
