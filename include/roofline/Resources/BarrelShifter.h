// Look-up tables of a shift by a variable amount.
#ifndef ROOFLINE_RESOURCES_BARRELSHIFTER_H
#define ROOFLINE_RESOURCES_BARRELSHIFTER_H

#include "roofline/Stream/StreamKernel.h"

namespace roofline {

struct VariableShift {
  DatapathOp Op = DatapathOp::Shl; ///< Shl, LShr or AShr
  uint32_t Value = 1;  ///< [bit] that may be set, or the sign's place plus one
  uint32_t Amount = 1; ///< [bit]
  uint32_t Width = 1;  ///< [bit] of the result, at most 64
  uint64_t Read = 1;   ///< bits of the result that something reads
  bool operator==(const VariableShift &) const = default;
};

/// Tables of six inputs, of the smallest chain of stages of up to three bits of
/// the amount each. A result of few inputs is one table whatever the stages.
double barrelTables(const VariableShift &S);

} // namespace roofline

#endif
