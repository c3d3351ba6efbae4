// Tasks of a farm, and what they printed, as files of JSON: docs/farm.md.
#ifndef ROOFLINE_FARM_TASKFILES_H
#define ROOFLINE_FARM_TASKFILES_H

#include "roofline/Farm/Farm.h"

#include "llvm/Support/JSON.h"

namespace roofline {

/// Reads the tasks of a file; contents of their `inputs` are a part of the
/// keys.
llvm::Expected<std::vector<FarmTask>> readTasks(llvm::StringRef Path);
llvm::json::Value tasksSchema();

llvm::json::Value toJSON(llvm::ArrayRef<FarmTask> Tasks,
                         llvm::ArrayRef<FarmResult> Results);
llvm::json::Value taskResultsSchema();

} // namespace roofline

#endif
