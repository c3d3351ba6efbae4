// Legal, distinct identifiers of a language.
#ifndef ROOFLINE_CODEGEN_LEGALNAMES_H
#define ROOFLINE_CODEGEN_LEGALNAMES_H

#include <set>
#include <span>
#include <string>
#include <string_view>

namespace roofline {

/// Makes names that a language allows, each close to the wanted one and none
/// twice. Uses letters, digits and single underscores; leaves double
/// underscores to the caller.
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

/// \p Text, as a file's name, for a comment of one line: without characters
/// that end or hide it.
std::string oneLine(std::string_view Text);

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
