// Legal, distinct identifiers of a language.
#ifndef ROOFLINE_CODEGEN_LEGALNAMES_H
#define ROOFLINE_CODEGEN_LEGALNAMES_H

#include <set>
#include <span>
#include <string>
#include <string_view>

namespace roofline {

/// Makes legal, distinct names close to the wanted ones: letters, digits and
/// single underscores, no keyword. Double underscores stay free for names that
/// the caller derives.
class LegalNames {
public:
  explicit LegalNames(std::span<const std::string_view> Keywords)
      : Keywords(Keywords) {}
  /// Returns a name close to \p Wanted that no earlier call returned.
  std::string legal(std::string_view Wanted);

private:
  std::span<const std::string_view> Keywords;
  std::set<std::string> Taken;
};

/// Names of Verilog and SystemVerilog.
struct VerilogNames : LegalNames {
  VerilogNames();
};

/// Names of C, OpenCL C and C++.
struct CNames : LegalNames {
  CNames();
};

} // namespace roofline

#endif
