// Places in the source, and how messages name them.
#ifndef ROOFLINE_BASE_SOURCELOCATION_H
#define ROOFLINE_BASE_SOURCELOCATION_H

#include <compare>
#include <cstdint>
#include <string>

namespace roofline {

/// A place in the source; line 0 means that the IR carries none.
struct SourceLocation {
  std::string File;
  uint32_t Line = 0;
  uint32_t Column = 0;
  auto operator<=>(const SourceLocation &) const = default;
  explicit operator bool() const { return Line != 0; }
};

struct SourceRange {
  SourceLocation Begin, End;
  bool operator==(const SourceRange &) const = default;
};

/// "k.cl:12:7: ", or nothing where it is not known.
inline std::string placePrefix(const SourceLocation &Loc) {
  return Loc ? Loc.File + ":" + std::to_string(Loc.Line) + ":" +
                   std::to_string(Loc.Column) + ": "
             : std::string();
}

} // namespace roofline

#endif
