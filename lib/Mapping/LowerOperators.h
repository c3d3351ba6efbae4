// Operators as gates and carry chains.
#ifndef ROOFLINE_LIB_MAPPING_LOWEROPERATORS_H
#define ROOFLINE_LIB_MAPPING_LOWEROPERATORS_H

#include "roofline/Mapping/BitNetlist.h"

namespace roofline {

inline constexpr Literal False = Literal::constant(false);
inline constexpr Literal True = Literal::constant(true);

class OperatorLowering {
public:
  OperatorLowering(BitNetlist &B, const LoweringStyle &Style)
      : B(B), G(B.Gates), Style(Style) {}

  /// True where run() has a case of \p Op.
  static bool knows(DatapathOp Op) noexcept;
  struct Term {
    BitWord Word;
    bool IsNegative = false;
  };
  /// Adds more than two numbers: saves carries until two numbers are left.
  BitWord sumOf(const std::vector<Term> &Terms, CellId Id);
  BitWord run(const Cell &C, CellId Id, const std::vector<BitWord> &Of);

private:
  BitNetlist &B;
  GateNetwork &G;
  const LoweringStyle &Style;
  CellId Id = 0;

  /// Returns X + Y, or X - Y where it \p Subtracts; \p Last takes the carry.
  BitWord sum(BitWord X, BitWord Y, bool Subtracts, Literal *Last = nullptr);
  BitWord sumOfGates(const BitWord &X, const BitWord &Y, Literal Carry,
                     Literal *Last);
  Literal carryBehind(const CarryBit &Bit, Literal Y);
  Literal lessByDifference(BitWord X, BitWord Y, bool Signed, bool OrEqual);
  Literal less(BitWord X, BitWord Y, bool Signed, bool OrEqual);
  Literal equal(const BitWord &X, const BitWord &Y);
  BitWord choose(Literal If, const BitWord &X, const BitWord &Y);
  BitWord shifted(DatapathOp Op, const BitWord &X, const BitWord &By);
  BitWord product(const BitWord &X, const BitWord &Y);
  BitWord remainder(const BitWord &X, const BitWord &Y);
};

} // namespace roofline

#endif
