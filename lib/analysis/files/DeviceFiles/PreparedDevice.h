// The plugin's default device, parsed at build time.
//
/// \file
/// Parsing its YAML took 2.1 of the 6.0 million instructions that the plugin
/// adds to the compilation of a small kernel (callgrind). tools/prepared-device
/// writes the definition.
#ifndef ROOFLINE_LIB_DEVICEFILES_PREPAREDDEVICE_H
#define ROOFLINE_LIB_DEVICEFILES_PREPAREDDEVICE_H

#include "roofline/DeviceFiles/YamlReader.h"

#include "llvm/ADT/ArrayRef.h"

namespace roofline {

/// A YamlReader::Tree without its children, which follow it.
struct PreparedNode {
  YamlReader::Tree::Kind K;
  llvm::StringRef Key; ///< key of an item
  llvm::StringRef Text;
  unsigned NumChildren;
  unsigned Line, Column, KeyLine, KeyColumn;
};

struct PreparedDevice {
  llvm::StringRef Text; ///< text of the whole file
  llvm::ArrayRef<PreparedNode> Nodes;
};

PreparedDevice preparedDevice();

} // namespace roofline

#endif
