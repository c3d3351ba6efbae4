// The plugin's options in the messages of the libraries.
#ifndef ROOFLINE_PLUGIN_OPTIONNAMES_H
#define ROOFLINE_PLUGIN_OPTIONNAMES_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace roofline {

/// \p Message with the plugin's options for the driver's: "-fpga-global=64" for
/// "--global 64". Options that the plugin lacks stay as they are.
std::string inPluginOptions(llvm::StringRef Message);

} // namespace roofline

#endif
