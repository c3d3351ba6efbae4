// roofline verify --space: every design of a kernel, each a task of a farm.
#include "Command.h"
#include "StreamInput.h"
#include "VerifyInput.h"

#include "roofline/Calibrate/Calibrate.h"
#include "roofline/DesignReport/StencilDesigns.h"
#include "roofline/DesignReport/StreamReport.h"
#include "roofline/Process/InputFile.h"
#include "roofline/StreamFiles/CostFile.h"
#include "roofline/Verify/SpaceReport.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

/// The designs to verify, as texts of variants, each once.
Expected<std::vector<std::string>>
designsOf(const VerifyInput &O, const StreamKernel &K, const Launch &L) {
  Expected<Device> D = chosenDevice(O.Design.Device);
  if (!D)
    return D.takeError();
  Expected<std::optional<CostModel>> Costs =
      chosenCosts(O.Design.Costs, *D, driverFolders());
  if (!Costs)
    return Costs.takeError();
  std::vector<std::string> Texts;
  auto Add = [&](const auto &Report, const auto &Design) {
    std::string Text = variantText(Report, Design);
    if (!is_contained(Texts, Text))
      Texts.push_back(std::move(Text));
  };
  if (L.Iterate) {
    Expected<StencilReport> R =
        stepsReport(*L.Iterate, K, *D, *Costs, O.Design, O.MaxSteps);
    if (!R)
      return R.takeError();
    if (O.Space)
      for (const StencilDesign &Design : R->BySteps)
        Add(*R, Design);
    for (const StencilDesign &Design : R->Front)
      Add(*R, Design);
    return Texts;
  }
  Expected<StreamPricing> P = pricingOn(K, *D, *Costs, O.Design.request(),
                                        driverFolders(), std::nullopt,
                                        {.MostVector = O.Design.Space.MaxVector,
                                         .MostLanes = O.Design.Space.MaxLanes,
                                         .WhatMayFit = !O.Space});
  if (!P)
    return P.takeError();
  const StreamReport R =
      O.Space ? variantsReport(std::move(*P), O.Design.Space)
              : exploreReport(std::move(*P), O.Design.Space, Objective::Time);
  for (const PricedDesign &Design : R.Designs)
    Add(R, Design);
  return Texts;
}

