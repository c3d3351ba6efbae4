// A value and where it comes from.
#ifndef ROOFLINE_BASE_SOURCED_H
#define ROOFLINE_BASE_SOURCED_H

#include <string>

namespace roofline {

/// A value of a device file and where it comes from.
template <typename T> struct Sourced {
  T Value{};
  std::string Source; ///< document and table, "measured: ..." or "assumed: why"
  bool operator==(const Sourced &) const = default;
};

} // namespace roofline

#endif
