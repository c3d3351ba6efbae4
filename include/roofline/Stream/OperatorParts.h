// An operator's expression as a tree of operators.
#ifndef ROOFLINE_STREAM_OPERATORPARTS_H
#define ROOFLINE_STREAM_OPERATORPARTS_H

#include "roofline/Base/LowMask.h"
#include "roofline/Stream/DatapathOps.h"

#include <array>
#include <cassert>
#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// One node of an expression.
struct OperatorPart {
  enum class Kind : uint8_t {
    Operand, ///< Value: its number
    Number,  ///< Value; ~0 is all ones
    Width,   ///< of the operator's words, as a number
    Operation,
  };
  Kind K = Kind::Operand;
  DatapathOp Op = DatapathOp::Constant; ///< an Operation's
  bool IsBit = false;                   ///< 1 bit, else the operator's width
  uint64_t Value = 0;
  std::array<uint8_t, 3> Operands = {}; ///< earlier parts

  uint32_t bits(uint32_t Width) const noexcept { return IsBit ? 1 : Width; }
};

constexpr size_t MaxOperatorParts = 64;

/// Parts of \p Op's expression, each behind its operands, the result last.
/// Numbers are words of the operator's width that wrap; an operation has a sign
/// where all its operands are `$signed()`. Empty where \p Op has no expression,
/// is no operator of integers, or where whyNoParts().
const std::vector<OperatorPart> &partsOf(DatapathOp Op);

/// Returns why \p Text is no expression of \p Operator's types: "column 12: a
/// signed shift or division stands alone". Returns nothing where it is one.
std::optional<std::string> whyNoParts(const DatapathOperator &Operator,
                                      std::string_view Text);

/// True for an operator of several others.
inline bool hasInnerParts(DatapathOp Op) {
  return partsOf(Op).size() > numOperands(Op) + 1;
}

/// Folds \p Op's expression in words of \p Width bits: \p Operand(number),
/// \p Number(value, bits), \p Operation(part, its operands, bits of the first
/// one) give the Value of each part.
template <typename Value, typename OperandFn, typename NumberFn,
          typename OperationFn>
Value foldExpression(DatapathOp Op, uint32_t Width, OperandFn Operand,
                     NumberFn Number, OperationFn Operation) {
  std::array<Value, MaxOperatorParts> Values;
  size_t Next = 0;
  const std::vector<OperatorPart> &Parts = partsOf(Op);
  assert(!Parts.empty() && "an operator has a case or an expression");
  if (Parts.empty()) // tests of a release say why
    return Value();
  for (const OperatorPart &P : Parts) {
    const auto [A, B, C] = P.Operands;
    const uint32_t Bits = P.bits(Width);
    switch (P.K) {
    case OperatorPart::Kind::Operand:
      Values[Next++] = Operand(P.Value);
      break;
    case OperatorPart::Kind::Number:
      Values[Next++] = Number(P.Value & lowMask(Bits), Bits);
      break;
    case OperatorPart::Kind::Width:
      Values[Next++] = Number(Width, Bits);
      break;
    case OperatorPart::Kind::Operation:
      Values[Next++] =
          Operation(P, std::array<Value, 3>{Values[A], Values[B], Values[C]},
                    Parts[A].bits(Width));
    }
  }
  return Values[Next - 1];
}

} // namespace roofline

#endif
