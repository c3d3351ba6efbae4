// Sums of a loop nest.
#ifndef ROOFLINE_LIB_RECOGNITION_STREAMREDUCTION_H
#define ROOFLINE_LIB_RECOGNITION_STREAMREDUCTION_H

#include "DatapathBuilder.h"

namespace roofline {

/// Adds the reductions of \p Body to \p K, and what stores them to \p Stores:
/// values that each iteration combines with its own by one operator. A value
/// computed of the last ones, before it is stored, becomes the finish. Any
/// other value that an iteration leaves to the next is an error at its place.
llvm::Error
addReductions(StreamBody &Body, DatapathBuilder &Nodes, StreamKernel &K,
              llvm::SmallPtrSetImpl<const llvm::StoreInst *> &Stores);

} // namespace roofline

#endif
