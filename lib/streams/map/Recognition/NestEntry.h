// Conditions that skip a whole nest.
#ifndef ROOFLINE_LIB_RECOGNITION_NESTENTRY_H
#define ROOFLINE_LIB_RECOGNITION_NESTENTRY_H

#include "roofline/Nest/StreamBody.h"

namespace roofline {

/// An error at a condition that may skip the nest, which streams cannot
/// express.
llvm::Error checkEntry(const StreamBody &Body);

} // namespace roofline

#endif
