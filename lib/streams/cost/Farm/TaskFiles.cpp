// Tasks of a farm, and what they printed, as files of JSON.
#include "roofline/Farm/TaskFiles.h"

#include "roofline/Json/JsonSchema.h"
#include "roofline/Process/InputFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace roofline {
namespace {

struct Task {
  std::string Name;
  std::vector<std::string> Command, Inputs;
};
template <typename V> void list(V &Visit, Task &S) {
  Visit("name", S.Name);
  Visit("command", S.Command, {.Least = 1, .Expected = "has no program"});
  Visit.unless("inputs", S.Inputs, {},
               {.Says = "files whose contents the result depends on"});
}
struct TaskFile {
  std::vector<Task> Tasks;
};
template <typename V> void list(V &Visit, TaskFile &S) {
  Visit("tasks", S.Tasks);
}

struct TaskResult {
  std::string Name;
  FarmResult Result;
};
template <typename V> void list(V &Visit, TaskResult &S) {
  Visit("name", S.Name);
  Visit("attempts", S.Result.Attempts,
        {.Says = "0: the result is of an earlier run"});
  Visit.orNull("output", S.Result.Output);
  const auto Problem =
      S.Result.Output ? std::nullopt : std::optional(S.Result.Problem);
  Visit("problem", Problem, {.Says = "why there is no output"});
}
struct TaskResults {
  std::vector<TaskResult> Results;
};
template <typename V> void list(V &Visit, TaskResults &S) {
  Visit("results", S.Results);
}

constexpr FileFormat TasksFormat = {
    "roofline-tasks", 1, "task file", "file",
    "Commands for roofline farm. See docs/farm.md."};
constexpr FileFormat ResultsFormat = {
    "roofline-task-results", 1, "task results", "file",
    "What the tasks of roofline farm printed. See docs/farm.md."};

} // namespace

Expected<std::vector<FarmTask>> readTasks(StringRef Path) {
  auto Buffer = readInput(Path);
  if (!Buffer)
    return jsonError(Path, Buffer.getError().message());
  TaskFile File;
  if (Error E = readJsonFile((*Buffer)->getBuffer(), Path, TasksFormat, File))
    return E;
  SmallString<128> Folder;
  sys::fs::current_path(Folder);
  std::vector<FarmTask> Tasks;
  for (Task &T : File.Tasks) {
    // Commands run here: the same one does something else elsewhere.
    std::vector<std::string> Parts = {Folder.str().str(),
                                      std::to_string(T.Command.size())};
    append_range(Parts, T.Command);
    for (const std::string &Input : T.Inputs) {
      auto Content = readInput(Input);
      if (!Content)
        return jsonError(Path, formatv("tasks[{0}]: {1}: {2}", Tasks.size(),
                                       Input, Content.getError().message()));
      Parts.push_back((*Content)->getBuffer().str());
    }
    Tasks.push_back({std::move(T.Name),
                     keyOf(std::vector<StringRef>(Parts.begin(), Parts.end())),
                     std::move(T.Command)});
  }
  return Tasks;
}

json::Value tasksSchema() { return schemaOf<TaskFile>(TasksFormat); }

json::Value toJSON(ArrayRef<FarmTask> Tasks, ArrayRef<FarmResult> Results) {
  TaskResults File;
  for (auto [Task, Result] : zip_equal(Tasks, Results))
    File.Results.push_back({Task.Name, Result});
  return writeJsonFile(ResultsFormat, File);
}

json::Value taskResultsSchema() { return schemaOf<TaskResults>(ResultsFormat); }

} // namespace roofline
