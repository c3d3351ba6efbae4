// Closed forms over the levels of a nest, as trees that evaluate fast.
//
/// \file
/// A level is a counter: of a loop, or of work-items along a dimension. A form
/// along one level, where those around it stand still, is a straight line
/// between the places where the operands of a `min` or `max` cross. Any other
/// form along a level (a remainder, a quotient, a power of two) is opaque
/// there: each of its values is a case of its own.
#ifndef ROOFLINE_LIB_KERNEL_LEVELFORM_H
#define ROOFLINE_LIB_KERNEL_LEVELFORM_H

#include "roofline/Base/Expr.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace roofline {

/// Slope * value + Start, along one level.
struct IntegerLine {
  int64_t Slope = 0, Start = 0;
  bool operator==(const IntegerLine &) const = default;
};

/// Behaviour of a form along a level.
struct AlongLevel {
  /// From each of these values on, up to the next, the form is one line.
  std::vector<int64_t> Breaks;
  bool ReadsLevel = false;
  /// Levels inside of this one are read together with it, so that where lines
  /// cross differs with it.
  bool IsMixed = false;
  bool IsOpaque = false;
};

/// Values of one level that are taken together: First + Step * (0, 1, ...).
struct Residue {
  int64_t First = 0, Step = 1;
};

class LevelForm {
public:
  using LevelOf = std::function<std::optional<size_t>(std::string_view)>;

  /// The form of \p E, whose symbols are all levels; nothing where one is none.
  static std::optional<LevelForm> parse(const Expr &E, size_t NumLevels,
                                        const LevelOf &Level);

  /// Nothing where the form has no value there.
  std::optional<int64_t> at(const std::vector<int64_t> &At) const;

  bool reads(size_t Level) const { return Coefficients[Level]; }
  /// The form is a sum of multiples of levels.
  bool isAffine() const { return K == Kind::Affine; }
  /// The form is no line along \p Level between breaks.
  bool isOpaqueAlong(size_t Level) const;
  /// The least common multiple of what the form divides by, along \p Level;
  /// nothing where it is opaque for another reason.
  std::optional<int64_t> periodAlong(size_t Level) const;

  /// Adds what the form does along \p Level to \p Result, for the values \p Of
  /// of it below \p Size; \p At has the levels around.
  void along(size_t Level, const Residue &Of, int64_t Size,
             const std::vector<int64_t> &At, AlongLevel &Result) const;

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

  /// Place of a walk along a level.
  struct Walk {
    size_t Level;
    Residue Of;
    int64_t Size; ///< values
    const std::vector<int64_t> &At;
    AlongLevel &Result;
  };
  bool readsInsideOf(size_t Level) const;
  bool readsFrom(size_t Level) const;
  bool isConstant() const { return isAffine() && !readsFrom(0); }
  /// The form is 0 or 1.
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
  int64_t Constant = 0; ///< of Affine
  /// By level; of other kinds than Affine 1 where it is read.
  std::vector<int64_t> Coefficients;
  std::vector<LevelForm> Parts;
  std::optional<int64_t> Low, High; ///< whatever the levels are
};

} // namespace roofline

#endif
