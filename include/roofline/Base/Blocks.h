// Forms that go in blocks: quotients and remainders of ids by what stands
// still.
//
/// \file
/// Sources take a flat id apart into coordinates by `g / w` and `g % w`, where
/// w is an argument. Such a form is linear but where another block begins: at
/// the multiples of w. A counter in the base w has digits, and the form is
/// linear in them. Nothing here knows what an id is: callers name the counters.
/// Forms hold where what is divided is not negative.
#ifndef ROOFLINE_BASE_BLOCKS_H
#define ROOFLINE_BASE_BLOCKS_H

#include "roofline/Base/Quotients.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofline {

/// True for a symbol that moves.
using IsCounter = std::function<bool(std::string_view)>;

/// True where \p E consists of sums, products with one moving factor at most,
/// and quotients and remainders by what stands still.
bool isBlockwise(const Expr &E, const IsCounter &Moves);

/// Movement of a blockwise form from one value of a counter to the next.
struct BlockStep {
  int64_t Step = 0;  ///< inside a block
  double Breaks = 0; ///< [1] share of the steps that end a block
  /// False where a divisor is not known. Step is that of a divisor which
  /// exceeds the steps of what it divides, and Breaks is 0.
  bool KnowsBreaks = true;
  bool operator==(const BlockStep &) const = default;
};

/// Returns how \p E moves when \p Moves move together by 1, as most steps do.
/// Breaks is exact for one division. For several it is the sum of their shares,
/// less those of blocks that end where finer ones do: about right, as blocks of
/// a remainder need not end evenly. Nothing where a divisor is 0 or negative,
/// or a factor of the step no number.
std::optional<BlockStep> blockStep(const Expr &E, const IsCounter &Moves);

/// Returns the divisors in \p E by which something that moves is divided, each
/// once.
std::vector<Expr> blockDivisors(const Expr &E, const IsCounter &Moves);

/// A counter from 0 to Number - 1, and what one more of it adds.
struct Digit {
  std::string Name;
  int64_t Number = 0;
  int64_t Step = 0;
  bool operator==(const Digit &) const = default;
};

/// The values Offset plus the sum of what each digit adds.
struct DigitSum {
  int64_t Offset = 0;
  std::vector<Digit> Digits;
};

/// Returns \p E as sums over the digits of each counter that a quotient or
/// remainder moves with. \p Counters are all symbols of \p E; their steps are
/// not read. The values of the sums together are those of \p E, as a last block
/// may be shorter than the others. Nothing where \p E does not come apart into
/// a few sums.
std::optional<std::vector<DigitSum>>
inDigits(const Expr &E, const std::vector<Digit> &Counters);

} // namespace roofline

#endif
