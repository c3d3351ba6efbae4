// Text broken at spaces.
#ifndef ROOFLINE_REPORT_WRAPTEXT_H
#define ROOFLINE_REPORT_WRAPTEXT_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
}

namespace roofline {

/// Prints \p Text from the current column \p Column on, broken at spaces before
/// column \p Width, and ends the line. Indents further lines by \p Indent
/// columns. A word that is longer stands beyond the edge.
void wrapText(llvm::raw_ostream &OS, llvm::StringRef Text, size_t Column,
              size_t Indent, size_t Width);

} // namespace roofline

#endif
