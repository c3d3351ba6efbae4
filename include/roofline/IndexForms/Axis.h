// A function of one index of a launch, as lines.
//
/// \file
/// Where a kernel clamps, wraps or chooses at a border, an index is no line but
/// a few of them. They are found by halving: a rule says whether the result of
/// an operation is straight between two indices, so that time and memory grow
/// with the lines, not with the launch. An operation without a rule is followed
/// from index to index.
#ifndef ROOFLINE_INDEXFORMS_AXIS_H
#define ROOFLINE_INDEXFORMS_AXIS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace roofline {

/// Indices First to Last; Value at First, and Slope more at each further one
/// (0 where there is none).
struct Line {
  int64_t First = 0, Last = 0;
  int64_t Value = 0, Slope = 0;

  int64_t at(int64_t Index) const { // in between it may pass 64 bits
    return int64_t(uint64_t(Value) + uint64_t(Slope) * uint64_t(Index - First));
  }
  int64_t end() const { return at(Last); }
  int64_t size() const { return Last - First + 1; }
  bool operator==(const Line &) const = default;
};

/// A function of one index, from 0 to its size.
struct Axis {
  int64_t Slope = 0;
  /// Empty: Slope * index. Else all indices in order; each line reaches as far
  /// as it can, so that equal functions have equal lines.
  std::vector<Line> Lines;

  int64_t at(int64_t Index) const;
  /// Lines of the function from \p First to \p Last.
  std::vector<Line> within(int64_t First, int64_t Last) const;
  /// No value below \p Size is beyond 64 bits.
  bool fits(int64_t Size) const;
  bool isTable() const { return !Lines.empty(); }
  bool isZero() const { return Lines.empty() && Slope == 0; }
  bool operator==(const Axis &) const = default;
};

/// Indices along one dimension, as runs from first to last, in order and apart;
/// nothing: all.
using IndexSet = std::optional<std::vector<std::pair<int64_t, int64_t>>>;

/// Adds \p Next, which begins where the last one of \p Lines ends.
void appendLine(std::vector<Line> &Lines, Line Next);

/// An operand: Constant + what the axis is.
struct AxisOperand {
  int64_t Constant = 0;
  const Axis *Along = nullptr; ///< null: 0
};

/// More lines than that are not followed: 32 MB.
constexpr size_t MaxLines = size_t(1) << 20;

/// \p ValueAt of the operands' numbers, for indices 0 to \p Size - 1. \p
/// IsStraight says, of more than two indices at which all operands are lines,
/// whether the result is a line, too. Nothing where there is no value, or too
/// many lines.
std::optional<std::vector<Line>> combine(
    int64_t Size, llvm::ArrayRef<AxisOperand> Of,
    llvm::function_ref<std::optional<int64_t>(llvm::ArrayRef<int64_t>)> ValueAt,
    llvm::function_ref<bool(llvm::ArrayRef<Line>)> IsStraight);

/// The indices below \p Size at which \p Of is one of \p Values, or where it is
/// none of them.
std::vector<std::pair<int64_t, int64_t>>
indicesWhere(int64_t Size, AxisOperand Of, llvm::ArrayRef<int64_t> Values,
             bool IsOne);
void intersect(IndexSet &Set, llvm::ArrayRef<std::pair<int64_t, int64_t>> With);

} // namespace roofline

#endif