std::string contentOf(StringRef Path) {
  auto Buffer = readInput(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : std::string();
}

/// Hash of all that a verification depends on beside the kernel and its
/// design: this program, the modules of cores, the costs, the tools. What is
/// not there has no content.
std::string keyOfTools(const VerifyInput &O, StringRef Driver) {
  std::vector<std::string> Files;
  std::error_code EC;
  for (sys::fs::directory_iterator I(rtlFolder(), EC), End; !EC && I != End;
       I.increment(EC))
    Files.push_back(I->path());
  llvm::sort(Files);
  Files.push_back(Driver.str());
  Files.push_back(
      expectedToOptional(findCosts(O.Verify.Target, driverFolders()))
          .value_or(""));
  for (const char *Tool : {"yosys", "verilator", "iverilog", "vvp"}) {
    const ErrorOr<std::string> Path = sys::findProgramByName(Tool);
    Files.push_back(Path ? *Path : "");
  }
  std::vector<std::string> Contents;
  for (const std::string &File : Files)
    Contents.push_back(contentOf(File));
  return keyOf(std::vector<StringRef>(Contents.begin(), Contents.end()));
}

/// `roofline verify` of the kernel in \p Folder, but for the variant.
std::vector<std::string> commandOf(const VerifyInput &O, StringRef Driver,
                                   StringRef Folder) {
  std::vector<std::string> Command = {Driver.str(),
                                      "verify",
                                      (Folder + "/origin/kernel.ll").str(),
                                      "--launch",
                                      (Folder + "/origin/launch.yaml").str(),
                                      "--seeds",
                                      std::to_string(O.Verify.Seeds.size()),
                                      "--json",
                                      "-"};
  if (O.Verify.Target.empty())
    Command.push_back("--no-synthesis");
  else
    append_range(Command,
                 std::vector<std::string>{"--target", O.Verify.Target});
  if (O.Verify.With)
    append_range(Command,
                 std::vector<std::string>{
                     "--simulator", *O.Verify.With == SimulatorKind::Icarus
                                        ? "icarus"
                                        : "verilator"});
  if (O.Limits.Walls != Sandbox::Auto)
    append_range(Command,
                 std::vector<std::string>{
                     "--sandbox",
                     O.Limits.Walls == Sandbox::Always ? "always" : "never"});
  append_range(Command, masterArguments(O.Core));
  return Command;
}

/// The kernel, its launch and streams, where every task reads them: a folder
/// named by its content.
Expected<std::string> writeInputs(StringRef Results, const Module &M,
                                  const StreamKernel &K, const Launch &L) {
  std::vector<TextFile> Files = originFiles(M, K, L, "");
  std::vector<StringRef> Texts;
  for (const TextFile &F : Files)
    Texts.push_back(F.Content);
  SmallString<128> Folder(Results);
  sys::path::append(Folder, "inputs", keyOf(Texts));
  sys::fs::make_absolute(Folder);
  if (sys::fs::exists(Folder))
    return Folder.str().str();
  Error E = writeFolder(Folder, Files);
  if (E && !sys::fs::exists(Folder))
    return E;
  sys::fs::setPermissions(Folder, sys::fs::owner_all);
  consumeError(std::move(E)); // another run was faster
  return Folder.str().str();
}

/// A task for each of \p Designs.
Expected<std::vector<FarmTask>> tasksOf(const VerifyInput &O, const Module &M,
                                        const StreamKernel &K, const Launch &L,
                                        ArrayRef<std::string> Designs) {
  Expected<std::string> Folder = writeInputs(O.Farm.Folder, M, K, L);
  if (!Folder)
    return Folder.takeError();
  const std::string Driver = driverPath();
  const std::string Tools = keyOfTools(O, Driver);
  std::vector<FarmTask> Tasks;
  for (const std::string &Design : Designs) {
    FarmTask Task = {Design, "", commandOf(O, Driver, *Folder)};
    append_range(Task.Command, std::vector<std::string>{"--variant", Design});
    std::vector<StringRef> Parts = {Tools};
    append_range(Parts, Task.Command);
    Task.Key = keyOf(Parts);
    Tasks.push_back(std::move(Task));
  }
  return Tasks;
}

Expected<SpaceVerification> readResults(const std::string &Kernel,
                                        StringRef Folder,
                                        ArrayRef<FarmTask> Tasks,
                                        ArrayRef<FarmResult> Results) {
  SpaceVerification Space = {Kernel, {}};
  for (auto [Task, Result] : zip_equal(Tasks, Results)) {
    VerifiedDesign &Design =
        Space.Designs.emplace_back(Task.Name, std::nullopt, Result.Problem);
    if (!Result.Output)
      continue;
    Expected<Verification> Found =
        readVerification(*Result.Output, (Folder + "/" + Task.Key).str());
    if (!Found)
      return invalid(toString(Found.takeError()));
    Design.Found = std::move(*Found);
  }
  return Space;
}

} // namespace

Expected<int> verifySpace(VerifyInput &O) {
  KernelInput &Input = O.Core.Input;
  if (O.Space && O.Front)
    return invalid("--space and --front: one of them");
  if (Error E = checkMasters(O.Core))
    return E;
  Launch L;
  TimeLoopUse Loop = {.IsTaken = true};
  Expected<std::vector<StreamKernel>> Kernels = readStreams(Input, L, Loop);
  if (!Kernels)
    return Kernels.takeError();
  if (Kernels->size() > 1)
    return invalid(Input.File + ": several kernels; choose one by --kernel");
  const StreamKernel &K = Kernels->front();
  if (Error E = checkSimulated(K, Input.File))
    return E;
  LLVMContext Context;
  Expected<std::unique_ptr<Module>> M = Input.readModule(Context);
  if (!M)
    return M.takeError();
  Expected<std::vector<std::string>> Designs = designsOf(O, K, L);
  if (!Designs)
    return Designs.takeError();
  if (Designs->empty())
    return invalid(Input.File + ": no design to verify; see roofline " +
                   (O.Space ? "variants" : "explore"));
  if (Error E = completeFolder(O.Farm))
    return E;
  Expected<std::vector<FarmTask>> Tasks = tasksOf(O, **M, K, L, *Designs);
  if (!Tasks)
    return Tasks.takeError();
  Expected<std::vector<FarmResult>> Results = runFarm(*Tasks, O.Farm);
  if (!Results)
    return Results.takeError();
  Expected<SpaceVerification> Space =
      readResults(K.Name, O.Farm.Folder, *Tasks, *Results);
  if (!Space)
    return Space.takeError();
  if (!O.Json.empty())
    if (Error E = writeJson(O.Json, toJSON(*Space)))
      return E;
  if (Error E = writeDesignPage(O.Html, DesignPage::Kind::Space, Input.File,
                                [&] { return toJSON(*Space); }))
    return E;
  if (O.Json != "-")
    printSpace(*Space, outs());
  return !Space->isProven()     ? BadInput
         : Space->hasUnknowns() ? Incomplete
                                : Done;
}

} // namespace roofline
