// The operators of a datapath, from the list of Kernel/Operators.def.
#ifndef ROOFLINE_STREAM_DATAPATHOPS_H
#define ROOFLINE_STREAM_DATAPATHOPS_H

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofline {

enum class DatapathOp : uint8_t {
#define DATAPATH_OPERATOR(ENUM, ...) ENUM,
#include "roofline/Kernel/Operators.def"
};

/// Types of an operation's operands, and T of its result.
enum class OperandTypes : uint8_t {
  Source,   ///< a value from outside
  Integer,  ///< T of T..., T an Int
  Compare,  ///< Int1 of T, T; T an Int
  Select,   ///< T of Int1, T, T
  Narrow,   ///< Int of a wider Int
  Widen,    ///< Int of a narrower Int
  Bitcast,  ///< Int and Float of one width
  AtOffset, ///< T of T
  Float,    ///< T of T..., T a Float
  FloatCompare,
  FloatToInt,
  IntToFloat,
  FloatToFloat,
};

/// Operators that are built and priced alike.
enum class OperatorClass : uint8_t {
  Source, ///< nothing is built
  Sum,    ///< one carry chain
  Product,
  Quotient,
  Bitwise,
  Shift,
  Extreme, ///< a comparison that selects: minimum and maximum of integers
  Count,   ///< of bits
  Wiring,  ///< renamed bits, or inverters
  Equality,
  Order,
  Choice,
  Float, ///< a roofline_f* module
};

/// E with E op a = a for all a.
enum class IdentityElement : uint8_t {
  None,
  Zero,
  One,
  Ones,
  LeastSigned,
  MostSigned,
  MinusZero, ///< -0.0
  FloatOne,  ///< 1.0
  NaN,
};

/// Facts of one operator; columns of Kernel/Operators.def.
struct DatapathOperator {
  /// Holds bit for bit.
  enum Law : uint8_t {
    None = 0,
    Commutes = 1,   ///< a op b = b op a
    Associates = 2, ///< (a op b) op c = a op (b op c)
    InOrder = 4,    ///< reduces, but only in the order of the walk
    KeepsLow = 8,   ///< low bits of the result come from low bits alone
  };

  std::string_view Name;
  uint8_t NumOperands = 0;
  OperandTypes Types = OperandTypes::Source;
  OperatorClass Class = OperatorClass::Source;
  uint8_t Laws = None;
  IdentityElement Identity = IdentityElement::None;
  std::string_view Expression, Module;

  bool commutes() const noexcept { return Laws & Commutes; }
  bool associates() const noexcept { return Laws & Associates; }
  bool keepsLow() const noexcept { return Laws & KeepsLow; }
  bool reduces() const noexcept { return Laws & (Associates | InOrder); }
  std::string_view moduleName() const noexcept {
    return Module.substr(0, Module.find(' '));
  }
  /// ".SIGNED(1), .REMAINDER(1)", or empty.
  std::string_view moduleParameters() const noexcept {
    return Module.substr(std::min(Module.size(), moduleName().size() + 1));
  }
};

/// By DatapathOp.
extern const DatapathOperator DatapathOperators[];
constexpr unsigned NumDatapathOps = 0
#define DATAPATH_OPERATOR(...) +1
#include "roofline/Kernel/Operators.def"
    ;

inline const DatapathOperator &facts(DatapathOp Op) noexcept {
  return DatapathOperators[unsigned(Op)];
}
inline std::string_view name(DatapathOp Op) noexcept { return facts(Op).Name; }
std::optional<DatapathOp> datapathOp(std::string_view Name) noexcept;
/// A minimum or maximum of floats.
inline bool isFloatExtreme(DatapathOp Op) noexcept {
  return facts(Op).moduleName() == "roofline_fminmax";
}
/// An operation of floats that compares alone, so that it takes one cycle.
inline bool onlyCompares(DatapathOp Op) noexcept {
  return isFloatExtreme(Op) || facts(Op).Types == OperandTypes::FloatCompare;
}
/// Operands that \p Op takes: 0 to 3.
inline unsigned numOperands(DatapathOp Op) noexcept {
  return facts(Op).NumOperands;
}
/// Result of an empty reduction by \p Op in \p Bits; nothing where it has none.
std::optional<uint64_t> identity(DatapathOp Op, uint32_t Bits) noexcept;
/// Expression of \p Op with the texts \p Operands in the stead of its operands,
/// and
/// \p Signed, where given, in the stead of `$signed()` of them.
std::string expression(DatapathOp Op, const std::vector<std::string> &Operands,
                       const std::vector<std::string> &Signed = {});

} // namespace roofline

#endif
