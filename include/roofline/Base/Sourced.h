// A value with its source.
#ifndef ROOFLINE_BASE_SOURCED_H
#define ROOFLINE_BASE_SOURCED_H

#include <string>

namespace roofline {

/// A value of a device file with its source.
template <typename T> struct Sourced {
  T Value{};
  std::string Source; ///< document and table, "measured: ..." or "assumed: why"
  bool operator==(const Sourced &) const = default;
};

} // namespace roofline

#endif
