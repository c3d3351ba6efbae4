// Operators as gates and carry chains.
#ifndef ROOFLINE_LIB_MAPPING_LOWEROPERATORS_H
#define ROOFLINE_LIB_MAPPING_LOWEROPERATORS_H

#include "roofline/Mapping/BitNetlist.h"

#include <map>

namespace roofline {

inline constexpr Literal False = Literal::constant(false);
inline constexpr Literal True = Literal::constant(true);

inline bool isZero(const BitWord &W) noexcept {
  return std::all_of(W.begin(), W.end(), [](Literal L) { return L == False; });
}

class OperatorLowering {
public:
  OperatorLowering(BitNetlist &B, const LoweringStyle &Style)
      : B(B), G(B.Gates), Style(Style) {}

  /// True where run() has a case of \p Op.
  static bool knows(DatapathOp Op) noexcept;
  struct Term {
    BitWord Word;
    bool IsNegative = false, IsPort = false;
    bool IsRow = false; ///< of a product
    CellId Driver = 0;
    /// Synthesis adds ports first, and last what it has gates of its own for.
    int place() const { return IsNegative || IsRow ? 1 : IsPort ? -1 : 0; }
  };
  /// The sum of more than two numbers.
  BitWord sumOf(std::vector<Term> Terms, CellId Id);
  /// Numbers whose sum is X * Y: one for each bit of the shorter factor.
  std::vector<BitWord> productRows(const BitWord &X, const BitWord &Y);
  BitWord run(const Cell &C, CellId Id, const std::vector<BitWord> &Words);

private:
  BitNetlist &B;
  GateNetwork &G;
  const LoweringStyle &Style;
  CellId Id = 0;
  std::map<std::vector<Literal>, size_t> Chains; ///< see chain()

  /// Returns X + Y, or X - Y where it \p Subtracts; \p Last takes the carry.
  BitWord sum(BitWord X, BitWord Y, bool Subtracts, Literal *Last = nullptr);
  BitWord wholeSum(const BitWord &X, const BitWord &Y, Literal Carry,
                   Literal *Last = nullptr);
  /// The one chain of \p Bits: the first carry, then what each bit propagates
  /// and generates.
  const CarryChain &chain(const std::vector<Literal> &Bits);
  BitWord sumOfGates(const BitWord &X, const BitWord &Y, Literal Carry,
                     Literal *Last);
  BitWord sumSavingCarries(std::vector<BitWord> Numbers, BitWord Extra);
  Literal carryBehind(const CarryBit &Bit, Literal Y);
  Literal lessByDifference(BitWord X, BitWord Y, bool Signed, bool OrEqual);
  Literal less(BitWord X, BitWord Y, bool Signed, bool OrEqual);
  Literal equal(const BitWord &X, const BitWord &Y);
  BitWord choose(Literal If, const BitWord &X, const BitWord &Y);
  BitWord shifted(DatapathOp Op, const BitWord &X, const BitWord &Amount);
};

} // namespace roofline

#endif
