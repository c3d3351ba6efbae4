// Computes the operations of a datapath.
#ifndef ROOFLINE_STREAM_STREAMOPERATION_H
#define ROOFLINE_STREAM_STREAMOPERATION_H

#include "roofline/Stream/StreamKernel.h"

#include <array>
#include <cstddef>

namespace roofline {

/// Result of \p Op on \p Values of type \p From. Reads three values, even if
/// \p Op uses fewer.
uint64_t applyOperation(DatapathOp Op, const ValueType &To,
                        const ValueType &From, const uint64_t *Values);

/// Result of \p Op by its expression (partsOf()) in words of \p Width bits:
/// its meaning where it has no other.
uint64_t applyExpression(DatapathOp Op, uint32_t Width, const uint64_t *Values);

/// As applyOperation() for \p Count rows of the columns \p Values, to
/// \p Results. Columns must not overlap \p Results, and unused columns must be
/// readable.
void applyOperations(DatapathOp Op, const ValueType &To, const ValueType &From,
                     const std::array<const uint64_t *, 3> &Values,
                     size_t Count, uint64_t *Results);

} // namespace roofline

#endif
