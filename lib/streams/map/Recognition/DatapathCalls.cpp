// Builtins and intrinsics as nodes of a datapath.
#include "DatapathCalls.h"

#include "DatapathBuilder.h"

#include "roofline/Base/FloatFormat.h"
#include "roofline/Canonical/StructuralBuiltins.h"
#include "roofline/Kernel/Operators.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace roofline {

constexpr StringLiteral Roundings[] = {"rint", "floor", "ceil", "trunc",
                                       "round"};

/// The functions of OpenCL that have an operator, by name.
static std::string functionsWithOperator() {
  SmallVector<StringRef> Names;
  for (const KernelOperator &O : kernelOperators())
    if (O.IsFunction && !O.Datapath.empty())
      Names.push_back(O.Name);
  append_range(Names, Roundings);
  return join(Names, ", ");
}

std::optional<DatapathOp> operatorOf(const Instruction &I) {
  StringRef Name = I.getOpcodeName();
  const auto *Call = dyn_cast<CallBase>(&I);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (Call && !Callee)
    return std::nullopt;
  const bool IsFunction = Callee && !Callee->isIntrinsic();
  if (IsFunction)
    Name = builtinName(Callee->getName());
  else if (Callee)
    (Name = Intrinsic::getBaseName(Callee->getIntrinsicID()))
        .consume_front("llvm.");
  const KernelOperator *Of =
      kernelOperator(Name, Call && I.getType()->isFPOrFPVectorTy());
  if (!Of || StringRef(Of->Name) != Name || (IsFunction && !Of->IsFunction))
    return std::nullopt;
  // The last parameter's letter: uchar, ushort, uint, ulong.
  const bool IsUnsigned =
      IsFunction &&
      StringRef("htjm").contains(Callee->getName().split('.').first.back());
  const auto Op = datapathOp(Of->datapath(IsUnsigned));
  // Unlike float's sum or product, its fma rounded to half is not that of half.
  return Op == DatapathOp::Fma && I.getType()->isHalfTy() ? std::nullopt : Op;
}

static std::optional<DatapathOp> operatorOfSaturation(Intrinsic::ID Id) {
  switch (Id) {
  case Intrinsic::uadd_sat:
  case Intrinsic::sadd_sat:
    return DatapathOp::Add;
  case Intrinsic::usub_sat:
  case Intrinsic::ssub_sat:
    return DatapathOp::Sub;
  default:
    return std::nullopt;
  }
}

/// A sum or difference in one bit more, brought back into the range.
uint32_t DatapathBuilder::saturated(const CallBase &I, bool Signed,
                                    DatapathOp Op) {
  const ValueType Type = *streamType(I.getType());
  if (Type.Bits >= 64 && !Signed) { // there is no bit more
    uint32_t L = node(I.getArgOperand(0)), R = node(I.getArgOperand(1));
    if (Op == DatapathOp::Sub)
      return add(Op, Type, {add(DatapathOp::UMax, Type, {L, R}, &I), R}, &I);
    uint32_t Room = add(DatapathOp::Xor, Type, {L, constant(Type, ~0ull)}, &I);
    return add(Op, Type, {L, add(DatapathOp::UMin, Type, {Room, R}, &I)}, &I);
  }
  if (Type.Bits >= 64)
    return fail(&I, "signed saturation of 64 bits has no operator in a "
                    "datapath");
  ValueType Wide = Type;
  Wide.Bits += 1;
  auto Extended = [&](unsigned N) {
    return add(Signed ? DatapathOp::SignExtend : DatapathOp::ZeroExtend, Wide,
               {node(I.getArgOperand(N))}, &I);
  };
  uint32_t Result = add(Op, Wide, {Extended(0), Extended(1)}, &I);
  auto Limit = [&](DatapathOp To, uint64_t Bits) {
    Result = add(To, Wide, {Result, constant(Wide, Bits)}, &I);
  };
  const uint64_t Half = uint64_t(1) << (Type.Bits - 1);
  if (Signed) {
    Limit(DatapathOp::SMin, Half - 1);
    Limit(DatapathOp::SMax, 3 * Half); // -Half in one bit more
  } else if (Op == DatapathOp::Add) {
    Limit(DatapathOp::UMin, 2 * Half - 1);
  } else {
    Limit(DatapathOp::SMax, 0);
  }
  return add(DatapathOp::Truncate, Type, {Result}, &I);
}

