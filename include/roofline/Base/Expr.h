// Closed forms over kernel arguments, NDRange sizes, work-item ids and loops.
//
/// \file
/// A trip count, an index or a size that is not a constant is an Expr: a small
/// tree over named symbols, with exact integer arithmetic. Symbols are
///   - a scalar argument, by its name: "N";
///   - "global_size(d)", "local_size(d)", "num_groups(d)", "global_offset(d)",
///     "work_dim": the NDRange;
///   - "global_id(d)", "local_id(d)", "group_id(d)": a work-item;
///   - "loop:<n>": the iteration number, from 0, of loop n of the kernel.
/// Evaluation gives no value on division by zero and on overflow of 64 bits.
#ifndef ROOFLINE_BASE_EXPR_H
#define ROOFLINE_BASE_EXPR_H

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofline {

/// A closed form: a node of the tree with its operands.
struct Expr {
  enum class Kind : uint8_t {
    Constant, ///< Value
    Symbol,   ///< Name
    Add,      ///< sum of the operands
    Mul,      ///< product of the operands
    Div,      ///< Operands[0] / Operands[1], truncated toward zero
    Mod,      ///< Operands[0] % Operands[1], sign of the dividend
    Min,      ///< smallest operand
    Max,      ///< largest operand
    Log2,     ///< floor of the binary logarithm; -1 for values below 1
    Exp2,     ///< power of two; no value below 0 and above 62
  };

  Kind K = Kind::Constant;
  int64_t Value = 0;
  std::string Name;
  std::vector<Expr> Operands;

  bool operator==(const Expr &) const = default;

  static Expr constant(int64_t Value);
  static Expr symbol(std::string Name);

  bool isConstant() const { return K == Kind::Constant; }
  bool isConstant(int64_t V) const { return isConstant() && Value == V; }
};

/// Constructors that simplify: they fold constants, flatten sums and products
/// and collect like terms, so equal polynomials compare equal. They leave out a
/// fold that would overflow 64 bits.
Expr operator+(const Expr &L, const Expr &R);
/// Returns the sum of \p Addends. Faster than adding them one by one.
Expr sum(const std::vector<Expr> &Addends);
Expr operator-(const Expr &L, const Expr &R);
Expr operator*(const Expr &L, const Expr &R);
Expr div(const Expr &L, const Expr &R);
Expr mod(const Expr &L, const Expr &R);
/// True where \p E contains a negative constant. Without one, \p E is not
/// negative as long as no symbol is.
bool hasNegative(const Expr &E);
/// Returns the lowest \p Bits (1 to 62) bits of \p E as an unsigned number: \p
/// E modulo 2^Bits, at least 0. Holds where no symbol of \p E is negative.
Expr lowBits(const Expr &E, unsigned Bits);
Expr min(const Expr &L, const Expr &R);
Expr max(const Expr &L, const Expr &R);
Expr log2(const Expr &E);
Expr exp2(const Expr &E);

/// Gives the value of a symbol, or nothing where the symbol is not bound.
using SymbolValue = std::function<std::optional<int64_t>(std::string_view)>;

/// Returns the value of \p E; nothing when a symbol is unbound, a divisor is 0
/// or 64 bits overflow.
std::optional<int64_t> evaluate(const Expr &E, const SymbolValue &Value);

/// Returns \p E with every bound symbol replaced by its value, simplified.
Expr substitute(const Expr &E, const SymbolValue &Value);

/// Returns \p E with every \p Node in it replaced by \p Replacement,
/// simplified.
Expr replace(const Expr &E, const Expr &Node, const Expr &Replacement);

/// Returns the symbols of \p E, each once, in order of first appearance.
std::vector<std::string> symbols(const Expr &E);

/// Returns \p E in infix notation with the fewest parentheses: `(N + 15) / 16`,
/// `max(N, 1)`.
std::string toString(const Expr &E);

} // namespace roofline

#endif
