// Values of the constant expressions that pragmas have.
#ifndef ROOFLINE_LIB_FRONTEND_CLANGCONSTANTS_H
#define ROOFLINE_LIB_FRONTEND_CLANGCONSTANTS_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace roofline {

/// Returns the value of the expression \p Tokens in the body of \p F: integers,
/// enumerators, constants and the arguments of templates, with C's signs and
/// priorities. Nothing for other expressions, and for values that exceed 31
/// bits.
std::optional<int64_t> constantOf(const clang::FunctionDecl &F,
                                  llvm::ArrayRef<std::string> Tokens);

} // namespace roofline

#endif
