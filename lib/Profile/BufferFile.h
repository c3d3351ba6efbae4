// The content of a buffer, from a file.
#ifndef ROOFLINE_LIB_PROFILE_BUFFERFILE_H
#define ROOFLINE_LIB_PROFILE_BUFFERFILE_H

#include "roofline/Base/ValueType.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace roofline {

/// The scalars of \p Path, each as the bits of type \p T, whose lanes do not
/// matter: numbers between blanks, commas and semicolons where the name ends
/// with .txt or .csv, `#` begins a comment; else raw bytes, the lowest first.
/// Errors name the file, and the line of a text.
llvm::Expected<std::vector<uint64_t>> readScalars(const std::string &Path,
                                                  const ValueType &T);

} // namespace roofline

#endif
