// Numbers that follow from a few others, found from samples.
//
/// \file
/// A number of a kernel whose sizes vary, such as the words of a line buffer,
/// is a polynomial of the sizes. It is found from its values at a grid of
/// sizes, in exact arithmetic, and holds at every other sample, or there is
/// none. Std-only.
#ifndef ROOFLINE_BASE_POLYNOMIAL_H
#define ROOFLINE_BASE_POLYNOMIAL_H

#include "roofline/Base/Expr.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// Factor * x[0]^Powers[0] * x[1]^Powers[1] * ...
struct PolynomialTerm {
  int64_t Factor = 0;
  std::vector<uint32_t> Powers;
  bool operator==(const PolynomialTerm &) const = default;
};

/// The sum of Terms, divided by 2^Shift; without a rest at the sizes that are
/// meant, as rows of whole vectors.
struct Polynomial {
  std::vector<PolynomialTerm> Terms; ///< no two of equal Powers, highest first
  uint32_t Shift = 0;
  bool operator==(const Polynomial &) const = default;

  /// Returns its value, modulo 2^64 in the sum.
  int64_t at(const std::vector<int64_t> &X) const noexcept;
  /// Returns a number that it does not exceed for any X from 1 to \p Most.
  int64_t mostUpTo(const std::vector<int64_t> &Most) const noexcept;
};

/// Highest power of each of \p Count variables that fitPolynomial() looks for.
constexpr uint32_t highestPower(size_t Count) noexcept {
  return Count < 2 ? 3 : Count < 4 ? 2 : 1;
}

/// Finds the polynomial that is Numbers[I] at Points[I]. The points begin with
/// a grid of highestPower() + 1 values in each dimension, at equal distances
/// down from Points[0]; the others confirm. Nothing where there is none, or its
/// divisor is no power of two.
std::optional<Polynomial>
fitPolynomial(const std::vector<std::vector<int64_t>> &Points,
              const std::vector<int64_t> &Numbers);

/// Returns \p P as a closed form with \p Names of its variables.
Expr toExpr(const Polynomial &P, const std::vector<std::string> &Names);

} // namespace roofline

#endif
