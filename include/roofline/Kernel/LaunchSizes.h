// The sizes of an NDRange, a work-group or a frame, from text.
//
/// \file
/// The one reader of sizes. Options, launch files, system files and requests
/// for variants separate sizes in their own ways, and hand the parts over.
#ifndef ROOFLINE_KERNEL_LAUNCHSIZES_H
#define ROOFLINE_KERNEL_LAUNCHSIZES_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace roofline {

/// One to three sizes.
struct LaunchSizes {
  std::array<uint64_t, 3> Size{1, 1, 1}; ///< [work-item]
  uint32_t Dimensions = 0;
  bool operator==(const LaunchSizes &) const = default;
};

/// Says which text is no size, and why.
struct SizeProblem {
  std::optional<size_t> Text; ///< nothing: the texts together
  std::string Message;
};

/// Reads \p Texts, dimension 0 first, into \p Sizes. A size is a decimal
/// number from 1 to MaxLaunchSize; the product of all is below 2^63.
std::optional<SizeProblem> parseSizes(std::span<const std::string_view> Texts,
                                      LaunchSizes &Sizes);

} // namespace roofline

#endif
