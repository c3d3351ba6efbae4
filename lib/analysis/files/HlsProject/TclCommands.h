// Values of Tcl commands that stand in brackets.
#ifndef ROOFLINE_LIB_HLSPROJECT_TCLCOMMANDS_H
#define ROOFLINE_LIB_HLSPROJECT_TCLCOMMANDS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// Returns the value of \p Text, an expression of numbers with + - * / and
/// brackets; nothing for another one.
std::optional<double> valueOfExpression(llvm::StringRef Text);

/// Returns the value of \p Command where it names files: `info script`, which
/// is
/// \p Script, `pwd`, which is \p Folder, `glob`, `file dirname`, `join`, `tail`
/// and `normalize`; nothing for another command.
std::optional<std::string> valueOfFileCommand(llvm::StringRef Command,
                                              llvm::StringRef Script,
                                              llvm::StringRef Folder);

/// Returns the files that \p Pattern means, in the order of their names;
/// \p Pattern itself where its last part has no * or ?.
std::vector<std::string> filesNamed(llvm::StringRef Pattern);

} // namespace roofline

#endif
