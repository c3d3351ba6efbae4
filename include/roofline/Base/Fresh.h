// A new value in an optional.
#ifndef ROOFLINE_BASE_FRESH_H
#define ROOFLINE_BASE_FRESH_H

#include <optional>

namespace roofline {

/// Replaces what is in \p Place by a default value. std::optional::emplace()
/// refuses a class that is nested in the one that holds the optional and gives
/// its fields defaults: libstdc++ 16 asks whether the class can be constructed
/// while that is not yet known.
template <typename T> T &fresh(std::optional<T> &Place) {
  return Place.emplace(T());
}

} // namespace roofline

#endif // ROOFLINE_BASE_FRESH_H
