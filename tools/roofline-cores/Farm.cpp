// roofline farm: many runs of programs, here or on a cluster.
#include "Command.h"
#include "FarmInput.h"

#include "roofline/Farm/TaskFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

struct FarmArguments {
  KernelInput Input;
  FarmOptions Farm = {.Place = localPlace()};
  std::string Json;
};

Expected<int> run(FarmArguments &O) {
  Expected<std::vector<FarmTask>> Tasks = readTasks(O.Input.File);
  if (!Tasks)
    return invalid(toString(Tasks.takeError()));
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
  FarmArguments O;
  std::vector<CommandOption> OwnOptions = farmOptions(O.Farm);
  OwnOptions.push_back(text("name", O.Farm.Name));
  OwnOptions.push_back(text("json", O.Json));
  return runCommand(
      parseArguments(Command::Farm, Words, std::move(OwnOptions), O.Input),
      O.Input, [&] { return run(O); });
}

} // namespace roofline