static StringRef roundingOf(Intrinsic::ID Id, StringRef Builtin) {
  switch (Id) {
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::roundeven:
    return "rint";
  case Intrinsic::floor:
    return "floor";
  case Intrinsic::ceil:
    return "ceil";
  case Intrinsic::trunc:
    return "trunc";
  case Intrinsic::round:
    return "round";
  default:
    return is_contained(Roundings, Builtin) ? Builtin : "";
  }
}

/// \p Number as a whole number, by its bits: to the magnitude is added what
/// takes it to the next whole one where it is to grow, and then the bits of the
/// part below 1 are cut off. The carry goes into the exponent where it must.
static uint32_t rounded(DatapathBuilder &B, StringRef Way, ValueType Type,
                        uint32_t Number, const Value *Place) {
  const unsigned Fraction = fractionBits(Type.Bits);
  const uint64_t Bias = exponentBias(Type.Bits);
  const ValueType Int = {ScalarKind::Int, Type.Bits, 1};
  auto C = [&](uint64_t V) { return B.constant(Int, V); };
  auto Op = [&](DatapathOp O, uint32_t L, uint32_t R) {
    bool Compares = facts(O).Types == OperandTypes::Compare;
    return B.add(O, Compares ? Bit : Int, {L, R}, Place);
  };
  auto Select = [&](uint32_t If, uint32_t T, uint32_t F) {
    return B.add(DatapathOp::Select, Int, {If, T, F}, Place);
  };
  const uint64_t SignBit = uint64_t(1) << (Type.Bits - 1);
  const uint64_t One = oneBits(Type.Bits);
  const uint64_t Half = (Bias - 1) << Fraction;
  const uint32_t Bits = B.add(DatapathOp::Bitcast, Int, {Number}, Place);
  const uint32_t Sign = Op(DatapathOp::And, Bits, C(SignBit));
  const uint32_t Size = Op(DatapathOp::And, Bits, C(SignBit - 1));
  const uint32_t Above =
      Op(DatapathOp::Sub, Op(DatapathOp::LShr, Size, C(Fraction)), C(Bias));
  const uint32_t By = Op(DatapathOp::And, Above, C(Type.Bits - 1));
  const uint32_t Below =
      Op(DatapathOp::LShr, C((uint64_t(1) << Fraction) - 1), By);
  std::optional<uint32_t> Grow;
  uint32_t Small = C(0); // of numbers below 1
  if (Way == "floor" || Way == "ceil") {
    uint32_t Grows = Op(
        Way == "ceil" ? DatapathOp::Equal : DatapathOp::NotEqual, Sign, C(0));
    Grow = Select(Grows, Below, C(0));
    uint32_t IsZero = Op(DatapathOp::Equal, Size, C(0));
    Small = Select(IsZero, C(0), Select(Grows, C(One), C(0)));
  } else if (Way == "round" || Way == "rint") {
    // Half of the lowest bit that stays; a tie goes away from 0, or to even.
    uint32_t Tie = Op(DatapathOp::LShr, C(uint64_t(1) << (Fraction - 1)), By);
    Grow = Tie;
    if (Way == "rint") {
      uint32_t Unit = Op(DatapathOp::Shl, Tie, C(1));
      uint32_t Odd = B.add(
          DatapathOp::ZeroExtend, Int,
          {Op(DatapathOp::NotEqual, Op(DatapathOp::And, Size, Unit), C(0))},
          Place);
      Grow = Op(DatapathOp::Sub, Op(DatapathOp::Add, Tie, Odd), C(1));
    }
    uint32_t IsMore =
        Op(Way == "round" ? DatapathOp::ULessEqual : DatapathOp::ULess, C(Half),
           Size);
    Small = Select(IsMore, C(One), C(0));
  }
  // The bits below: Sum - (Sum & Below).
  uint32_t Sum = Grow ? Op(DatapathOp::Add, Size, *Grow) : Size;
  uint32_t Whole = Op(DatapathOp::Sub, Sum, Op(DatapathOp::And, Sum, Below));
  uint32_t IsSmall = Op(DatapathOp::ULess, Size, C(One));
  uint32_t IsWhole = Op(DatapathOp::ULessEqual,
                        C(uint64_t(Bias + Fraction) << Fraction), Size);
  uint32_t Result = Select(IsSmall, Small, Select(IsWhole, Size, Whole));
  return B.add(DatapathOp::Bitcast, Type, {Op(DatapathOp::Or, Result, Sign)},
               Place);
}

