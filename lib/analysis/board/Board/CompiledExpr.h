// Closed forms as short programs that evaluate fast.
#ifndef ROOFLINE_LIB_BOARD_COMPILEDEXPR_H
#define ROOFLINE_LIB_BOARD_COMPILEDEXPR_H

#include "roofline/Base/Expr.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace roofline {

class CompiledExpr {
public:
  /// Slot of a symbol; nothing when it has none.
  using SlotOf = std::function<std::optional<uint32_t>(std::string_view)>;

  CompiledExpr() = default;
  /// Compiles \p E; nothing when a symbol has no slot.
  static std::optional<CompiledExpr> compile(const Expr &E, const SlotOf &Slot);

  /// Evaluates with the values of \p Slots; division by zero gives 0.
  int64_t operator()(const int64_t *Slots) const;
  bool isConstant() const { return Terms.empty() && Code.empty(); }
  bool reads(uint32_t Slot) const;
  /// Difference for one more in \p Slot; nothing when it is not constant.
  std::optional<int64_t> step(uint32_t Slot) const;

private:
  struct Instruction {
    Expr::Kind K;
    uint32_t NumOperands;
    int64_t Value; ///< value of a constant, or slot of a symbol
  };
  struct Term {
    uint32_t Slot;
    int64_t Coefficient;
  };
  bool codeReads(uint32_t Slot) const;
  bool add(const Expr &E, const SlotOf &Slot);
  bool addLinear(const Expr &E, const SlotOf &Slot);

  int64_t Constant = 0; ///< with Terms: a linear form
  std::vector<Term> Terms;
  std::vector<Instruction> Code; ///< postfix; added to the linear form
};

} // namespace roofline

#endif
