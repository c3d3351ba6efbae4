// Operators as Verilog expressions.
#ifndef ROOFLINE_CODEGEN_PRINTEXPRESSIONS_H
#define ROOFLINE_CODEGEN_PRINTEXPRESSIONS_H

#include "CorePlan.h"

namespace roofline {

/// Operands of one copy of a node, as text.
using OperandTexts = std::vector<std::string>;

/// Expression of a Wire, Logic or ShiftAdd unit, in form Comb also of a
/// Multiplier.
std::string printExpression(const CorePlan &P, uint32_t Node,
                            const OperandTexts &Of);

/// Module instance of any other unit: "roofline_mul #(.WIDTH(32)) NAME (clk,
/// advance, ...);".
std::string printInstance(const CorePlan &P, uint32_t Node,
                          const OperandTexts &Of, const std::string &Result);

/// Instance of a roofline_f* module with clock enable \p Enable.
std::string printFloatInstance(DatapathOp Op, unsigned Bits, unsigned From,
                               const OperandTexts &Of,
                               const std::string &Result,
                               const std::string &Enable);

} // namespace roofline

#endif
