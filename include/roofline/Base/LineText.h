// Lines of the source for the reader.
#ifndef ROOFLINE_BASE_LINETEXT_H
#define ROOFLINE_BASE_LINETEXT_H

#include "roofline/Base/SourceLocation.h"

#include <string>

namespace roofline {

/// The line of \p Loc, with its file if that is not \p Main: "7", "body.h:7".
inline std::string lineText(const SourceLocation &Loc,
                            const std::string &Main) {
  const std::string Line = Loc ? std::to_string(Loc.Line) : "?";
  if (Loc.File.empty() || Loc.File == Main)
    return Line;
  return Loc.File.substr(Loc.File.rfind('/') + 1) + ":" + Line;
}

} // namespace roofline

#endif
