// Exact sums over a nest of loops whose bounds depend on each other.
//
/// \file
/// A loop of a triangular nest sums up a polynomial of the counters around it,
/// where every bound is a sum of multiples of counters and no loop
/// has a negative one. The sum of that polynomial over 0 ... N - 1 follows from
/// its first values by Newton's forward differences, however large N is. In
/// other nests every value is added. Equal sums are computed once, so that the
/// cost grows with the levels and not with their product.
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

/// A nest, the outermost level first. \p At has the counters around a level.
struct SummedNest {
  size_t Levels = 0;
  /// All that a level and what is inside of it depend on: where it is the same,
  /// the sums are.
  std::function<std::vector<int64_t>(size_t Level,
                                     const std::vector<int64_t> &At)>
      Key;
  /// [1] The values of a level.
  std::function<std::optional<int64_t>(size_t Level,
                                       const std::vector<int64_t> &At)>
      Extent;
  /// The share of one point, inside of all levels.
  std::function<std::optional<NestTotals>(const std::vector<int64_t> &At)>
      Point;
  /// The sums are polynomials of the counters around, of this degree at most;
  /// nothing: they may be anything.
  std::optional<size_t> Degree;
};

/// Nothing where a value is missing, the sums exceed 127 bits, or too many
/// values would have to be added.
std::optional<NestTotals> sumNest(const SummedNest &Nest);

} // namespace roofline

#endif
