// Reads files that others wrote.
#ifndef ROOFLINE_PROCESS_INPUTFILE_H
#define ROOFLINE_PROCESS_INPUTFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorOr.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <system_error>

namespace roofline {

/// Nothing where \p Path is a regular file; else the reason. A pipe or a device
/// is no file: reading it may block, or never end.
std::error_code checkRegularFile(llvm::StringRef Path);

/// Reads the regular file \p Path.
llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
readInput(llvm::StringRef Path);

} // namespace roofline

#endif
