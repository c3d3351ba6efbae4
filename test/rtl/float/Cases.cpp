// Directed and random operands.
#include "Cases.h"

#include <algorithm>
#include <set>

namespace rtlfloat {

static std::set<uint64_t> integerSpecials(const Format &F) {
  std::set<uint64_t> All;
  for (unsigned Bit = 0; Bit < F.Width; ++Bit)
    for (uint64_t Power : {uint64_t(1) << Bit, -(uint64_t(1) << Bit)})
      for (uint64_t Beside : {-1, 0, 1})
        All.insert((Power + Beside) & F.mask());
  return All;
}

static std::set<uint64_t> floatSpecials(const Format &F) {
  std::set<uint64_t> All;
  uint64_t One = F.bias(), Ones = F.fractionMask(), Top = One;
  // Exponents at both ends, of 1, of halves of a unit of 1, of a unit of 1.
  for (uint64_t Exponent :
       {uint64_t(0), uint64_t(1), uint64_t(2), uint64_t(F.Frac),
        One - F.Frac - 2, One - F.Frac - 1, One - F.Frac, One - 1, One, One + 1,
        One + F.Frac, One + F.Frac + 1, 2 * Top - 1, 2 * Top, 2 * Top + 1})
    if (Exponent <= F.maxExponent())
      for (uint64_t Fraction :
           {uint64_t(0), uint64_t(1), Ones >> 1, (Ones >> 1) + 1, Ones})
        for (bool Sign : {false, true})
          All.insert(F.pack(Sign, Exponent, Fraction));
  return All;
}

std::vector<uint64_t> specials(const Format &F) {
  std::set<uint64_t> All = F.isFloat() ? floatSpecials(F) : integerSpecials(F);
  if (F.Width <= 8)
    for (uint64_t X = 0; X <= F.mask(); ++X)
      All.insert(X);
  return {All.begin(), All.end()};
}

Cases::Cases(const Operation &Op, uint64_t Seed, bool Exhaustive)
    : O(Op), F(Op.In), R(Seed), Specials(specials(Op.In)) {
  for (unsigned I = 0; I < O.numOperands(); ++I)
    Directed *= Specials.size();
  if (O.numOperands() == 3 && !Exhaustive)
    Directed = std::min<uint64_t>(Directed, 1 << 18);
}

Operands Cases::next() { return Index < Directed ? directed() : random(); }

Operands Cases::directed() {
  uint64_t N = Index++, Size = Specials.size();
  if (O.numOperands() == 3 && Directed < Size * Size * Size)
    N = R.below(Size * Size * Size);
  return {Specials[N % Size], Specials[N / Size % Size],
          Specials[N / Size / Size % Size]};
}

/// Uniform, or few ones, few zeros, or ones or zeros at the lower end.
uint64_t Cases::anyFraction() {
  uint64_t X = R.bits();
  switch (R.below(6)) {
  case 0:
    return X & R.bits() & R.bits() & R.bits();
  case 1:
    return X | R.bits() | R.bits() | R.bits();
  case 2:
    return X << R.below(64);
  case 3:
    return ~(X << R.below(64));
  default:
    return X;
  }
}

uint64_t Cases::withExponent(int64_t Exponent) {
  int64_t Most = int64_t(F.maxExponent()) - 1;
  return F.pack(R.below(2), std::clamp<int64_t>(Exponent, 0, Most),
                anyFraction());
}

/// Some units in the last place away.
uint64_t Cases::near(uint64_t Bits) {
  return ((Bits + R.around(R.below(2) ? 1 : 8)) ^ R.below(2) << (F.Width - 1)) &
         F.mask();
}

/// Any magnitude; a run of digits as long as a fraction and a 1 below it, and
/// its neighbours.
uint64_t Cases::anyInteger() {
  uint64_t X = R.bits() >> R.below(64);
  if (R.below(2)) {
    unsigned Digits = O.Out.isFloat() ? O.Out.Frac + 1 : 24;
    X = ((R.bits() >> (63 - Digits) | 1) << R.below(64)) + R.around(1);
  }
  return (R.below(2) ? X : -X) & F.mask();
}

uint64_t Cases::anyFloat() {
  int64_t Digits = F.Frac;
  switch (R.below(8)) {
  case 0:
    return Specials[R.below(Specials.size())];
  case 1: // subnormals and little above
    return withExponent(R.below(4) ? 0 : R.below(Digits + 4));
  case 2:
    return withExponent(F.maxExponent() - 1 - R.below(Digits + 4));
  case 3:
  case 4: // where the result of a conversion changes its kind
    if (!O.Out.isFloat())
      return withExponent(F.bias() + R.below(O.Out.Width + 3) - 1);
    if (O.Out.Exp < F.Exp)
      return withExponent(F.bias() + R.around(O.Out.bias() + O.Out.Frac + 3));
    return withExponent(F.bias() + R.around(Digits + 4));
  default:
    return withExponent(R.below(F.maxExponent()));
  }
}

/// A second operand that goes with \p A.
uint64_t Cases::partner(uint64_t A) {
  int64_t Exponent = F.exponent(A), Bias = F.bias(), Digits = F.Frac;
  // The exponent field of a product or quotient: at the borders, or inside.
  int64_t Wanted = R.below(2)   ? R.around(Digits + 3)
                   : R.below(2) ? 2 * Bias + R.around(2)
                                : Bias + R.around(Bias);
  switch (R.below(6)) {
  case 0:
    return near(A);
  case 1: // digits overlap
    return withExponent(Exponent + R.around(Digits + 4));
  case 2:
    return withExponent(Exponent + R.around(1));
  case 3:
  case 4:
    return withExponent(O.Op == Kind::Div ? Exponent - Wanted + Bias
                                          : Wanted + Bias - Exponent);
  default:
    return anyFloat();
  }
}

/// Cancels the product, overlaps it, or is any.
uint64_t Cases::addend(uint64_t A, uint64_t B) {
  uint64_t AB = product(F, A, B);
  int64_t Exponent = F.exponent(AB), Digits = F.Frac;
  switch (R.below(4)) {
  case 0:
    return near(AB);
  case 1:
    return withExponent(Exponent + R.around(2 * Digits + 6));
  case 2:
    return withExponent(Exponent + R.around(2));
  default:
    return anyFloat();
  }
}

Operands Cases::random() {
  Operands X = {};
  if (!F.isFloat()) {
    X[0] = anyInteger();
    return X;
  }
  if (R.below(4) == 0) { // uniform
    for (unsigned I = 0; I < O.numOperands(); ++I)
      X[I] = R.bits() & F.mask();
    return X;
  }
  X[0] = anyFloat();
  if (O.numOperands() > 1)
    X[1] = partner(X[0]);
  if (O.Op == Kind::Fma)
    X[2] = addend(X[0], X[1]);
  // Roots and quotients that are exact, or almost.
  if (O.Op == Kind::Sqrt && R.below(2))
    X[0] = near(product(F, X[0], X[0])) & (F.mask() >> R.below(2));
  if (O.Op == Kind::Div && R.below(3) == 0)
    X[0] = near(product(F, X[0], X[1]));
  if (O.numOperands() == 2 && R.below(2))
    std::swap(X[0], X[1]);
  return X;
}

} // namespace rtlfloat
