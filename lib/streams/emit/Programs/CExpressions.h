// Operators of a datapath in C, for OpenCL C and C++.
#ifndef ROOFLINE_PROGRAMS_CEXPRESSIONS_H
#define ROOFLINE_PROGRAMS_CEXPRESSIONS_H

#include "roofline/Stream/StreamKernel.h"

#include <set>
#include <string>
#include <vector>

namespace roofline {

/// Spells types, literals and operators. An Int is an unsigned value of 32 or
/// 64 bits whose bits beyond its width are 0.
class CPrinter {
public:
  enum class Language : uint8_t { OpenCL, Cxx };
  explicit CPrinter(Language L) : L(L) {}

  /// Type of a variable that holds a value of \p T.
  std::string type(const ValueType &T) const;
  /// Type of an element in memory or in a packet.
  std::string elementType(const ValueType &T) const;
  std::string literal(uint64_t Bits, const ValueType &T) const;
  /// Converts \p Value from an element of type \p T to a variable of
  /// type(\p T).
  std::string fromElement(const std::string &Value, const ValueType &T) const;
  std::string toElement(const std::string &Value, const ValueType &T) const;

  /// Text of operation \p N of \p K with operands \p Operands, which are names
  /// or literals.
  std::string operation(const StreamKernel &K, uint32_t N,
                        const std::vector<std::string> &Operands);
  /// Text of \p Op on two values of type \p T.
  std::string operation(DatapathOp Op, const ValueType &T,
                        const std::vector<std::string> &Operands);

  /// Text of the functions that the printed operations call.
  std::string helpers() const;
  /// Adds the functions that \p Other needs.
  void addHelpers(const CPrinter &Other) {
    Helpers.insert(Other.Helpers.begin(), Other.Helpers.end());
  }
  bool isCxx() const { return L == Language::Cxx; }

private:
  struct Operation; ///< operands and types of an operation
  std::string print(const Operation &O);
  std::string parts(const Operation &O);
  std::string integer(const Operation &O);
  std::string division(const Operation &O);
  std::string shift(const Operation &O);
  std::string bits(const Operation &O);
  std::string conversion(const Operation &O);
  std::string toInteger(const Operation &O) const;
  std::string floating(const Operation &O);
  std::string reinterpreted(const Operation &O);

  std::string call(const char *Helper, const std::string &Arguments);
  /// Replaces "u32" and the like by the language's types in shared texts.
  std::string spelled(std::string Text) const;
  std::string asSigned(const std::string &Value, unsigned Bits) const;
  std::string masked(const std::string &Value, unsigned Bits) const;
  std::string number(uint64_t Bits, unsigned Width) const;

  Language L;
  std::set<std::string> Helpers;
};

} // namespace roofline

#endif
