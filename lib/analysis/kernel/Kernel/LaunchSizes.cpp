// The sizes of an NDRange, a work-group or a frame, from text.
#include "roofline/Kernel/LaunchSizes.h"

#include "roofline/Kernel/Launch.h"

#include <charconv>

namespace roofline {

std::optional<SizeProblem> parseSizes(std::span<const std::string_view> Texts,
                                      LaunchSizes &Sizes) {
  if (Texts.empty() || Texts.size() > 3)
    return SizeProblem{{}, "a list of one to three sizes is expected"};
  Sizes = {{1, 1, 1}, uint32_t(Texts.size())};
  uint64_t Product = 1;
  for (size_t D = 0; D < Texts.size(); ++D) {
    const char *Begin = Texts[D].data(), *End = Begin + Texts[D].size();
    uint64_t &Size = Sizes.Size[D];
    const auto [Rest, Error] = std::from_chars(Begin, End, Size);
    if (Error != std::errc() || Rest != End || Size == 0 ||
        Size > MaxLaunchSize)
      return SizeProblem{D, "'" + std::string(Texts[D]) +
                                "' is not a size from 1 to 2^32"};
    if (Size > uint64_t(INT64_MAX) / Product)
      return SizeProblem{{}, "the sizes multiply to 2^63 or more"};
    Product *= Size;
  }
  return std::nullopt;
}

} // namespace roofline
