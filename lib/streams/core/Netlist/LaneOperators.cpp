// Operators without a module of their own, as cells.
#include "roofline/Netlist/OperatorCells.h"

#include "roofline/Base/LowMask.h"

#include <algorithm>
#include <bit>

namespace roofline {

CellId OperatorCells::product(uint32_t N, const Operands &Args) {
  const UnitKind Kind = Choice.unit(N).Kind;
  if (Kind == UnitKind::Multiplier)
    return B.op(DatapathOp::Mul, Args[0], Args[1]);
  const uint32_t Width = K.Nodes[N].Type.Bits;
  uint64_t Factor = 0; // the one that makes it special
  CellId X = Args[0];
  for (unsigned I : {0u, 1u}) {
    const auto C = B.value(Args[I]);
    const bool IsPower = C && (*C == 0 || std::has_single_bit(*C));
    if (C &&
        (Kind == UnitKind::Wire ? IsPower : twoTerms(*C, Width).has_value())) {
      Factor = *C;
      X = Args[1 - I];
    }
  }
  if (Factor == 0)
    return B.constant(0, Width);
  if (Kind == UnitKind::Wire)
    return B.shiftedLeft(X, uint32_t(std::countr_zero(Factor)));
  const TwoTerms Terms = *twoTerms(Factor, Width);
  const CellId First = Terms.First == Width ? B.constant(0, Width)
                                            : B.shiftedLeft(X, Terms.First);
  return B.op(Terms.Adds ? DatapathOp::Add : DatapathOp::Sub, First,
              B.shiftedLeft(X, Terms.Second));
}

/// By a constant power of two.
CellId OperatorCells::quotient(uint32_t N, const Operands &Args) {
  const DatapathOp Op = K.Nodes[N].Op;
  const uint32_t Width = K.Nodes[N].Type.Bits;
  const uint64_t Divisor = *B.value(Args[1]);
  const uint32_t By = uint32_t(std::countr_zero(Divisor));
  const CellId A = Args[0], Mask = B.constant(Divisor - 1, Width);
  if (Divisor == 1)
    return Op == DatapathOp::UDiv || Op == DatapathOp::SDiv
               ? A
               : B.constant(0, Width);
  if (Op == DatapathOp::UDiv)
    return B.shiftedRight(A, By);
  if (Op == DatapathOp::URem)
    return B.both(A, Mask);
  // Towards zero: a negative dividend gets Divisor - 1 more.
  const CellId Bias = B.resized(B.repeat(B.bit(A, Width - 1), By), Width);
  const CellId Sum = B.op(DatapathOp::Add, A, Bias);
  if (Op == DatapathOp::SDiv)
    return B.shiftedRight(Sum, By, /*Signed=*/true);
  return B.op(DatapathOp::Sub, B.both(Sum, Mask), Bias);
}

/// \p A modulo \p Modulus, which is no power of two: bit by bit from the
/// highest one that may be set, in words as long as the remainder.
CellId OperatorCells::remainder(CellId A, uint32_t Modulus) {
  uint32_t At = B.significantBits(A);
  const uint32_t Bits = uint32_t(std::bit_width(Modulus));
  const uint32_t First = std::min(At, Bits - 1); // of less than By
  if (First == 0)
    return B.constant(0, 1);
  CellId Rest = B.bits(A, At -= First, First);
  while (At > 0) {
    const CellId Next = B.join({B.bit(A, --At), Rest});
    const uint32_t Width = B.width(Next);
    const CellId Divisor = B.constant(Modulus, Width);
    const CellId IsLess = B.op(DatapathOp::ULess, Next, Divisor);
    const CellId Less = B.op(DatapathOp::Sub, Next, Divisor);
    Rest = B.bits(B.select(IsLess, Next, Less), 0, Bits);
  }
  return Rest;
}

/// \p A turned by a variable, modulo its width.
CellId OperatorCells::rotated(CellId A, CellId Amount) {
  const uint32_t Width = B.width(A);
  const CellId Modulo = B.constant(Width, Width);
  const CellId Turn = std::has_single_bit(Width)
                          ? B.both(Amount, B.constant(Width - 1, Width))
                          : B.resized(remainder(Amount, Width), Width);
  return B.either(
      B.op(DatapathOp::Shl, A, Turn),
      B.op(DatapathOp::LShr, A, B.op(DatapathOp::Sub, Modulo, Turn)));
}

/// A cell, or one for each operation of its expression.
CellId OperatorCells::parts(uint32_t N, const Operands &Args) {
  const DatapathOp Op = K.Nodes[N].Op;
  if (!hasInnerParts(Op))
    return B.op(Op, Args, K.Nodes[N].Type.Bits);
  const uint32_t Width = B.width(Args.back());
  return foldExpression<CellId>(
      Op, Width, [&](uint64_t I) { return Args[I]; },
      [&](uint64_t Number, uint32_t Bits) { return B.constant(Number, Bits); },
      [&](const OperatorPart &P, const std::array<CellId, 3> &Args, uint32_t) {
        return part(P, Args, P.bits(Width));
      });
}

CellId OperatorCells::part(const OperatorPart &P,
                           const std::array<CellId, 3> &Args, uint32_t Width) {
  switch (P.Op) {
  case DatapathOp::ZeroExtend:
    return B.resized(Args[0], Width);
  case DatapathOp::Select:
    return B.select(Args[0], Args[1], Args[2]);
  case DatapathOp::Shl:
  case DatapathOp::LShr:
  case DatapathOp::AShr:
    return shifted(P.Op, Args[0], Args[1]);
  default:
    return B.op(P.Op, {Args[0], Args[1]}, Width);
  }
}

CellId OperatorCells::shifted(DatapathOp Op, CellId A, CellId Distance) {
  const auto By = B.value(Distance);
  if (!By)
    return B.op(Op, A, Distance);
  const uint32_t Amount = uint32_t(std::min<uint64_t>(*By, B.width(A)));
  return Op == DatapathOp::Shl
             ? B.shiftedLeft(A, Amount)
             : B.shiftedRight(A, Amount, Op == DatapathOp::AShr);
}

CellId OperatorCells::shift(uint32_t N, const Operands &Args) {
  const DatapathOp Op = K.Nodes[N].Op;
  const uint32_t Width = K.Nodes[N].Type.Bits;
  if (Op == DatapathOp::RotateLeft) {
    const auto By = B.value(Args[1]);
    if (!By)
      return rotated(Args[0], Args[1]);
    const uint32_t Turn = uint32_t(*By % Width);
    return Turn ? B.join({B.bits(Args[0], Width - Turn, Turn),
                          B.bits(Args[0], 0, Width - Turn)})
                : Args[0];
  }
  const bool IsPlain =
      Op == DatapathOp::Shl || Op == DatapathOp::LShr || Op == DatapathOp::AShr;
  return IsPlain ? shifted(Op, Args[0], Args[1]) : parts(N, Args);
}

CellId OperatorCells::extreme(uint32_t N, const Operands &Args) {
  const DatapathOp Op = K.Nodes[N].Op;
  const std::vector<uint32_t> &By = K.Nodes[N].Operands;
  for (unsigned I : {0u, 1u})
    if (Op == DatapathOp::UMin && isLowMask(K, By[I])) {
      const uint32_t Low = uint32_t(std::bit_width(K.Nodes[By[I]].Value));
      if (Low == B.width(Args[0])) // of all ones
        return Args[1 - I];
      const CellId Above = B.bits(Args[1 - I], Low, B.width(Args[0]) - Low);
      return B.select(
          B.op(DatapathOp::NotEqual, Above, B.constant(0, B.width(Above))),
          Args[I], Args[1 - I]);
    }
  if (identity(Op, 1) == std::nullopt) // no minimum or maximum
    return parts(N, Args);
  // In one order, so that both ends compare once.
  const unsigned First = By[1] < By[0];
  return B.extreme(Op, Args[First], Args[1 - First]);
}

CellId OperatorCells::wires(uint32_t N, const Operands &Args) {
  const uint32_t Width = K.Nodes[N].Type.Bits;
  const CellId A = Args[0];
  switch (K.Nodes[N].Op) {
  case DatapathOp::Truncate:
  case DatapathOp::ZeroExtend:
    return B.resized(A, Width);
  case DatapathOp::SignExtend:
    return B.resized(A, Width, /*Signed=*/true);
  case DatapathOp::ReverseBits:
  case DatapathOp::SwapBytes: {
    const uint32_t Group = K.Nodes[N].Op == DatapathOp::SwapBytes ? 8 : 1;
    Operands Parts;
    for (uint32_t At = Width; At > 0; At -= Group)
      Parts.push_back(B.bits(A, At - Group, Group));
    return B.join(Parts);
  }
  case DatapathOp::FNeg:
    return B.join({B.bits(A, 0, Width - 1), B.opposite(B.bit(A, Width - 1))});
  case DatapathOp::FAbs:
    return B.join({B.bits(A, 0, Width - 1), B.constant(0, 1)});
  default: // Bitcast
    return A;
  }
}

CellId OperatorCells::expression(uint32_t N, const Operands &Args) {
  switch (facts(K.Nodes[N].Op).Class) {
  case OperatorClass::Product:
    return product(N, Args);
  case OperatorClass::Quotient:
    return quotient(N, Args);
  case OperatorClass::Shift:
    return shift(N, Args);
  case OperatorClass::Extreme:
    return extreme(N, Args);
  case OperatorClass::Wiring:
    return wires(N, Args);
  case OperatorClass::Choice:
    return B.select(Args[0], Args[1], Args[2]);
  default:
    return parts(N, Args);
  }
}

} // namespace roofline
