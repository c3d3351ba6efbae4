// Designs that the user asks for: "ul@12=4,simd=2,cu=2".
#ifndef ROOFLINE_HPCA16_WHATIF_H
#define ROOFLINE_HPCA16_WHATIF_H

#include "roofline/Hpca16/Bind.h"

#include <string>
#include <string_view>
#include <variant>

namespace roofline {

/// "ul@LINE=4,simd=2,cu=2" applied to \p Base, or the error.
std::variant<Design, std::string>
parseWhatIf(std::string_view Text, const BoundKernel &Kernel, Design Base);

} // namespace roofline

#endif
