// Designs that the user asks for: "ul@12=4,simd=2,cu=2,wg=16x16".
#ifndef ROOFLINE_HPCA16_WHATIF_H
#define ROOFLINE_HPCA16_WHATIF_H

#include "roofline/Hpca16/Bind.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace roofline {

struct WhatIf {
  Design D;
  /// [work-item] per group; nothing: the launch's.
  std::optional<std::array<uint64_t, 3>> Local = {};
  bool operator==(const WhatIf &) const = default;
};

/// "ul@LINE=4,simd=2,cu=2,wg=64x4" applied to \p Base, or the error.
std::variant<WhatIf, std::string>
parseWhatIf(std::string_view Text, const BoundKernel &Kernel, Design Base);

/// The text that parseWhatIf() reads as \p Changed where \p Base is the
/// source's design; empty where nothing differs.
std::string whatIfText(const BoundKernel &Kernel, const Design &Base,
                       const WhatIf &Changed);

/// Changes that turn a source of design \p Base into \p Changed: "line 12:
/// #pragma unroll 4", "num_simd_work_items(4)". \p Local: work-items per group
/// that the launch has now.
std::vector<std::string>
sourceChanges(const BoundKernel &Kernel, const Design &Base,
              const WhatIf &Changed,
              const std::optional<std::array<uint64_t, 3>> &Local);

/// "64", "16x16": without the ones at the end.
std::string groupText(const std::array<uint64_t, 3> &Size);

} // namespace roofline

#endif
