// Conditions under which a nest is not walked at all.
#ifndef ROOFLINE_LIB_RECOGNITION_NESTENTRY_H
#define ROOFLINE_LIB_RECOGNITION_NESTENTRY_H

#include "roofline/Nest/StreamBody.h"

namespace roofline {

/// An error at a condition that may keep the nest from being walked: no stream
/// has such a condition.
llvm::Error checkEntry(const StreamBody &Body);

} // namespace roofline

#endif
