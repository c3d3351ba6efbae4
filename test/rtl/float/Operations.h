// Results that the floating-point modules must give: formats, operations,
// references.
#ifndef ROOFLINE_TEST_RTL_FLOAT_OPERATIONS_H
#define ROOFLINE_TEST_RTL_FLOAT_OPERATIONS_H

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace rtlfloat {

/// Format of an operand or a result; an integer where Exp is 0.
struct Format {
  unsigned Width = 32; ///< [bit]
  unsigned Exp = 8;    ///< [bit]
  unsigned Frac = 23;  ///< [bit]
  bool Signed = true;  ///< of an integer

  bool isFloat() const { return Exp != 0; }
  uint64_t mask() const { return ~uint64_t(0) >> (64 - Width); }
  uint64_t maxExponent() const { return (uint64_t(1) << Exp) - 1; }
  uint64_t bias() const { return maxExponent() >> 1; }
  uint64_t fractionMask() const { return (uint64_t(1) << Frac) - 1; }
  uint64_t pack(bool Sign, uint64_t Exponent, uint64_t Fraction) const {
    return uint64_t(Sign) << (Width - 1) | Exponent << Frac |
           (Fraction & fractionMask());
  }
  uint64_t exponent(uint64_t Bits) const {
    return Bits >> Frac & maxExponent();
  }
  bool sign(uint64_t Bits) const { return Bits >> (Width - 1) & 1; }
  bool isNaN(uint64_t Bits) const {
    return isFloat() && exponent(Bits) == maxExponent() &&
           (Bits & fractionMask());
  }
  bool isQuiet(uint64_t Bits) const { return Bits >> (Frac - 1) & 1; }
};

enum class Kind : uint8_t {
  Add,
  Sub,
  Mul,
  Div,
  Sqrt,
  Fma,
  Equal,
  Less,
  LessEqual,
  Unordered,
  Min,
  Max,
  MinFirst, ///< b < a ? b : a
  MaxFirst, ///< b > a ? b : a
  MinLast,  ///< a < b ? a : b
  MaxLast,  ///< a > b ? a : b
  Convert,
};

using Operands = std::array<uint64_t, 3>;

struct Operation {
  std::string_view Name; ///< as the simulated module
  Kind Op = Kind::Add;
  Format In, Out;
  unsigned Latency = 0; ///< [cycle] as docs/rtl-float.md declares it

  unsigned numOperands() const {
    return Op == Kind::Fma                           ? 3
           : Op == Kind::Sqrt || Op == Kind::Convert ? 1
                                                     : 2;
  }
};

/// All that are simulated, in the order of their names in CMakeLists.txt.
const std::vector<Operation> &operations();

/// By llvm::APFloat; nothing where any result is right.
std::optional<uint64_t> reference(const Operation &O, const Operands &X);

/// Whether \p Got is the result that \p Expected asks for: of NaNs any quiet
/// one.
bool agrees(const Operation &O, uint64_t Expected, uint64_t Got);

/// \p A times \p B, rounded: what generates cases.
uint64_t product(const Format &F, uint64_t A, uint64_t B);

} // namespace rtlfloat

#endif
