// Rules by which an operation on lines gives a line.
#include "StraightRules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"

#include <bit>

using namespace llvm;

namespace roofline {
namespace {

/// Holds products and differences of any two operands.
__extension__ typedef __int128 Wide;

Wide power(unsigned Bits) { return Wide(1) << Bits; }

Wide floorDivision(Wide N, Wide Divisor) {
  return N / Divisor - (N % Divisor != 0 && (N < 0) != (Divisor < 0));
}

bool isFixed(const Line &L) { return L.Slope == 0; }

bool isIn(unsigned Bits, const Line &L) {
  Wide Half = power(Bits - 1);
  for (Wide V : {Wide(L.Value), Wide(L.end())})
    if (V < -Half || V >= Half)
      return false;
  return true;
}

bool keepsSign(const Line &L) { return (L.Value < 0) == (L.end() < 0); }

/// The values at both ends as unsigned numbers; a line where keepsSign().
std::pair<Wide, Wide> asUnsigned(unsigned Bits, const Line &L) {
  auto Of = [&](Wide V) { return V < 0 ? V + power(Bits) : V; };
  return {Of(L.Value), Of(L.end())};
}

/// A line from \p From to \p To, cut to \p Bits, does not wrap on its way.
bool wrapsNowhere(unsigned Bits, Wide From, Wide To) {
  Wide Half = power(Bits - 1), Whole = power(Bits);
  return floorDivision(From + Half, Whole) == floorDivision(To + Half, Whole);
}

/// Both ends of A - B, where the order is that of straight numbers.
std::optional<std::pair<Wide, Wide>>
difference(CmpInst::Predicate P, unsigned Bits, const Line &A, const Line &B) {
  if (!ICmpInst::isUnsigned(P))
    return std::pair(Wide(A.Value) - B.Value, Wide(A.end()) - B.end());
  if (!keepsSign(A) || !keepsSign(B))
    return std::nullopt;
  auto [A0, A1] = asUnsigned(Bits, A);
  auto [B0, B1] = asUnsigned(Bits, B);
  return std::pair(A0 - B0, A1 - B1);
}

/// Quotient and remainder of what goes from \p From to \p To in steps of
/// \p Slope, without changing its sign: steps of whole quotients, or one
/// quotient for all.
bool isStraightQuotient(Wide From, Wide To, Wide Slope, Wide Divisor) {
  return Slope % Divisor == 0 || From / Divisor == To / Divisor;
}

/// Bits below those of the slope stay, as do those above the highest that
/// changes from end to end; those between are all kept, all set, all cleared or
/// all turned.
bool isStraightMask(const Line &A, uint64_t Mask) {
  unsigned Low = std::countr_zero(uint64_t(A.Slope)),
           High = std::bit_width(uint64_t(A.Value) ^ uint64_t(A.end()));
  if (Low >= High)
    return true;
  uint64_t Zone = ~uint64_t(0) >> (64 - (High - Low)) << Low;
  return (Mask & Zone) == 0 || (Mask & Zone) == Zone;
}

bool isStraightShift(Instruction::BinaryOps Code, unsigned Bits, const Line &A,
                     int64_t Amount) {
  if (Amount < 0 || Amount >= Bits)
    return true; // has no value
  Wide Factor = power(Amount);
  if (Code == Instruction::Shl)
    return wrapsNowhere(Bits, A.Value * Factor, A.end() * Factor);
  if (Code == Instruction::AShr)
    return A.Slope % Factor == 0 ||
           floorDivision(A.Value, Factor) == floorDivision(A.end(), Factor);
  auto [From, To] = asUnsigned(Bits, A);
  return keepsSign(A) && isStraightQuotient(From, To, A.Slope, Factor);
}

} // namespace

bool isStraight(Instruction::BinaryOps Code, unsigned Bits,
                ArrayRef<Line> Operands) {
  const Line &A = Operands[0], &B = Operands[1];
  if (all_of(Operands, isFixed))
    return true;
  if (!isIn(Bits, A) || !isIn(Bits, B))
    return false;
  switch (Code) {
  case Instruction::Add:
    return wrapsNowhere(Bits, Wide(A.Value) + B.Value, Wide(A.end()) + B.end());
  case Instruction::Sub:
    return wrapsNowhere(Bits, Wide(A.Value) - B.Value, Wide(A.end()) - B.end());
  case Instruction::Mul:
    return (isFixed(A) || isFixed(B)) &&
           wrapsNowhere(Bits, Wide(A.Value) * B.Value, Wide(A.end()) * B.end());
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    return isFixed(B) ? isStraightMask(A, B.Value)
                      : isFixed(A) && isStraightMask(B, A.Value);
  default:
    break;
  }
  if (!isFixed(B))
    return false;
  switch (Code) {
  case Instruction::UDiv:
  case Instruction::URem: {
    auto [From, To] = asUnsigned(Bits, A);
    return keepsSign(A) &&
           (B.Value == 0 ||
            isStraightQuotient(From, To, A.Slope, asUnsigned(Bits, B).first));
  }
  case Instruction::SDiv:
  case Instruction::SRem:
    return (keepsSign(A) || A.Value == 0 || A.end() == 0) &&
           (B.Value == 0 ||
            isStraightQuotient(A.Value, A.end(), A.Slope, B.Value));
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    return isStraightShift(Code, Bits, A, B.Value);
  default:
    return false;
  }
}

bool isStraightSaturation(bool IsSum, bool IsSigned, unsigned Bits,
                          ArrayRef<Line> Operands) {
  const Line &A = Operands[0], &B = Operands[1];
  if (all_of(Operands, isFixed))
    return true;
  if (!isIn(Bits, A) || !isIn(Bits, B) ||
      (!IsSigned && !(keepsSign(A) && keepsSign(B))))
    return false;
  auto Ends = [&](const Line &L) {
    return IsSigned ? std::pair(Wide(L.Value), Wide(L.end()))
                    : asUnsigned(Bits, L);
  };
  auto [A0, A1] = Ends(A);
  auto [B0, B1] = Ends(B);
  Wide From = IsSum ? A0 + B0 : A0 - B0, To = IsSum ? A1 + B1 : A1 - B1;
  Wide Least = IsSigned ? -power(Bits - 1) : Wide(0);
  Wide Most = Least + power(Bits) - 1;
  if (std::max(From, To) < Least || std::min(From, To) > Most)
    return true;
  return std::min(From, To) >= Least && std::max(From, To) <= Most &&
         wrapsNowhere(Bits, From, To);
}

bool isStraight(CmpInst::Predicate P, unsigned Bits, ArrayRef<Line> Operands) {
  if (all_of(Operands, isFixed))
    return true;
  auto D = isIn(Bits, Operands[0]) && isIn(Bits, Operands[1])
               ? difference(P, Bits, Operands[0], Operands[1])
               : std::nullopt;
  if (!D)
    return false;
  bool NeverLess = D->first >= 0 && D->second >= 0,
       NeverMore = D->first <= 0 && D->second <= 0,
       Less = D->first < 0 && D->second < 0,
       More = D->first > 0 && D->second > 0;
  if (ICmpInst::isEquality(P))
    return Less || More || (NeverLess && NeverMore);
  // x < y and x >= y turn between less and equal, the others above it.
  bool AtLess = P == CmpInst::ICMP_ULT || P == CmpInst::ICMP_UGE ||
                P == CmpInst::ICMP_SLT || P == CmpInst::ICMP_SGE;
  return AtLess ? Less || NeverLess : More || NeverMore;
}

bool isStraightChoice(CmpInst::Predicate P, unsigned Bits,
                      ArrayRef<Line> Operands) {
  auto D = isIn(Bits, Operands[0]) && isIn(Bits, Operands[1])
               ? difference(P, Bits, Operands[0], Operands[1])
               : std::nullopt;
  return D && ((D->first >= 0 && D->second >= 0) ||
               (D->first <= 0 && D->second <= 0));
}

bool isStraightExtension(const Line &Operand) { return keepsSign(Operand); }

bool isStraightAbsolute(unsigned Bits, const Line &Operand) {
  Wide Least = -power(Bits - 1); // is its own opposite
  return isFixed(Operand) ||
         (isIn(Bits, Operand) && Operand.Value != Least &&
          Operand.end() != Least &&
          (keepsSign(Operand) || Operand.Value == 0 || Operand.end() == 0));
}

bool isStraightTruncation(unsigned To, const Line &Operand) {
  return wrapsNowhere(To, Operand.Value, Operand.end());
}

} // namespace roofline
