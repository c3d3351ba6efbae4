// Builtins and intrinsics as nodes of a datapath.
#include "DatapathBuilder.h"

#include "roofline/Analysis/StructuralBuiltins.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace roofline {

std::optional<DatapathOp> operatorOfIntrinsic(unsigned Id) {
  switch (Id) {
  case Intrinsic::umin:
    return DatapathOp::UMin;
  case Intrinsic::umax:
    return DatapathOp::UMax;
  case Intrinsic::smin:
    return DatapathOp::SMin;
  case Intrinsic::smax:
    return DatapathOp::SMax;
  case Intrinsic::ctpop:
    return DatapathOp::PopCount;
  case Intrinsic::ctlz:
    return DatapathOp::CountLeadingZeros;
  case Intrinsic::cttz:
    return DatapathOp::CountTrailingZeros;
  case Intrinsic::bitreverse:
    return DatapathOp::ReverseBits;
  case Intrinsic::bswap:
    return DatapathOp::SwapBytes;
  case Intrinsic::sqrt:
    return DatapathOp::FSqrt;
  case Intrinsic::fma:
    return DatapathOp::Fma;
  case Intrinsic::fabs:
    return DatapathOp::FAbs;
  case Intrinsic::minnum:
  case Intrinsic::minimumnum:
    return DatapathOp::FMin;
  case Intrinsic::maxnum:
  case Intrinsic::maximumnum:
    return DatapathOp::FMax;
  default:
    return std::nullopt;
  }
}

static std::optional<DatapathOp> operatorOfBuiltin(StringRef Name) {
  return StringSwitch<std::optional<DatapathOp>>(Name)
      .Cases({"sqrt", "native_sqrt", "half_sqrt"}, DatapathOp::FSqrt)
      .Case("fma", DatapathOp::Fma)
      .Case("fabs", DatapathOp::FAbs)
      .Case("fmin", DatapathOp::FMin)
      .Case("fmax", DatapathOp::FMax)
      .Case("popcount", DatapathOp::PopCount)
      .Case("clz", DatapathOp::CountLeadingZeros)
      .Case("ctz", DatapathOp::CountTrailingZeros)
      .Default(std::nullopt);
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
  if (Id == Intrinsic::fshl && I.getArgOperand(0) == I.getArgOperand(1))
    return add(DatapathOp::RotateLeft, Type, {Operand(0), Operand(2)}, &I);
  if (Id == Intrinsic::fshr && I.getArgOperand(0) == I.getArgOperand(1)) {
    uint32_t Back =
        add(DatapathOp::Sub, Type, {constant(Type, 0), Operand(2)}, &I);
    return add(DatapathOp::RotateLeft, Type, {Operand(0), Back}, &I);
  }
  if (std::optional<DatapathOp> Op = operatorOfSaturation(Id))
    return saturated(I, Id == Intrinsic::sadd_sat || Id == Intrinsic::ssub_sat,
                     *Op);
  StringRef Name = Callee ? builtinName(Callee->getName()) : "";
  std::optional<DatapathOp> Op = Id != Intrinsic::not_intrinsic
                                     ? operatorOfIntrinsic(Id)
                                     : operatorOfBuiltin(Name);
  if (!Op)
    return fail(&I, "'" + (Name.empty() && Callee ? Callee->getName() : Name) +
                        "' has no operator in a datapath");
  std::vector<uint32_t> Operands;
  for (unsigned N = 0; N < numOperands(*Op); ++N)
    Operands.push_back(Operand(N));
  return add(*Op, Type, std::move(Operands), &I);
}

} // namespace roofline
