// Values computed of the sums when the loops are done.
#ifndef ROOFLINE_LIB_RECOGNITION_STREAMFINISH_H
#define ROOFLINE_LIB_RECOGNITION_STREAMFINISH_H

#include "DatapathBuilder.h"

namespace roofline {

/// Adds to \p K, whose reductions are there, the finish that stores what
/// \p Body computes of them behind its loops; \p Lasts are their last values.
/// Its stores go to \p Stores; one that depends on a condition, or on anything
/// else of the loops, is an error.
llvm::Error addFinish(StreamBody &Body, DatapathBuilder &Nodes, StreamKernel &K,
                      llvm::ArrayRef<const llvm::Value *> Lasts,
                      llvm::SmallPtrSetImpl<const llvm::StoreInst *> &Stores);

/// The buffer and the [byte] of an address that is the same in all iterations.
struct FixedAddress {
  std::string Buffer;
  uint64_t Byte = 0;
};
std::optional<FixedAddress> fixedAddress(const StreamBody &Body,
                                         const llvm::Value *Pointer);

/// True where \p I is executed whatever the data is.
bool isAlwaysExecuted(const StreamBody &Body, const llvm::Instruction &I);

} // namespace roofline

#endif
