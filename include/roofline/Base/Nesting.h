// How deep the brackets of a text nest: parsers that recurse need a limit.
#ifndef ROOFLINE_BASE_NESTING_H
#define ROOFLINE_BASE_NESTING_H

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace roofline {

/// "line:column" of the first bracket of \p Open in \p Text that stands within
/// \p Most others; nothing where there is none. Strings in double quotes are
/// left out.
inline std::optional<std::string> findTooDeep(std::string_view Text,
                                              unsigned Most,
                                              std::string_view Open = "[{",
                                              std::string_view Close = "]}") {
  unsigned Depth = 0;
  bool InString = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    const char C = Text[I];
    if (InString && C == '\\')
      ++I;
    else if (C == '"')
      InString = !InString;
    else if (InString)
      continue;
    else if (Close.find(C) != Close.npos && Depth > 0)
      --Depth;
    else if (Open.find(C) != Open.npos && ++Depth > Most) {
      size_t Line = 1, Begin = 0;
      for (size_t J = 0; J < I; ++J)
        if (Text[J] == '\n') {
          ++Line;
          Begin = J + 1;
        }
      return std::to_string(Line) + ":" + std::to_string(I - Begin + 1);
    }
  }
  return std::nullopt;
}

} // namespace roofline

#endif
