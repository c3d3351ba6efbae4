// Reads the content of a buffer from a file.
#ifndef ROOFLINE_LIB_PROFILE_BUFFERFILE_H
#define ROOFLINE_LIB_PROFILE_BUFFERFILE_H

#include "roofline/Base/ValueType.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace roofline {

/// Reads the scalars of the file \p Path as bits of type \p T, without regard
/// to lanes. A .txt or .csv file has numbers between blanks, commas and
/// semicolons, and `#` begins a comment. Any other file has raw bytes, the
/// lowest first. Errors name the file, and the line of a text.
llvm::Expected<std::vector<uint64_t>> readScalars(const std::string &Path,
                                                  const ValueType &T);

} // namespace roofline

#endif
