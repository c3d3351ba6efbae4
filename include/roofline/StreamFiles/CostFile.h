// Cost files: devices/costs/*.yaml to struct CostModel, and back.
//
/// \file
/// Errors carry file:line:column. Unknown, missing and repeated keys, sizes out
/// of order, missing sources, and fits whose residuals differ from the stated
/// ones are errors. Format: docs/cost-format.md.
#ifndef ROOFLINE_STREAMFILES_COSTFILE_H
#define ROOFLINE_STREAMFILES_COSTFILE_H

#include "roofline/Resources/CostModel.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace roofline {

/// Reads the cost file \p Path.
llvm::Expected<CostModel> loadCosts(llvm::StringRef Path);

/// JSON Schema of cost files.
llvm::json::Value costsSchema();

/// Returns the path of the cost file of \p Target: \p Target where it names a
/// file, else costs/\p Target.yaml in one of \p Folders, the device folders.
/// Fails where no such file exists.
llvm::Expected<std::string> findCosts(llvm::StringRef Target,
                                      llvm::ArrayRef<std::string> Folders);

/// Writes \p Costs as a file that loadCosts() reads.
void printCosts(const CostModel &Costs, llvm::raw_ostream &OS);

} // namespace roofline

#endif
