// Integers as linear forms of the work-group, exact over a box of groups.
#include "GroupForm.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;

namespace roofline {

std::optional<GroupForm> sum(const GroupForm &L, const GroupForm &R,
                             int64_t Factor) {
  GroupForm Result = L;
  auto Add = [Factor](int64_t &To, int64_t What) {
    int64_t Scaled;
    return !__builtin_mul_overflow(What, Factor, &Scaled) &&
           !__builtin_add_overflow(To, Scaled, &To);
  };
  bool Fits = Add(Result.Constant, R.Constant);
  for (unsigned D = 0; D < 3; ++D)
    Fits &= Add(Result.Slope[D], R.Slope[D]);
  return Fits ? std::optional(Result) : std::nullopt;
}

namespace {

/// The least and the largest value over a box.
struct Range {
  int64_t Least = 0, Most = 0;
  bool isPositive() const { return Least >= 0; } ///< or zero
  bool isNegative() const { return Most < 0; }
};

std::optional<Range> rangeOf(const GroupForm &F, const GroupBox &Box) {
  Range R = {F.Constant, F.Constant};
  for (unsigned D = 0; D < 3; ++D) {
    int64_t A, B;
    if (__builtin_mul_overflow(F.Slope[D], Box.First[D], &A) ||
        __builtin_mul_overflow(F.Slope[D], Box.Last[D], &B) ||
        __builtin_add_overflow(R.Least, std::min(A, B), &R.Least) ||
        __builtin_add_overflow(R.Most, std::max(A, B), &R.Most))
      return std::nullopt;
  }
  return R;
}

bool fits(const GroupForm &F, unsigned Width, const GroupBox &Box) {
  std::optional<Range> R = rangeOf(F, Box);
  return R &&
         (Width >= 64 || (isIntN(Width, R->Least) && isIntN(Width, R->Most)));
}

/// The one value of \p F over \p Box: a box of one group has one, too.
std::optional<int64_t> onlyValue(const GroupForm &F, const GroupBox &Box) {
  std::optional<Range> R = rangeOf(F, Box);
  return R && R->Least == R->Most ? std::optional(R->Least) : std::nullopt;
}

int64_t floorQuotient(int64_t Dividend, int64_t Divisor) {
  return Dividend / Divisor - (Dividend % Divisor < 0);
}

/// \p F divided by \p Divisor, rounded down.
std::optional<GroupForm> quotient(const GroupForm &F, int64_t Divisor,
                                  const Range &R) {
  if (floorQuotient(R.Least, Divisor) == floorQuotient(R.Most, Divisor))
    return GroupForm{floorQuotient(R.Least, Divisor), {0, 0, 0}};
  GroupForm Result = {floorQuotient(F.Constant, Divisor), {0, 0, 0}};
  for (unsigned D = 0; D < 3; ++D) {
    if (F.Slope[D] % Divisor)
      return std::nullopt;
    Result.Slope[D] = F.Slope[D] / Divisor;
  }
  return Result;
}

/// \p F / \p R, or what it leaves: by a constant.
std::optional<GroupForm> divide(unsigned Code, const GroupForm &F,
                                const GroupForm &R, const GroupBox &Box) {
  std::optional<Range> Values = rangeOf(F, Box);
  if (!Values || !R.isConstant())
    return std::nullopt;
  int64_t By = R.Constant;
  const bool IsShift = Code == Instruction::LShr || Code == Instruction::AShr;
  if (IsShift && (By < 0 || By > 61))
    return std::nullopt;
  if (IsShift)
    By = int64_t(1) << By;
  if (Code == Instruction::And) // with a mask of low bits
    By = By >= 0 && isMask_64(uint64_t(By)) && By < INT64_MAX ? By + 1 : 0;
  const bool RoundsDown = Code == Instruction::AShr || Code == Instruction::And;
  if (By <= 0 || (!RoundsDown && !Values->isPositive()))
    return std::nullopt;
  std::optional<GroupForm> Q = quotient(F, By, *Values);
  if (!Q || (Code != Instruction::And && Code != Instruction::URem &&
             Code != Instruction::SRem))
    return Q;
  return sum(F, *Q, -By);
}

std::optional<GroupForm> binary(const BinaryOperator &Op, const GroupForm &L,
                                const GroupForm &R, const GroupBox &Box) {
  const unsigned Code = Op.getOpcode();
  if (L.isConstant() && R.isConstant()) {
    if (Code == Instruction::And)
      return GroupForm{L.Constant & R.Constant, {0, 0, 0}};
    if (Code == Instruction::Or)
      return GroupForm{L.Constant | R.Constant, {0, 0, 0}};
    if (Code == Instruction::Xor)
      return GroupForm{L.Constant ^ R.Constant, {0, 0, 0}};
  }
  switch (Code) {
  case Instruction::Add:
    return sum(L, R);
  case Instruction::Sub:
    return sum(L, R, -1);
  case Instruction::Mul:
    if (L.isConstant())
      return sum({}, R, L.Constant);
    return R.isConstant() ? sum({}, L, R.Constant) : std::nullopt;
  case Instruction::Shl:
    if (!R.isConstant() || R.Constant < 0 || R.Constant > 61)
      return std::nullopt;
    return sum({}, L, int64_t(1) << R.Constant);
  case Instruction::Or:
    if (cast<PossiblyDisjointInst>(Op).isDisjoint())
      return sum(L, R);
    return std::nullopt;
  case Instruction::And:
    if (L.isConstant())
      return divide(Code, R, L, Box);
    [[fallthrough]];
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
  case Instruction::LShr:
  case Instruction::AShr:
    return divide(Code, L, R, Box);
  default:
    return std::nullopt;
  }
}

/// Whether \p P holds for all of \p Box, or for none of it.
std::optional<bool> compare(CmpInst::Predicate P, const GroupForm &L,
                            const GroupForm &R, const GroupBox &Box) {
  std::optional<GroupForm> Difference = sum(L, R, -1);
  std::optional<Range> OfL = rangeOf(L, Box), OfR = rangeOf(R, Box);
  std::optional<Range> D =
      Difference ? rangeOf(*Difference, Box) : std::nullopt;
  if (!D || !OfL || !OfR)
    return std::nullopt;
  if (ICmpInst::isEquality(P)) {
    const bool IsEqual = P == CmpInst::ICMP_EQ;
    if (D->Least == 0 && D->Most == 0)
      return IsEqual;
    return D->Least > 0 || D->Most < 0 ? std::optional(!IsEqual) : std::nullopt;
  }
  if (ICmpInst::isUnsigned(P)) { // below zero is above all that is not
    if (OfL->isNegative() && OfR->isPositive())
      return ICmpInst::isGT(P) || ICmpInst::isGE(P);
    if (OfL->isPositive() && OfR->isNegative())
      return ICmpInst::isLT(P) || ICmpInst::isLE(P);
    if (OfL->isPositive() != OfR->isPositive() ||
        OfL->isNegative() != OfR->isNegative() ||
        OfL->isPositive() == OfL->isNegative())
      return std::nullopt;
  }
  auto Holds = [P](int64_t Sign) {
    return Sign > 0   ? ICmpInst::isGT(P) || ICmpInst::isGE(P)
           : Sign < 0 ? ICmpInst::isLT(P) || ICmpInst::isLE(P)
                      : ICmpInst::isGE(P) || ICmpInst::isLE(P);
  };
  const bool AtLeast = Holds(D->Least), AtMost = Holds(D->Most);
  return AtLeast == AtMost ? std::optional(AtLeast) : std::nullopt;
}

std::optional<GroupForm> intrinsic(const IntrinsicInst &I,
                                   ArrayRef<GroupForm> Operands,
                                   const GroupBox &Box) {
  if (const auto *MinMax = dyn_cast<MinMaxIntrinsic>(&I)) {
    std::optional<bool> IsLeft =
        compare(MinMax->getPredicate(), Operands[0], Operands[1], Box);
    if (!IsLeft && Operands[0] == Operands[1])
      return Operands[0];
    return IsLeft ? std::optional(*IsLeft ? Operands[0] : Operands[1])
                  : std::nullopt;
  }
  if (I.getIntrinsicID() == Intrinsic::abs) {
    std::optional<Range> R = rangeOf(Operands[0], Box);
    if (R && R->isPositive())
      return Operands[0];
    return R && R->Most <= 0 ? sum({}, Operands[0], -1) : std::nullopt;
  }
  if (I.getIntrinsicID() == Intrinsic::usub_sat) {
    if (compare(CmpInst::ICMP_UGE, Operands[0], Operands[1], Box) == true)
      return sum(Operands[0], Operands[1], -1);
    if (compare(CmpInst::ICMP_ULE, Operands[0], Operands[1], Box) == true)
      return GroupForm();
  }
  return std::nullopt;
}

std::optional<GroupForm> extended(const CastInst &I, const GroupForm &F,
                                  const GroupBox &Box) {
  std::optional<Range> R = rangeOf(F, Box);
  if (isa<ZExtInst>(I))
    return R && R->isPositive() ? std::optional(F) : std::nullopt;
  if (isa<SExtInst, TruncInst>(I))
    return F;
  return std::nullopt;
}

/// As the compiler folds it: of operands that have one value each.
std::optional<GroupForm> folded(const Instruction &I,
                                ArrayRef<GroupForm> Operands,
                                const GroupBox &Box) {
  SmallVector<Constant *, 3> Values;
  for (const GroupForm &F : Operands) {
    std::optional<int64_t> Value = onlyValue(F, Box);
    Type *T = I.getOperand(unsigned(Values.size()))->getType();
    if (!Value)
      return std::nullopt;
    Values.push_back(ConstantInt::getSigned(T, *Value, /*ImplicitTrunc=*/true));
  }
  if (const auto *Call = dyn_cast<CallBase>(&I))
    Values.push_back(Call->getCalledFunction());
  const DataLayout &DL = I.getFunction()->getDataLayout();
  Constant *Result = nullptr;
  if (const auto *Compare = dyn_cast<CmpInst>(&I))
    Result = ConstantFoldCompareInstOperands(Compare->getPredicate(), Values[0],
                                             Values[1], DL);
  else
    Result = ConstantFoldInstOperands(&I, Values, DL);
  const auto *Number = dyn_cast_or_null<ConstantInt>(Result);
  return Number && Number->getBitWidth() <= 64
             ? std::optional(GroupForm{Number->getSExtValue(), {0, 0, 0}})
             : std::nullopt;
}

} // namespace

bool mayBe(const GroupForm &F, int64_t Value, const GroupBox &Box) {
  const std::optional<Range> R = rangeOf(F, Box);
  return !R || (R->Least <= Value && Value <= R->Most);
}

std::optional<GroupForm> resultOf(const Instruction &I,
                                  ArrayRef<GroupForm> Operands,
                                  const GroupBox &Box) {
  std::optional<GroupForm> Result;
  if (const auto *Compare = dyn_cast<ICmpInst>(&I)) {
    if (auto Holds =
            compare(Compare->getPredicate(), Operands[0], Operands[1], Box))
      return GroupForm{*Holds ? -1 : 0, {0, 0, 0}};
    return std::nullopt;
  }
  if (isa<FreezeInst>(I))
    return Operands[0];
  if (const auto *Op = dyn_cast<BinaryOperator>(&I))
    Result = binary(*Op, Operands[0], Operands[1], Box);
  else if (const auto *Cast = dyn_cast<CastInst>(&I))
    Result = extended(*Cast, Operands[0], Box);
  else if (const auto *Call = dyn_cast<IntrinsicInst>(&I))
    Result = intrinsic(*Call, Operands, Box);
  if (Result && fits(*Result, I.getType()->getIntegerBitWidth(), Box))
    return Result;
  return folded(I, Operands, Box);
}

} // namespace roofline
