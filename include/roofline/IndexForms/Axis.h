// A function of one index of a launch, as a list of straight lines.
//
/// \file
/// Where a kernel clamps, wraps or chooses at a border, an index consists of a
/// few lines. combine() halves a range of indices until the result is straight
/// in it; each operation has a rule that says whether it is. Time and memory
/// therefore grow with the number of lines, not with the launch. An operation
/// without a rule is evaluated index by index.
#ifndef ROOFLINE_INDEXFORMS_AXIS_H
#define ROOFLINE_INDEXFORMS_AXIS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace roofline {

/// Values at the indices First to Last: Value at First, then Slope more at each
/// next index. Slope is 0 for a single index.
struct Line {
  int64_t First = 0, Last = 0;
  int64_t Value = 0, Slope = 0;

  int64_t at(int64_t Index) const { // the product may exceed 64 bits and wrap
    return int64_t(uint64_t(Value) + uint64_t(Slope) * uint64_t(Index - First));
  }
  int64_t end() const { return at(Last); }
  int64_t size() const { return Last - First + 1; }
  bool operator==(const Line &) const = default;
};

/// A function of one index from 0 to below the size of its dimension.
struct Axis {
  int64_t Slope = 0;
  /// Lines over all indices, in order. Each line is as long as possible, so
  /// equal functions have equal lines. Empty for the function Slope * index.
  std::vector<Line> Lines;

  int64_t at(int64_t Index) const;
  /// Returns the lines of the function from \p First to \p Last.
  std::vector<Line> within(int64_t First, int64_t Last) const;
  /// True where no value at an index below \p Size exceeds 64 bits.
  bool fits(int64_t Size) const;
  bool isTable() const { return !Lines.empty(); }
  bool isZero() const { return Lines.empty() && Slope == 0; }
  bool operator==(const Axis &) const = default;
};

/// Set of indices along one dimension: ordered runs {first, last} with gaps
/// between them. No value stands for all indices.
using IndexSet = std::optional<std::vector<std::pair<int64_t, int64_t>>>;

/// Appends \p Next, which begins after the end of \p Lines. Extends the last
/// line where \p Next continues it.
void appendLine(std::vector<Line> &Lines, Line Next);

/// An operand: Constant plus the function Along.
struct AxisOperand {
  int64_t Constant = 0;
  const Axis *Along = nullptr; ///< null for the function 0
};

/// Limit for the lines of one function, which take 32 MB then.
constexpr size_t MaxLines = size_t(1) << 20;

/// Returns the lines of \p ValueAt, applied to the operands' values at indices
/// 0 to \p Size - 1. \p IsStraight gets more than two indices over which each
/// operand is one line, and says whether the result is one line, too. Nothing
/// where \p ValueAt has no value, or where the result has too many lines.
std::optional<std::vector<Line>> combine(
    int64_t Size, llvm::ArrayRef<AxisOperand> Operands,
    llvm::function_ref<std::optional<int64_t>(llvm::ArrayRef<int64_t>)> ValueAt,
    llvm::function_ref<bool(llvm::ArrayRef<Line>)> IsStraight);

/// Returns the indices below \p Size at which \p Operand is one of \p Values,
/// or, without \p IsOne, at which it is none of them.
std::vector<std::pair<int64_t, int64_t>>
indicesWhere(int64_t Size, AxisOperand Operand, llvm::ArrayRef<int64_t> Values,
             bool IsOne);
/// Removes from \p Set the indices outside \p With.
void intersect(IndexSet &Set, llvm::ArrayRef<std::pair<int64_t, int64_t>> With);

} // namespace roofline

#endif
