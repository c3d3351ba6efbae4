// Names that Verilog accepts.
#ifndef ROOFLINE_CODEGEN_VERILOGNAMES_H
#define ROOFLINE_CODEGEN_VERILOGNAMES_H

#include <set>
#include <string>
#include <string_view>

namespace roofline {

/// Hands out legal, distinct names close to the wanted ones: letters, digits
/// and single underscores, no keyword of Verilog or SystemVerilog. Two
/// underscores in a row are left to names derived from these.
class VerilogNames {
public:
  std::string legal(std::string_view Wanted);

private:
  std::set<std::string> Taken;
};

} // namespace roofline

#endif