/// Whether \p Number is of one of the \p Classes. In the order of their bits,
/// numbers of a class and sign are neighbours: one range each.
static uint32_t isOfClass(DatapathBuilder &B, FPClassTest Classes,
                          ValueType Type, uint32_t Number, const Value *Place) {
  const ValueType Int = {ScalarKind::Int, Type.Bits, 1};
  const uint64_t SignBit = uint64_t(1) << (Type.Bits - 1);
  const uint64_t Infinity = infinityBits(Type.Bits);
  const std::pair<FPClassTest, uint64_t> Firsts[] = {
      {fcPosZero, 0},
      {fcPosSubnormal, 1},
      {fcPosNormal, uint64_t(1) << fractionBits(Type.Bits)},
      {fcPosInf, Infinity},
      {fcSNan, Infinity + 1},
      {fcQNan, quietNaNBits(Type.Bits)},
      {fcNone, SignBit}};
  uint32_t Bits = B.add(DatapathOp::Bitcast, Int, {Number}, Place);
  const bool IsOfMagnitude = fneg(Classes) == Classes;
  if (IsOfMagnitude)
    Bits = B.add(DatapathOp::And, Int, {Bits, B.constant(Int, SignBit - 1)},
                 Place);
  uint32_t Result = B.constant(Bit, 0);
  for (const bool IsNegative : {false, true}) {
    std::optional<uint64_t> First; // of the range that has begun
    for (const auto &[Class, From] : Firsts) {
      const bool IsIn =
          (Classes & (IsNegative ? fneg(Class) : Class)) != fcNone;
      if (!IsIn && First) {
        const uint32_t Above = B.add(
            DatapathOp::Sub, Int,
            {Bits, B.constant(Int, *First + IsNegative * SignBit)}, Place);
        const uint32_t IsBelow =
            B.add(DatapathOp::ULess, Bit,
                  {Above, B.constant(Int, From - *First)}, Place);
        Result = B.add(DatapathOp::Or, Bit, {Result, IsBelow}, Place);
      }
      if (!IsIn || !First)
        First = IsIn ? std::optional(From) : std::nullopt;
    }
    if (IsOfMagnitude)
      break;
  }
  return Result;
}

/// Bits of two words, from the amount modulo their width on; nothing where that
/// takes a division.
std::optional<uint32_t> DatapathBuilder::funnelShift(const CallBase &I,
                                                     ValueType Type) {
  const bool IsLeft =
      I.getCalledFunction()->getIntrinsicID() == Intrinsic::fshl;
  const uint32_t High = node(I.getArgOperand(0)),
                 Low = node(I.getArgOperand(1));
  auto Op = [&](DatapathOp O, uint32_t L, uint32_t R) {
    return add(O, Type, {L, R}, &I);
  };
  if (const auto *By = dyn_cast<ConstantInt>(I.getArgOperand(2))) {
    const auto Amount = uint32_t(By->getValue().urem(Type.Bits));
    const uint32_t Left = IsLeft ? Amount : Type.Bits - Amount;
    if (Amount == 0)
      return IsLeft ? High : Low;
    return Op(DatapathOp::Or, Op(DatapathOp::Shl, High, constant(Type, Left)),
              Op(DatapathOp::LShr, Low, constant(Type, Type.Bits - Left)));
  }
  if (!isPowerOf2_32(Type.Bits))
    return std::nullopt;
  const uint32_t Most = constant(Type, Type.Bits - 1);
  const uint32_t By = Op(DatapathOp::And, node(I.getArgOperand(2)), Most);
  const uint32_t Rest = Op(DatapathOp::Xor, By, Most); // and one bit more
  const uint32_t One = constant(Type, 1);
  if (IsLeft)
    return Op(DatapathOp::Or, Op(DatapathOp::Shl, High, By),
              Op(DatapathOp::LShr, Op(DatapathOp::LShr, Low, One), Rest));
  return Op(DatapathOp::Or,
            Op(DatapathOp::Shl, Op(DatapathOp::Shl, High, One), Rest),
            Op(DatapathOp::LShr, Low, By));
}

