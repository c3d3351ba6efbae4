// Reductions of a loop nest.
#ifndef ROOFLINE_LIB_RECOGNITION_STREAMREDUCTION_H
#define ROOFLINE_LIB_RECOGNITION_STREAMREDUCTION_H

#include "DatapathBuilder.h"

namespace roofline {

/// Adds the reductions of \p Body to \p K, and their stores to \p Stores. Each
/// iteration combines a reduction with a value of its own by one operator.
/// Values computed from the last results before the store become the finish.
/// Any other value that an iteration passes to the next is an error at its
/// place.
llvm::Error
addReductions(StreamBody &Body, DatapathBuilder &Nodes, StreamKernel &K,
              llvm::SmallPtrSetImpl<const llvm::StoreInst *> &Stores);

} // namespace roofline

#endif
