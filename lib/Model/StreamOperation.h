// What the operations of a datapath compute.
#ifndef ROOFLINE_LIB_MODEL_STREAMOPERATION_H
#define ROOFLINE_LIB_MODEL_STREAMOPERATION_H

#include "roofline/Model/StreamKernel.h"

namespace roofline {

/// \p Op of \p Values, which are of the type \p From; three of them are read,
/// in use or not.
uint64_t applyOperation(DatapathOp Op, const ValueType &To,
                        const ValueType &From, const uint64_t *Values);

} // namespace roofline

#endif
