// Closed forms over the levels of a nest.
//
/// \file
/// A level is a counter of a loop, or of work-items along a dimension. Along
/// one level, with fixed outer levels, a form is a straight line between the
/// places where operands of a `min` or `max` cross. Any other form (a
/// remainder, a quotient, a power of two) is opaque along the level: each of
/// its values is a separate case.
#ifndef ROOFLINE_LIB_KERNEL_LEVELFORM_H
#define ROOFLINE_LIB_KERNEL_LEVELFORM_H

#include "roofline/Base/Expr.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace roofline {

/// Slope * value + Start along one level.
struct IntegerLine {
  int64_t Slope = 0, Start = 0;
  bool operator==(const IntegerLine &) const = default;
};

/// Behaviour of a form along a level.
struct AlongLevel {
  /// Values at which a new line begins.
  std::vector<int64_t> Breaks;
  bool ReadsLevel = false;
  /// True when inner levels are read together with this one, so that the places
  /// where lines cross depend on it.
  bool IsMixed = false;
  bool IsOpaque = false;
};

/// A residue class of values: First + Step * (0, 1, ...).
struct Residue {
  int64_t First = 0, Step = 1;
};

class LevelForm {
public:
  using LevelOf = std::function<std::optional<size_t>(std::string_view)>;

  /// Parses \p E, whose symbols are levels; nothing when a symbol is no level.
  static std::optional<LevelForm> parse(const Expr &E, size_t NumLevels,
                                        const LevelOf &Level);

  /// Value of the form at the levels \p Point; nothing when it has none.
  std::optional<int64_t> at(const std::vector<int64_t> &Point) const;

  bool reads(size_t Level) const { return Coefficients[Level]; }
  /// True for a sum of multiples of levels.
  bool isAffine() const { return K == Kind::Affine; }
  /// True when the form is no line along \p Level between breaks.
  bool isOpaqueAlong(size_t Level) const;
  /// Least common multiple of the form's divisors along \p Level; nothing when
  /// it is opaque for another reason.
  std::optional<int64_t> periodAlong(size_t Level) const;

  /// Adds the behaviour of the form along \p Level to \p Result, for values
  /// \p Values below \p Size. \p Outer holds the outer levels.
  void along(size_t Level, const Residue &Values, int64_t Size,
             const std::vector<int64_t> &Outer, AlongLevel &Result) const;

private:
  enum class Kind : uint8_t {
    Affine,
    Add,
    Mul,
    Min,
    Max,
    Div,
    Mod,
    Power,
    Log
  };

  /// A walk along a level.
  struct Walk {
    size_t Level;
    Residue Values;
    int64_t Size; ///< number of values
    const std::vector<int64_t> &Outer;
    AlongLevel &Result;
  };
  bool readsInsideOf(size_t Level) const;
  bool readsFrom(size_t Level) const;
  bool isConstant() const { return isAffine() && !readsFrom(0); }
  /// True when the form is always 0 or 1.
  bool isCondition() const { return Low && High && *Low >= 0 && *High <= 1; }
  void findBounds(const Expr &E);
  bool isNonlinear() const;
  static bool addMultiple(LevelForm &To, const LevelForm &Part, int64_t Times);
  static std::optional<LevelForm> sumOf(const std::vector<LevelForm> &Parts);
  static std::optional<LevelForm>
  productOf(const std::vector<LevelForm> &Parts);
  std::vector<IntegerLine> lines(const Walk &W) const;
  IntegerLine affineLine(const Walk &W) const;
  std::vector<IntegerLine> quotientLines(const Walk &W) const;
  std::vector<IntegerLine> combinedLines(const Walk &W) const;
  static std::optional<IntegerLine> combine(Kind K, const IntegerLine &L,
                                            const IntegerLine &R);
  static void addCrossings(const std::vector<IntegerLine> &All, const Walk &W);
  static void addCrossing(const IntegerLine &L, const IntegerLine &R,
                          const Walk &W);

  Kind K = Kind::Affine;
  int64_t Constant = 0; ///< for Affine
  /// Coefficients by level; in other kinds 1 for each level that the form
  /// reads.
  std::vector<int64_t> Coefficients;
  std::vector<LevelForm> Parts;
  std::optional<int64_t> Low, High; ///< bounds for all levels
};

} // namespace roofline

#endif
