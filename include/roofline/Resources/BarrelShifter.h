// Look-up tables of a shift by a variable amount.
#ifndef ROOFLINE_RESOURCES_BARRELSHIFTER_H
#define ROOFLINE_RESOURCES_BARRELSHIFTER_H

#include "roofline/Stream/StreamKernel.h"

namespace roofline {

struct VariableShift {
  DatapathOp Op = DatapathOp::Shl; ///< Shl, LShr or AShr
  /// [bit] up to the highest that may be set, or to the sign.
  uint32_t Value = 1;
  uint32_t Amount = 1; ///< [bit]
  uint32_t Width = 1;  ///< [bit] of the result, at most 64
  uint64_t Read = 1;   ///< mask of the result's bits that have a reader
  bool operator==(const VariableShift &) const = default;
};

/// Number of six-input tables in the smallest chain of stages that each take up
/// to three bits of the amount. A result bit of few inputs is a single table.
double barrelTables(const VariableShift &S);

} // namespace roofline

#endif
