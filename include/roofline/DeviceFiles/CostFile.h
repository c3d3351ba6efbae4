// Cost files: devices/costs/*.yaml to struct CostModel, and back.
//
/// \file
/// Unknown, missing and doubled keys, sizes that do not ascend, fits that do
/// not have the residuals that they claim, and missing sources are errors with
/// file:line:column. Format: docs/cost-format.md.
#ifndef ROOFLINE_DEVICEFILES_COSTFILE_H
#define ROOFLINE_DEVICEFILES_COSTFILE_H

#include "roofline/Resources/CostModel.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace roofline {

llvm::Expected<CostModel> loadCosts(llvm::StringRef Path);

/// The path of the cost file of \p Target: itself where it names a file, else
/// costs/\p Target.yaml in one of \p Folders (those of device files).
llvm::Expected<std::string> findCosts(llvm::StringRef Target,
                                      llvm::ArrayRef<std::string> Folders);

/// Writes what loadCosts() reads.
void printCosts(const CostModel &Costs, llvm::raw_ostream &OS);

} // namespace roofline

#endif
