// Designs that the user requests as text: "ul@12=4,simd=2,cu=2,wg=16x16".
#ifndef ROOFLINE_HPCA16_WHATIF_H
#define ROOFLINE_HPCA16_WHATIF_H

#include "roofline/Hpca16/Bind.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace roofline {

/// A requested design.
struct WhatIf {
  Design D;
  /// [work-item] per group by dimension; empty keeps the launch's size.
  std::optional<std::array<uint64_t, 3>> Local = {};
  bool operator==(const WhatIf &) const = default;
};

/// Applies "ul@LINE=4,simd=2,cu=2,wg=64x4" to \p Base. Returns the design, or
/// the text of an error.
std::variant<WhatIf, std::string>
parseWhatIf(std::string_view Text, const BoundKernel &Kernel, Design Base);

/// Returns the text from which parseWhatIf() makes \p Changed out of \p Base;
/// empty where nothing differs.
std::string whatIfText(const BoundKernel &Kernel, const Design &Base,
                       const WhatIf &Changed);

/// Returns the edits that turn a source of design \p Base into \p Changed:
/// "line 12: #pragma unroll 4", "num_simd_work_items(4)". \p Local is the
/// present size of a group [work-item].
std::vector<std::string>
sourceChanges(const BoundKernel &Kernel, const Design &Base,
              const WhatIf &Changed,
              const std::optional<std::array<uint64_t, 3>> &Local);

/// Returns \p Size as text without ones at the end: "64", "16x16".
std::string groupText(const std::array<uint64_t, 3> &Size);

} // namespace roofline

#endif
