// Operators of a datapath as C: OpenCL C and C++ alike.
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
  /// \p Value, of type \p T, as a variable of type(\p T) from an element.
  std::string fromElement(const std::string &Value, const ValueType &T) const;
  std::string toElement(const std::string &Value, const ValueType &T) const;

  /// Node \p N of \p K, an operation, of the texts \p Of of its operands,
  /// which are names or literals.
  std::string operation(const StreamKernel &K, uint32_t N,
                        const std::vector<std::string> &Of);
  /// \p Op of two values of type \p T, as operation().
  std::string operation(DatapathOp Op, const ValueType &T,
                        const std::vector<std::string> &Of);

  /// The functions that the printed operations call.
  std::string helpers() const;
  /// Adds the functions that \p Of needs.
  void addHelpers(const CPrinter &Of) {
    Helpers.insert(Of.Helpers.begin(), Of.Helpers.end());
  }
  bool isCxx() const { return L == Language::Cxx; }

private:
  struct Operation; ///< of which operands it is, and of which types
  std::string print(const Operation &O);
  std::string integer(const Operation &O);
  std::string division(const Operation &O);
  std::string shift(const Operation &O);
  std::string bits(const Operation &O);
  std::string conversion(const Operation &O);
  std::string toInteger(const Operation &O) const;
  std::string floating(const Operation &O);
  std::string reinterpreted(const Operation &O);

  std::string call(const char *Helper, const std::string &Arguments);
  /// "u32" in texts that are written once for both languages.
  std::string spelled(std::string Text) const;
  std::string asSigned(const std::string &Value, unsigned Bits) const;
  std::string masked(const std::string &Value, unsigned Bits) const;
  std::string number(uint64_t Bits, unsigned Width) const;

  Language L;
  std::set<std::string> Helpers;
};

} // namespace roofline

#endif
