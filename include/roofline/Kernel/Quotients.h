// Quotients and remainders that known ranges decide.
//
/// \file
/// Sources take ids and counters apart by `k >> 5`, `g / n`, `g & 31` and
/// `g % n`. Where the range of what is divided is known, such a form often is a
/// linear one: 32*i / 32 is i, and g % n is g where g is below n. All rules
/// hold for the division of C, which truncates; each asks for the signs that
/// the rule needs.
#ifndef ROOFLINE_KERNEL_QUOTIENTS_H
#define ROOFLINE_KERNEL_QUOTIENTS_H

#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Kernel/Launch.h"

#include <functional>
#include <optional>
#include <string_view>

namespace roofline {

/// Least and greatest value of a form, as far as they are known.
struct FormRange {
  std::optional<int64_t> Least, Most;
};
using RangeOfSymbol = std::function<FormRange(std::string_view)>;

/// Returns \p E without the quotients and remainders that \p Ranges decide.
Expr foldQuotients(const Expr &E, const RangeOfSymbol &Ranges);

/// Puts into the indices of \p Kernel what \p L makes linear. Leaves an index
/// as it is that is not affine under this launch either.
void settleIndices(KernelSummary &Kernel, const Launch &L);

} // namespace roofline

#endif
