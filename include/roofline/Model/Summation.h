// Sums of closed forms over ids and iterations.
#ifndef ROOFLINE_MODEL_SUMMATION_H
#define ROOFLINE_MODEL_SUMMATION_H

#include "roofline/Model/Expr.h"

#include <optional>
#include <string_view>

namespace roofline {

/// Sum of \p E over \p Variable = 0 ... \p Count - 1, where E is a polynomial
/// in it of degree 3 at most; nothing for other forms. Holds for Count >= 0.
std::optional<Expr> sumOver(const Expr &E, std::string_view Variable,
                            const Expr &Count);

} // namespace roofline

#endif