uint32_t DatapathBuilder::buildCall(const CallBase &I) {
  const Function *Callee = I.getCalledFunction();
  ValueType Type = *streamType(I.getType());
  Intrinsic::ID Id =
      Callee ? Callee->getIntrinsicID() : Intrinsic::not_intrinsic;
  auto Operand = [&](unsigned N) { return node(I.getArgOperand(N)); };
  if (Id == Intrinsic::fmuladd) {
    uint32_t Product =
        add(DatapathOp::FMul, Type, {Operand(0), Operand(1)}, &I);
    return add(DatapathOp::FAdd, Type, {Product, Operand(2)}, &I);
  }
  if (Id == Intrinsic::abs) {
    uint32_t X = Operand(0);
    uint32_t Minus = add(DatapathOp::Sub, Type, {constant(Type, 0), X}, &I);
    return add(DatapathOp::SMax, Type, {X, Minus}, &I);
  }
  if (Id == Intrinsic::scmp || Id == Intrinsic::ucmp) { // -1, 0 or 1
    const DatapathOp Less =
        Id == Intrinsic::scmp ? DatapathOp::SLess : DatapathOp::ULess;
    auto Order = [&](uint32_t L, uint32_t R) {
      return add(DatapathOp::ZeroExtend, Type, {add(Less, Bit, {L, R}, &I)},
                 &I);
    };
    const uint32_t L = Operand(0), R = Operand(1);
    return add(DatapathOp::Sub, Type, {Order(R, L), Order(L, R)}, &I);
  }
  if (Id == Intrinsic::copysign) {
    const ValueType Whole = {ScalarKind::Int, Type.Bits, 1};
    const uint64_t Sign = uint64_t(1) << (Type.Bits - 1);
    auto BitsOf = [&](uint32_t Operand, uint64_t Mask) {
      return add(DatapathOp::And, Whole,
                 {add(DatapathOp::Bitcast, Whole, {Operand}, &I),
                  constant(Whole, Mask)},
                 &I);
    };
    const uint32_t Magnitude = BitsOf(Operand(0), Sign - 1),
                   Signed = BitsOf(Operand(1), Sign);
    return add(DatapathOp::Bitcast, Type,
               {add(DatapathOp::Or, Whole, {Magnitude, Signed}, &I)}, &I);
  }
  if (Id == Intrinsic::is_fpclass)
    return isOfClass(
        *this,
        FPClassTest(cast<ConstantInt>(I.getArgOperand(1))->getZExtValue()),
        *streamType(I.getArgOperand(0)->getType()), Operand(0), &I);
  if (Id == Intrinsic::fshl && I.getArgOperand(0) == I.getArgOperand(1))
    return add(DatapathOp::RotateLeft, Type, {Operand(0), Operand(2)}, &I);
  if (Id == Intrinsic::fshr && I.getArgOperand(0) == I.getArgOperand(1)) {
    uint32_t Back =
        add(DatapathOp::Sub, Type, {constant(Type, 0), Operand(2)}, &I);
    return add(DatapathOp::RotateLeft, Type, {Operand(0), Back}, &I);
  }
  if (Id == Intrinsic::fshl || Id == Intrinsic::fshr)
    if (std::optional<uint32_t> Result = funnelShift(I, Type))
      return *Result;
  if (std::optional<DatapathOp> Op = operatorOfSaturation(Id))
    return saturated(I, Id == Intrinsic::sadd_sat || Id == Intrinsic::ssub_sat,
                     *Op);
  StringRef Name = Callee ? builtinName(Callee->getName()) : "";
  if (StringRef Way = roundingOf(Id, Name); !Way.empty())
    return rounded(*this, Way, Type, Operand(0), &I);
  std::optional<DatapathOp> Op = operatorOf(I);
  if (!Op) {
    if (Id != Intrinsic::not_intrinsic)
      (Name = Intrinsic::getBaseName(Id)).consume_front("llvm.");
    else if (Name.empty() && Callee)
      Name = Callee->getName();
    if (isStructuralBuiltin(Name) ||
        (Callee && isComputedBuiltin(Callee->getName())))
      if (std::optional<std::string> Why = whyNoBuiltins())
        return fail(&I, "the body of " + Name + ": " + *Why);
    return fail(&I,
                "'" + Name +
                    (Type.Bits == 16 && Name == "fma" ? "' of half" : "'") +
                    " has no operator in a datapath; functions that have "
                    "one: " +
                    functionsWithOperator() +
                    "; min, clamp, mad, dot and the like, and exp, log, pow, "
                    "sin and most others, are made of operators, too");
  }
  std::vector<uint32_t> Operands;
  for (unsigned N = 0; N < numOperands(*Op); ++N)
    Operands.push_back(Operand(N));
  return add(*Op, Type, std::move(Operands), &I);
}

} // namespace roofline
