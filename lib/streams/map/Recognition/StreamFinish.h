// Values computed from the sums after the loops.
#ifndef ROOFLINE_LIB_RECOGNITION_STREAMFINISH_H
#define ROOFLINE_LIB_RECOGNITION_STREAMFINISH_H

#include "DatapathBuilder.h"

namespace roofline {

/// A value behind the loops that comes from a reduction.
struct LastValue {
  const llvm::Value *V;
  uint32_t Sum; ///< index into the kernel's reductions
  /// Its node in the finish, from that of the sum; none: it is the sum.
  std::function<uint32_t(DatapathBuilder &Behind, uint32_t Sum)> FinishNode =
      {};
};

/// Adds a finish to \p K, which has its reductions: the values that \p Body
/// computes from \p Lasts behind its loops and stores. Adds its stores to
/// \p Stores. A store under a condition, or of any other value of the loops,
/// is an error.
llvm::Error addFinish(StreamBody &Body, DatapathBuilder &Nodes, StreamKernel &K,
                      llvm::ArrayRef<LastValue> Lasts,
                      llvm::SmallPtrSetImpl<const llvm::StoreInst *> &Stores);

/// Buffer and [byte] of an address that is the same in all iterations.
struct FixedAddress {
  std::string Buffer;
  uint64_t Byte = 0;
};
std::optional<FixedAddress> fixedAddress(const StreamBody &Body,
                                         const llvm::Value *Pointer);

/// True when \p I runs for any data.
bool isAlwaysExecuted(const StreamBody &Body, const llvm::Instruction &I);

} // namespace roofline

#endif
