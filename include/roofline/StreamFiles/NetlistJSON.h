// Netlists as JSON, both ways without loss.
//
/// \file
/// Format: docs/netlist.md and netlist.schema.json.
#ifndef ROOFLINE_STREAMFILES_NETLISTJSON_H
#define ROOFLINE_STREAMFILES_NETLISTJSON_H

#include "roofline/Netlist/Netlist.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <vector>

namespace roofline {

llvm::json::Value toJSON(const std::vector<Netlist> &Modules);

/// Reads the output of toJSON(); \p Name is the file's name in errors. Each
/// module obeys checkNetlist().
llvm::Expected<std::vector<Netlist>> readNetlists(llvm::StringRef Text,
                                                  llvm::StringRef Name);

llvm::json::Value netlistSchema();

} // namespace roofline

#endif
