// Places in the source, and their form in messages.
#ifndef ROOFLINE_BASE_SOURCELOCATION_H
#define ROOFLINE_BASE_SOURCELOCATION_H

#include <compare>
#include <cstdint>
#include <string>

namespace roofline {

/// A place in the source. Line 0 means that the place is unknown.
struct SourceLocation {
  std::string File;
  uint32_t Line = 0;
  uint32_t Column = 0;
  auto operator<=>(const SourceLocation &) const = default;
  explicit operator bool() const { return Line != 0; }
};

/// The source between two places.
struct SourceRange {
  SourceLocation Begin, End;
  bool operator==(const SourceRange &) const = default;
};

/// Returns the start of a message, "k.cl:12:7: "; empty where \p Loc is
/// unknown.
inline std::string placePrefix(const SourceLocation &Loc) {
  return Loc ? Loc.File + ":" + std::to_string(Loc.Line) + ":" +
                   std::to_string(Loc.Column) + ": "
             : std::string();
}

} // namespace roofline

#endif
