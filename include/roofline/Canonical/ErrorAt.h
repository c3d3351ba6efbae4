// Errors at a place of the source.
#ifndef ROOFLINE_CANONICAL_ERRORAT_H
#define ROOFLINE_CANONICAL_ERRORAT_H

#include "roofline/Canonical/SourcePlace.h"

#include "llvm/Support/Error.h"

namespace roofline {

/// "k.cl:12:7: Message"; the message alone where the place is not known.
inline llvm::Error errorAt(const SourceLocation &Loc,
                           const llvm::Twine &Message) {
  return llvm::createStringError(placePrefix(Loc) + Message);
}
inline llvm::Error errorAt(const llvm::Value &V, const llvm::Twine &Message) {
  return errorAt(sourceLocation(&V), Message);
}

} // namespace roofline

#endif
