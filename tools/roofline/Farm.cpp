// roofline farm: many runs of programs, here or on a cluster.
#include "Command.h"
#include "FarmInput.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

struct Options {
  KernelInput Input;
  FarmOptions Farm = {.Place = localPlace()};
  std::string Json;
};

/// The tasks of the file; `inputs` are a part of their keys.
Expected<std::vector<FarmTask>> readTasks(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return invalid(Path + ": " + Buffer.getError().message());
  Expected<json::Value> Parsed = json::parse((*Buffer)->getBuffer());
  if (!Parsed)
    return invalid(Path + ": " + toString(Parsed.takeError()));
  json::Path::Root Root("tasks");
  json::ObjectMapper Map(*Parsed, Root);
  std::string Format;
  int64_t Version = 0;
  if (!Map || !Map.map("format", Format) || !Map.map("version", Version))
    return invalid(Path + ": " + toString(Root.getError()));
  if (Format != "roofline-tasks" || Version != 1)
    return invalid(Path + ": format roofline-tasks, version 1, is expected");
  const json::Array *List = Parsed->getAsObject()->getArray("tasks");
  if (!List)
    return invalid(Path + ": an array 'tasks' is expected");
  SmallString<128> Folder;
  sys::fs::current_path(Folder);
  std::vector<FarmTask> Tasks;
  for (const json::Value &Entry : *List) {
    FarmTask Task;
    std::vector<std::string> Inputs;
    json::Path::Root Here("task");
    json::ObjectMapper Of(Entry, Here);
    if (!Of || !Of.map("name", Task.Name) || !Of.map("command", Task.Command) ||
        !Of.mapOptional("inputs", Inputs))
      return invalid(formatv("{0}: tasks[{1}]: {2}", Path, Tasks.size(),
                             toString(Here.getError())));
    if (Task.Command.empty())
      return invalid(formatv("{0}: tasks[{1}]: 'command' has no program", Path,
                             Tasks.size()));
    // Commands run here: the same one does something else elsewhere.
    std::vector<std::string> Parts = {Folder.str().str(),
                                      std::to_string(Task.Command.size())};
    append_range(Parts, Task.Command);
    for (const std::string &Input : Inputs) {
      auto Content = MemoryBuffer::getFile(Input);
      if (!Content)
        return invalid(formatv("{0}: tasks[{1}]: {2}: {3}", Path, Tasks.size(),
                               Input, Content.getError().message()));
      Parts.push_back((*Content)->getBuffer().str());
    }
    Task.Key = keyOf(std::vector<StringRef>(Parts.begin(), Parts.end()));
    Tasks.push_back(std::move(Task));
  }
  return Tasks;
}

/// Format: schemas/task-results.schema.json.
json::Value toJSON(ArrayRef<FarmTask> Tasks, ArrayRef<FarmResult> Results) {
  json::Array List;
  for (auto [Task, Result] : zip_equal(Tasks, Results)) {
    json::Object O{{"name", Task.Name},
                   {"attempts", Result.Attempts},
                   {"output", Result.Output}};
    if (!Result.Output)
      O["problem"] = Result.Problem;
    List.push_back(std::move(O));
  }
  return json::Object{{"format", "roofline-task-results"},
                      {"version", 1},
                      {"results", std::move(List)}};
}

Expected<int> run(Options &O) {
  Expected<std::vector<FarmTask>> Tasks = readTasks(O.Input.File);
  if (!Tasks)
    return Tasks.takeError();
  if (Error E = completeFolder(O.Farm))
    return E;
  Expected<std::vector<FarmResult>> Results = runFarm(*Tasks, O.Farm);
  if (!Results)
    return Results.takeError();
  if (!O.Json.empty())
    if (Error E = writeJson(O.Json, toJSON(*Tasks, *Results)))
      return E;
  const size_t Without =
      count_if(*Results, [](const FarmResult &R) { return !R.Output; });
  raw_ostream &OS = O.Json == "-" ? errs() : outs();
  OS << formatv("{0} tasks, {1} without a result\n", Tasks->size(), Without);
  for (auto [Task, Result] : zip_equal(*Tasks, *Results))
    if (!Result.Output)
      OS << formatv("  {0}: {1} ({2} attempt{3})\n", Task.Name, Result.Problem,
                    Result.Attempts, Result.Attempts == 1 ? "" : "s");
  return Without ? Incomplete : Done;
}

} // namespace

template <> int commandMain<Command::Farm>(ArrayRef<const char *> Words) {
  Options O;
  std::vector<CommandOption> Own = farmOptions(O.Farm);
  Own.push_back(text("name", O.Farm.Name));
  Own.push_back(text("json", O.Json));
  return runCommand(
      parseArguments(Command::Farm, Words, std::move(Own), O.Input), O.Input,
      [&] { return run(O); });
}

} // namespace roofline
