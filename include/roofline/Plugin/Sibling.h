// Libraries that stand beside the plugin.
#ifndef ROOFLINE_PLUGIN_SIBLING_H
#define ROOFLINE_PLUGIN_SIBLING_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace roofline {

/// The path of the library \p Name beside the one that holds this function;
/// \p Name alone where that is not known.
std::string siblingLibrary(llvm::StringRef Name);

} // namespace roofline

#endif
