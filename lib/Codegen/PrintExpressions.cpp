// Operators as Verilog expressions.
#include "PrintExpressions.h"

#include <bit>

namespace roofline {
namespace {

std::string isSigned(const std::string &Text) {
  return "$signed(" + Text + ")";
}

std::string bitOf(const std::string &Text, uint32_t Bit) {
  return Text + "[" + std::to_string(Bit) + "]";
}

std::string bitsOf(const std::string &Text, uint32_t High, uint32_t Low) {
  return Text + "[" + std::to_string(High) + ":" + std::to_string(Low) + "]";
}

std::string repeat(uint32_t Times, const std::string &Text) {
  return "{" + std::to_string(Times) + "{" + Text + "}}";
}

std::string infix(const std::string &A, const char *Op, const std::string &B) {
  return A + " " + Op + " " + B;
}

std::string reversed(const std::string &A, uint32_t Width, uint32_t Group) {
  std::string Text = "{";
  for (uint32_t I = 0; I < Width; I += Group)
    Text += (I ? ", " : "") +
            (Group == 1 ? bitOf(A, I) : bitsOf(A, I + Group - 1, I));
  return Text + "}";
}

std::string rotated(const std::string &A, uint32_t Width, uint32_t By) {
  if (By == 0)
    return A;
  return "{" + bitsOf(A, Width - 1 - By, 0) + ", " +
         bitsOf(A, Width - 1, Width - By) + "}";
}

/// By a variable, modulo the width: the upper half of the operand twice.
std::string rotatedBy(const std::string &A, const std::string &B,
                      uint32_t Width) {
  std::string By = "(" + B + " % " + literal(Width, Width) + ")";
  if (std::has_single_bit(Width))
    By = "(" + B + " & " + literal(Width - 1, Width) + ")";
  return "(" + A + " << " + By + ") | (" + A + " >> (" + literal(Width, Width) +
         " - " + By + "))";
}

/// The constant operand, of the operations that are special with one.
struct Constant {
  uint64_t Bits = 0;
  bool IsThere = false;
  unsigned Other = 0; ///< the operand that is none
};

Constant constantOf(const CorePlan &P, const DatapathNode &N, bool Commutes) {
  for (unsigned I : {1u, 0u})
    if ((I == 1 || Commutes) && N.Operands.size() > I &&
        P.K.Nodes[N.Operands[I]].Op == DatapathOp::Constant)
      return {P.K.Nodes[N.Operands[I]].Value, true, 1 - I};
  return {};
}

std::string multiplied(const CorePlan &P, const DatapathNode &N,
                       const OperandTexts &Of, UnitKind Kind) {
  if (Kind == UnitKind::Multiplier)
    return infix(Of[0], "*", Of[1]);
  uint32_t Width = N.Type.Bits;
  Constant C; // the factor that makes it special
  for (unsigned I : {0u, 1u}) {
    const DatapathNode &O = P.K.Nodes[N.Operands[I]];
    bool IsPower = O.Value == 0 || std::has_single_bit(O.Value);
    if (O.Op == DatapathOp::Constant &&
        (Kind == UnitKind::Wire ? IsPower
                                : twoTerms(O.Value, Width).has_value()))
      C = {O.Value, true, 1 - I};
  }
  const std::string &X = Of[C.Other];
  auto Shifted = [&](unsigned By) {
    return By ? "(" + X + " << " + std::to_string(By) + ")" : X;
  };
  if (C.Bits == 0)
    return literal(0, Width);
  if (Kind == UnitKind::Wire)
    return Shifted(std::countr_zero(C.Bits));
  const TwoTerms Terms = *twoTerms(C.Bits, Width);
  if (Terms.First == Width)
    return "-" + Shifted(Terms.Second);
  return infix(Shifted(Terms.First), Terms.Adds ? "+" : "-",
               Shifted(Terms.Second));
}

/// By a constant power of two.
std::string divided(const CorePlan &P, const DatapathNode &N,
                    const OperandTexts &Of) {
  uint32_t Width = N.Type.Bits;
  uint64_t Divisor = constantOf(P, N, false).Bits;
  unsigned By = std::countr_zero(Divisor);
  const std::string &A = Of[0];
  bool Quotient = N.Op == DatapathOp::UDiv || N.Op == DatapathOp::SDiv;
  if (Divisor == 1)
    return Quotient ? A : literal(0, Width);
  std::string Mask = literal(Divisor - 1, Width);
  if (N.Op == DatapathOp::UDiv)
    return infix(A, ">>", std::to_string(By));
  if (N.Op == DatapathOp::URem)
    return infix(A, "&", Mask);
  // Towards zero: a negative dividend gets Divisor - 1 more.
  std::string Bias = "{" + repeat(Width - By, "1'b0") + ", " +
                     repeat(By, bitOf(A, Width - 1)) + "}";
  if (N.Op == DatapathOp::SDiv)
    return isSigned(A + " + " + Bias) + " >>> " + std::to_string(By);
  return "((" + A + " + " + Bias + ") & " + Mask + ") - " + Bias;
}

std::string shifted(const CorePlan &P, const DatapathNode &N,
                    const OperandTexts &Of) {
  uint32_t Width = N.Type.Bits;
  Constant C = constantOf(P, N, false);
  std::string By =
      C.IsThere ? std::to_string(std::min<uint64_t>(C.Bits, Width)) : Of[1];
  if (N.Op != DatapathOp::RotateLeft)
    return expression(N.Op, {Of[0], By});
  return C.IsThere ? rotated(Of[0], Width, C.Bits % Width)
                   : rotatedBy(Of[0], Of[1], Width);
}

std::string converted(const DatapathNode &N, const std::string &A,
                      uint32_t From) {
  uint32_t Width = N.Type.Bits;
  switch (N.Op) {
  case DatapathOp::Truncate:
    return bitsOf(A, Width - 1, 0);
  case DatapathOp::ZeroExtend:
    return "{" + repeat(Width - From, "1'b0") + ", " + A + "}";
  case DatapathOp::SignExtend:
    return "{" + repeat(Width - From, bitOf(A, From - 1)) + ", " + A + "}";
  case DatapathOp::ReverseBits:
    return reversed(A, Width, 1);
  case DatapathOp::SwapBytes:
    return reversed(A, Width, 8);
  case DatapathOp::FNeg:
    return "{~" + bitOf(A, Width - 1) + ", " + bitsOf(A, Width - 2, 0) + "}";
  case DatapathOp::FAbs:
    return "{1'b0, " + bitsOf(A, Width - 2, 0) + "}";
  default: // Bitcast
    return A;
  }
}

} // namespace

std::string printExpression(const CorePlan &P, uint32_t Node,
                            const OperandTexts &Of) {
  const DatapathNode &N = P.K.Nodes[Node];
  switch (facts(N.Op).Class) {
  case OperatorClass::Product:
    return multiplied(P, N, Of, P.S.Nodes[Node].Unit.Kind);
  case OperatorClass::Quotient:
    return divided(P, N, Of);
  case OperatorClass::Shift:
    return shifted(P, N, Of);
  case OperatorClass::Extreme: {
    for (unsigned I : {0u, 1u})
      if (uint32_t C = N.Operands[I];
          N.Op == DatapathOp::UMin && isLowMask(P.K, C))
        return "|(" + Of[1 - I] + " >> " +
               std::to_string(std::bit_width(P.K.Nodes[C].Value)) + ") ? " +
               Of[I] + " : " + Of[1 - I];
    // In one order, so that both ends compare once.
    const unsigned First = N.Operands[1] < N.Operands[0];
    return expression(N.Op, {Of[First], Of[1 - First]});
  }
  case OperatorClass::Wiring:
    return converted(N, Of[0], P.K.Nodes[N.Operands[0]].Type.Bits);
  default:
    return expression(N.Op, Of);
  }
}

std::string printReductionStep(const Reduction &R, const std::string &Sum,
                               const std::string &Value) {
  return expression(R.Op, {Sum, Value});
}

} // namespace roofline
