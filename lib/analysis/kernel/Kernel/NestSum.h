// Exact sums over a nest of loops whose bounds depend on each other.
//
/// \file
/// In a triangular nest every bound is a sum of multiples of counters, and none
/// is negative. Each loop then sums a polynomial of the outer counters, and its
/// sum over 0 ... N - 1 follows from the first values by Newton's forward
/// differences for any N. In other nests every value is added. Equal sums are
/// computed once, so the cost grows with the sum of the levels' extents and not
/// with their product.
#ifndef ROOFLINE_LIB_KERNEL_NESTSUM_H
#define ROOFLINE_LIB_KERNEL_NESTSUM_H

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace roofline {

/// Two sums over the points of a nest: iterations, and entries.
struct NestTotals {
  using Whole = __int128;
  Whole Iterations = 0, Entries = 0;
  bool operator==(const NestTotals &) const = default;
};

/// A nest, the outermost level first. \p Point holds the counters around a
/// level.
struct SummedNest {
  size_t Levels = 0;
  /// Values that a level and its inner levels depend on; equal keys have equal
  /// sums.
  std::function<std::vector<int64_t>(size_t Level,
                                     const std::vector<int64_t> &Point)>
      Key;
  /// [1] Number of values of a level.
  std::function<std::optional<int64_t>(size_t Level,
                                       const std::vector<int64_t> &Point)>
      Extent;
  /// Contribution of one point of the innermost level.
  std::function<std::optional<NestTotals>(const std::vector<int64_t> &Point)>
      Point;
  /// Highest degree of the sums as polynomials of the outer counters; nothing
  /// when they are no polynomials.
  std::optional<size_t> Degree;
};

/// Sums \p Nest; nothing when a value is missing, a sum exceeds 127 bits, or
/// there are too many values to add.
std::optional<NestTotals> sumNest(const SummedNest &Nest);

} // namespace roofline

#endif
