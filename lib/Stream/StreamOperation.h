// Computes the operations of a datapath.
#ifndef ROOFLINE_LIB_STREAM_STREAMOPERATION_H
#define ROOFLINE_LIB_STREAM_STREAMOPERATION_H

#include "roofline/Stream/StreamKernel.h"

#include <array>
#include <cstddef>

namespace roofline {

/// \p Op of \p Values, which are of the type \p From; three of them are read,
/// in use or not.
uint64_t applyOperation(DatapathOp Op, const ValueType &To,
                        const ValueType &From, const uint64_t *Values);

/// As applyOperation(), \p Count times: of the values at each place of the
/// columns \p Values to that of \p Results. Columns do not overlap it; those
/// that are not in use are any that can be read.
void applyOperations(DatapathOp Op, const ValueType &To, const ValueType &From,
                     const std::array<const uint64_t *, 3> &Values,
                     size_t Count, uint64_t *Results);

} // namespace roofline

#endif
