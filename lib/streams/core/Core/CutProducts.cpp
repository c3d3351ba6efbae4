// Cuts products into those of DSP blocks, and divisions into products.
#include "StageCutter.h"

#include "roofline/Base/LowMask.h"

#include <algorithm>
#include <bit>

namespace roofline {
namespace {

/// [bit] of the factors that products are cut into. A DSP block of any family
/// has 17 beside the sign, but as many of them make 32 and 64 bits.
constexpr uint32_t FactorBits = 16;
/// [bit] Factors of one block of Series 7 beside their signs.
constexpr uint32_t BlockBits = 17, WiderBlockBits = 24;

/// Exact quotients of all numbers up to a greatest one: a * Factor >> Shift.
struct Reciprocal {
  uint64_t Factor = 0;
  uint32_t Shift = 0; ///< [bit]
};

/// The shortest reciprocal of \p Divisor for numbers up to \p Most; nothing
/// where a shift by 63 bits is too short.
std::optional<Reciprocal> reciprocal(uint64_t Divisor, uint64_t Most) {
  for (uint32_t Shift = 0; Shift < 64; ++Shift) {
    const uint64_t Power = uint64_t(1) << Shift;
    const uint64_t Factor = (Power - 1) / Divisor + 1;
    const uint64_t Excess = Factor * Divisor - Power;
    if (Excess <= (Power - 1) / Most)
      return Reciprocal{Factor, Shift};
  }
  return std::nullopt;
}

} // namespace

/// \p A times a constant of two terms.
uint32_t StageCutter::scaled(uint32_t A, const TwoTerms &Factor) {
  return sum(Factor.Adds ? Op::Add : Op::Sub, raised(A, Factor.First),
             raised(A, Factor.Second));
}

/// \p F in \p Bits.
uint32_t StageCutter::extended(const Factor &F, uint32_t Bits) {
  if (!F.Signed || Bits <= F.Bits)
    return resized(part(F.Node, {0, std::min(F.Bits, Bits)}), Bits);
  const uint32_t Of = part(F.Node, {0, F.Bits});
  if (!isConstant(Of))
    return add(Op::SignExtend, Bits, {Of}, {Spans[Of].Low, Bits});
  const uint64_t Value = New.Nodes[Of].Value;
  const bool IsNegative = Value >> (F.Bits - 1) & 1;
  return constant(IsNegative ? Value | ~lowMask(F.Bits) : Value, Bits);
}

/// The parts of \p F, with their places, that a DSP block takes; the last one
/// has its sign.
std::vector<std::pair<uint32_t, StageCutter::Factor>>
StageCutter::parts(const Factor &F) {
  const uint32_t Magnitude = F.Bits - F.Signed;
  const uint32_t Number =
      std::max(1u, (Magnitude + FactorBits - 1) / FactorBits);
  std::vector<std::pair<uint32_t, Factor>> Parts;
  for (uint32_t I = 0; I < Number && F.Bits > 0; ++I) {
    const uint32_t At = FactorBits * I;
    const bool Signed = F.Signed && I + 1 == Number;
    const uint32_t Bits = I + 1 == Number ? F.Bits - At : FactorBits;
    const uint32_t Node = part(F.Node, {At, Bits});
    Parts.push_back({At, {Node, Signed ? Bits : Spans[Node].High, Signed}});
  }
  return Parts;
}

/// \p A * \p B modulo 2^Bits, which one DSP block has.
uint32_t StageCutter::inBlock(uint32_t A, uint32_t B, uint32_t Bits) {
  A = resized(A, Bits);
  B = resized(B, Bits);
  for (auto [Factor, Other] : {std::pair(A, B), {B, A}})
    if (const uint64_t C = New.Nodes[Factor].Value;
        isConstant(Factor) && !std::has_single_bit(C))
      if (const std::optional<TwoTerms> T = twoTerms(C, Bits))
        return scaled(Other, *T);
  return add(Op::Mul, Bits, {A, B});
}

/// \p A * \p B modulo 2^Bits from products that a DSP block has, which are
/// added by twos.
uint32_t StageCutter::product(const Factor &A, const Factor &B, uint32_t Bits) {
  struct Term {
    Factor Value;
    uint32_t LowBit;
  };
  std::vector<Term> Terms;
  for (const auto &[AtX, X] : parts(A))
    for (const auto &[AtY, Y] : parts(B))
      if (AtX + AtY < Bits && !isZero(X.Node) && !isZero(Y.Node)) {
        const uint32_t Wide = X.Bits + Y.Bits;
        Terms.push_back({{inBlock(extended(X, Wide), extended(Y, Wide), Wide),
                          Wide, X.Signed || Y.Signed},
                         AtX + AtY});
      }
  if (Terms.empty())
    return constant(0, Bits);
  for (size_t I = 0; I + 1 < Terms.size(); I += 2) {
    Term Low = Terms[I], High = Terms[I + 1];
    if (Low.LowBit > High.LowBit)
      std::swap(Low, High);
    const uint32_t Above = High.LowBit - Low.LowBit;
    const bool Signed = Low.Value.Signed || High.Value.Signed;
    const uint32_t Wide = std::min(
        Bits - Low.LowBit,
        1 + Signed + std::max(Low.Value.Bits, Above + High.Value.Bits));
    const uint32_t Sum = sum(Op::Add, extended(Low.Value, Wide),
                             raised(extended(High.Value, Wide), Above));
    Terms.push_back({{Sum, Wide, Signed}, Low.LowBit});
  }
  return raised(extended(Terms.back().Value, Bits), Terms.back().LowBit);
}

/// \p A, a number up to \p Most, divided by \p Divisor.
std::optional<uint32_t> StageCutter::quotient(uint32_t A, uint64_t Divisor,
                                              uint64_t Most) {
  const uint32_t Bits = width(A), High = uint32_t(std::bit_width(Most));
  const std::optional<Reciprocal> By = reciprocal(Divisor, Most);
  if (!By)
    return std::nullopt;
  const uint32_t Factor = uint32_t(std::bit_width(By->Factor));
  if (High + Factor <= 64) {
    const uint32_t Wide = High + Factor;
    const uint32_t Whole =
        product(resized(A, Wide), constant(By->Factor, Wide), Wide);
    return part(Whole, {By->Shift, Bits});
  }
  if (2 * High > 64 || Factor != High + 1)
    return std::nullopt;
  // The factor's highest bit is the number itself.
  const uint32_t Rest =
      product(resized(A, 2 * High),
              constant(By->Factor & lowMask(High), 2 * High), 2 * High);
  const uint32_t Whole =
      sum(Op::Add, part(Rest, {High, High + 1}), resized(A, High + 1));
  return part(Whole, {By->Shift - High, Bits});
}

/// Rounded towards zero: that of the magnitudes, with its sign.
std::optional<uint32_t> StageCutter::signedQuotient(uint32_t A,
                                                    uint64_t Divisor) {
  const uint32_t Bits = width(A), Top = Bits - 1;
  const uint64_t Most = uint64_t(1) << Top;
  const bool IsNegative = Divisor & Most;
  const uint64_t Magnitude = (IsNegative ? -Divisor : Divisor) & lowMask(Bits);
  const uint32_t Sign = part(A, {Top, 1});
  if (std::has_single_bit(Magnitude) && !IsNegative) { // a bias rounds up
    const uint32_t By = uint32_t(std::countr_zero(Magnitude));
    const uint32_t Signs = add(Op::AShr, Bits, {A, constant(Top, Bits)});
    const uint32_t Bias = resized(part(Signs, {0, By}), Bits);
    return add(Op::AShr, Bits, {sum(Op::Add, A, Bias), constant(By, Bits)});
  }
  const uint32_t Zero = constant(0, Bits);
  const uint32_t Of = choice(Sign, sum(Op::Sub, Zero, A), A);
  const std::optional<uint32_t> Quotient = quotient(Of, Magnitude, Most);
  if (!Quotient)
    return std::nullopt;
  const uint32_t Minus = sum(Op::Sub, Zero, *Quotient);
  return IsNegative ? choice(Sign, *Quotient, Minus)
                    : choice(Sign, Minus, *Quotient);
}

/// Quotient or remainder of a division by a constant.
std::optional<uint32_t> StageCutter::division(const DatapathNode &N) {
  const DatapathNode &By = K.Nodes[N.Operands[1]];
  const uint32_t A = NewNode[N.Operands[0]];
  const uint32_t Bits = N.Type.Bits;
  const uint64_t Divisor = By.Value & lowMask(Bits);
  if (By.Op != Op::Constant || Divisor <= 1 || Bits < 2)
    return std::nullopt;
  const bool Signed = N.Op == Op::SDiv || N.Op == Op::SRem;
  const uint32_t High = std::max(1u, Spans[A].High);
  const std::optional<uint32_t> Quotient =
      Signed && High == Bits            ? signedQuotient(A, Divisor)
      : Signed && Divisor >> (Bits - 1) ? std::nullopt
                                        : quotient(A, Divisor, lowMask(High));
  if (!Quotient || N.Op == Op::UDiv || N.Op == Op::SDiv)
    return Quotient;
  return sum(Op::Sub, A, product(*Quotient, constant(Divisor, Bits), Bits));
}

/// True where a DSP block has product \p Node.
bool StageCutter::isWithinBlock(uint32_t Node) const {
  const DatapathNode &N = K.Nodes[Node];
  const ProductFactors F = productFactors(K, Node);
  const uint32_t Left = F.Signed ? F.Left - 1 : Live[N.Operands[0]].High;
  const uint32_t Right = F.Signed ? F.Right - 1 : Live[N.Operands[1]].High;
  return std::min(Left, Right) <= BlockBits &&
         std::max(Left, Right) <= WiderBlockBits;
}

} // namespace roofline
