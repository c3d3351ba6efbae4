// A place in the source as the beginning of a message.
#ifndef ROOFLINE_LIB_MODEL_PLACE_H
#define ROOFLINE_LIB_MODEL_PLACE_H

#include "roofline/Model/KernelSummary.h"

namespace roofline {

/// "k.cl:12:7: ", or nothing where it is not known.
inline std::string placePrefix(const SourceLocation &Loc) {
  return Loc ? Loc.File + ":" + std::to_string(Loc.Line) + ":" +
                   std::to_string(Loc.Column) + ": "
             : std::string();
}

} // namespace roofline

#endif
