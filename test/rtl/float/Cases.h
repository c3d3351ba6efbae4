// Operands to try: directed ones, then random ones that come near the corners.
#ifndef ROOFLINE_TEST_RTL_FLOAT_CASES_H
#define ROOFLINE_TEST_RTL_FLOAT_CASES_H

#include "Operations.h"

namespace rtlfloat {

/// splitmix64 (Steele, Lea, Flood, OOPSLA 2014).
class Random {
public:
  explicit Random(uint64_t Seed) : State(Seed) {}

  uint64_t bits() {
    uint64_t Z = State += 0x9e3779b97f4a7c15;
    Z = (Z ^ Z >> 30) * 0xbf58476d1ce4e5b9;
    Z = (Z ^ Z >> 27) * 0x94d049bb133111eb;
    return Z ^ Z >> 31;
  }
  uint64_t below(uint64_t N) { return bits() % N; }
  /// From -N to N.
  int64_t around(int64_t N) { return int64_t(below(2 * N + 1)) - N; }

private:
  uint64_t State;
};

/// The specials of \p F, both signs: zeros, borders of the subnormals, halves
/// of units in the last place, largest, infinities, NaNs; of integers powers of
/// two and what lies beside them. Of 8 bits: every value.
std::vector<uint64_t> specials(const Format &F);

/// All tuples of specials, then random operands without end.
class Cases {
public:
  /// Takes some of the tuples of three operands alone, unless \p Exhaustive.
  Cases(const Operation &O, uint64_t Seed, bool Exhaustive);

  uint64_t numDirected() const { return Directed; }
  Operands next();

private:
  Operands directed();
  Operands random();
  uint64_t anyFraction();
  uint64_t anyInteger();
  uint64_t anyFloat();
  uint64_t withExponent(int64_t Exponent);
  uint64_t near(uint64_t Bits);
  uint64_t partner(uint64_t A);
  uint64_t addend(uint64_t A, uint64_t B);

  const Operation &O;
  const Format &F;
  Random R;
  std::vector<uint64_t> Specials;
  uint64_t Directed = 1, Index = 0;
};

} // namespace rtlfloat

#endif
