// Numbers in JSON, which has no infinity and no "not a number".
#ifndef ROOFLINE_REPORT_FINITENUMBER_H
#define ROOFLINE_REPORT_FINITENUMBER_H

#include <cmath>
#include <optional>

namespace roofline {

/// Nothing where JSON has null.
inline std::optional<double> finite(double Value) {
  return std::isfinite(Value) ? std::optional(Value) : std::nullopt;
}

} // namespace roofline

#endif
