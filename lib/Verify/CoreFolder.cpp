// The folder of an emitted core.
#include "roofline/Verify/CoreFolder.h"

#include "AllPasses.h"

#include "roofline/Core/StreamDesignCheck.h"
#include "roofline/DeviceFiles/LaunchFile.h"
#include "roofline/Report/StreamKernelJSON.h"
#include "roofline/Stream/LowerVariant.h"
#include "roofline/Stream/StreamIterate.h"
#include "roofline/Verify/LargeLaunch.h"
#include "roofline/Verify/RunOriginal.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

namespace roofline {

/// The column of what in \p V makes \p D, which cannot be built.
static unsigned culprit(const Variant &V, const StreamKernel &K,
                        StreamDesign D) {
  auto RuleOf = [&](ShapeRule::Kind Kind) {
    auto At = find_if(V.Rules, [&](const ShapeRule &R) { return R.K == Kind; });
    return At == V.Rules.end() ? V.Maps.front().Column : At->Column;
  };
  if (std::exchange(D.Vector, 1) > 1 && !whyNotBuildable(K, D))
    return RuleOf(ShapeRule::Kind::Vectorise);
  if (std::exchange(D.Lanes, 1) > 1 && !whyNotBuildable(K, D))
    return RuleOf(ShapeRule::Kind::ReshapeTo);
  auto Formed = find_if(
      V.Maps, [](const MapLevel &M) { return M.K != MapLevel::Kind::Par; });
  return Formed == V.Maps.end() ? V.Maps.front().Column : Formed->Column;
}

/// Makes a pass of the step in \p Origin, where \p Lowered fuses several.
static Error fuse(const Launch &L, const LoweredVariant &Lowered,
                  CoreOrigin &Origin) {
  const uint32_t T = Lowered.Design.Steps;
  if (T == 1)
    return Error::success();
  StepState State;
  FusedSteps Pass;
  std::optional<ChainError> Problem = stateOf(Origin.K, *L.Iterate, State);
  if (!Problem)
    Problem = fuseSteps(State, T, L.Iterate->Steps % T != 0, Pass);
  if (Problem)
    return createStringError(placePrefix(Problem->Loc) + Problem->Message);
  Origin.Step = std::exchange(Origin.K, std::move(Pass.Kernel));
  Origin.Results = std::move(Pass.Results);
  return Error::success();
}

Expected<CoreOrigin> applyVariant(StreamKernel K, StringRef Text,
                                  const Launch &L) {
  Variant V;
  LoweredVariant Lowered;
  std::optional<VariantError> Problem = parseVariant(Text, V);
  if (!Problem)
    Problem = lowerVariant(V, K, L.Iterate, Lowered);
  CoreOrigin Origin;
  if (!Problem) {
    Origin.K = padded(std::move(K), Lowered.Positions);
    if (Error E = fuse(L, Lowered, Origin))
      return E;
    if (std::optional<std::string> Why =
            whyNotBuildable(Origin.K, Lowered.Design))
      Problem = {culprit(V, Origin.K, Lowered.Design), *Why};
    else if (std::optional<std::string> Why =
                 whyNotParallel(Origin.K, Lowered.Design))
      Problem = {culprit(V, Origin.K, Lowered.Design), *Why};
  }
  if (Problem)
    return createStringError(
        "variant '" + Text + "'" +
        (Problem->Column ? ", column " + Twine(Problem->Column) : "") + ": " +
        Problem->Message);
  Origin.Design = Lowered.Design;
  Origin.Variant = print(V);
  Origin.L = L;
  return Origin;
}

static std::string launchText(const CoreOrigin &O) {
  std::string Text =
      "format: roofline-launch\nversion: 1\nkernel: " + O.K.Name + "\n";
  auto AddSizes = [&](StringRef Key, const std::array<uint64_t, 3> &Sizes) {
    Text += (Key + ": [").str();
    for (unsigned D = 0; D < O.L.Dimensions; ++D)
      Text += (D ? ", " : "") + std::to_string(Sizes[D]);
    Text += "]\n";
  };
  for (const Stream &S : O.K.Temporaries)
    Text += (&S == &O.K.Temporaries.front() ? "temporaries: [" : ", ") +
            S.Name + (&S == &O.K.Temporaries.back() ? "]\n" : "");
  if (O.L.Dimensions)
    AddSizes("global", O.L.Global);
  if (O.L.Dimensions && O.L.Local)
    AddSizes("local", *O.L.Local);
  if (const auto &I = O.L.Iterate) {
    Text += "iterate: " + std::to_string(I->Steps) + "\n";
    for (const SwapPair &P : I->Swap)
      Text += (&P == &I->Swap.front() ? "swap: { " : ", ") + P.Read + ": " +
              P.Written + (&P == &I->Swap.back() ? " }\n" : "");
    if (I->SameBorders)
      Text += "borders: same\n";
  }
  const auto Arguments = argumentTexts(O.L);
  if (!Arguments.empty())
    Text += "args:\n";
  for (const auto &[Name, Value] : Arguments)
    Text += "  " + Name + ": " + Value + "\n";
  return Text;
}

/// Runs the steps of a pass by the original and puts what they leave where the
/// pass leaves it.
static Error runOriginalSteps(const Module &M, const CoreOrigin &Origin,
                              StreamMemory &Memory) {
  int64_t Steps = Origin.Design.Steps;
  for (const auto &[S, Bits] : zip_equal(Origin.K.Scalars, Memory.Scalars))
    if (S.Name == StepsScalar)
      Steps = int64_t(Bits);
  Expected<StreamMemory> After = afterSteps(M, Origin, Memory, Steps);
  if (!After)
    return After.takeError();
  for (const OutputStream &O : Origin.K.Outputs)
    Memory.find(O.Name)->Elements = After->find(O.Name)->Elements;
  for (const auto &[Field, Buffer] : Origin.Results)
    if (any_of(Origin.K.Outputs,
               [&, B = Buffer](const OutputStream &O) { return O.Name == B; }))
      Memory.find(Buffer)->Elements = After->find(Field)->Elements;
  return Error::success();
}

/// Runs the streams of a small launch against the original, on the data that
/// \p O gets.
static Error compareSmallLaunch(const Module &M, const CoreOrigin &Origin,
                                VerilogOptions &O) {
  O.Memory = Origin.Step ? memoryOfPass(Origin, O.Seed)
                         : randomMemory(Origin.K, O.Seed);
  StreamMemory Mapped = *O.Memory, Original = *O.Memory;
  evaluate(Origin.K, Mapped);
  if (Origin.Step) {
    if (Error E = runOriginalSteps(M, Origin, Original))
      return E;
  } else if (Error E = runOriginal(M, Origin.K, Origin.L, Original)) {
    return E;
  }
  if (auto Difference = firstDifference(Origin.K, Original, Mapped))
    return createStringError(
        "kernel '" + Origin.K.Name +
        "' as streams is not the original: " + *Difference);
  return Error::success();
}

/// Runs all passes against as many launches of the original, where the core
/// does them.
static Error compareAllPasses(const Module &M, const CoreOrigin &Origin,
                              VerilogOptions &O) {
  if (!O.Passes)
    return Error::success();
  Expected<PassesRun> Run = runAllPasses(M, Origin, *O.Passes, O.Seed);
  if (!Run)
    return Run.takeError();
  O.Run = std::move(*Run);
  return Error::success();
}

Expected<VerilogCore> makeCore(const Module &M, const CoreOrigin &Origin,
                               uint64_t Seed, StringRef RtlFolder,
                               bool WithTestbench) {
  VerilogOptions O;
  O.RtlFolder = RtlFolder;
  O.Variant = Origin.Variant;
  O.Seed = Seed;
  O.Masters = Origin.Masters;
  O.Cost = Origin.Cost;
  O.Testbench = WithTestbench;
  if (doesAllPasses(Origin)) {
    Expected<CorePasses> Passes = allPasses(Origin);
    if (!Passes)
      return Passes.takeError();
    O.Passes = std::move(*Passes);
  }
  if (WithTestbench) {
    if (Error E = compareSmallLaunch(M, Origin, O))
      return E;
    if (Error E = compareAllPasses(M, Origin, O))
      return E;
  } else if (!whyNotCompared(Origin.K)) {
    // Fused steps are the step by construction.
    if (Error E = compareLargeLaunch(M, Origin.Step ? *Origin.Step : Origin.K,
                                     Origin.L, Seed))
      return E;
  }
  Expected<VerilogCore> Core = emitVerilog(Origin.K, Origin.Design, O);
  if (!Core)
    return Core;
  std::string Ir;
  raw_string_ostream OS(Ir);
  M.print(OS, nullptr);
  Core->Files.push_back({"origin/kernel.ll", std::move(Ir)});
  Core->Files.push_back({"origin/launch.yaml", launchText(Origin)});
  Core->Files.push_back({"origin/variant.txt", Origin.Variant + "\n"});
  Core->Files.push_back(
      {"origin/kernel.streams.json",
       formatv("{0:2}\n", toJSON(std::vector<StreamKernel>{
                              Origin.Step ? *Origin.Step : Origin.K}))
           .str()});
  return Core;
}

Error writeFolder(StringRef Path, const std::vector<TextFile> &Files) {
  if (sys::fs::exists(Path))
    return createStringError(Path + ": exists; a core goes into a new folder");
  SmallString<128> Whole(Path);
  while (Whole.size() > 1 && sys::path::is_separator(Whole.back()))
    Whole.pop_back();
  SmallString<128> Part;
  auto CannotWrite = [&](std::error_code EC) {
    if (!Part.empty())
      sys::fs::remove_directories(Part);
    return createStringError(Path + ": " + EC.message());
  };
  sys::fs::createUniquePath(Whole + "-%%%%%%.tmp", Part, false);
  for (const TextFile &F : Files) {
    SmallString<128> Name(Part);
    sys::path::append(Name, F.Name);
    if (std::error_code EC =
            sys::fs::create_directories(sys::path::parent_path(Name)))
      return CannotWrite(EC);
    std::error_code EC;
    raw_fd_ostream OS(Name, EC);
    if (!EC)
      OS << F.Content, OS.close(), EC = OS.error();
    OS.clear_error();
    if (EC)
      return CannotWrite(EC);
  }
  if (std::error_code EC = sys::fs::rename(Part, Whole))
    return CannotWrite(EC);
  return Error::success();
}

/// Of core.json, where the core has any.
static Expected<std::optional<MemoryMasters>> readMasters(StringRef Folder) {
  std::string Path = (Folder + "/core.json").str();
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (!Buffer)
    return createStringError(Path + ": " + Buffer.getError().message() +
                             "; is this the folder of a core?");
  Expected<json::Value> Core = json::parse((*Buffer)->getBuffer());
  if (!Core)
    return createStringError(Path + ": " + toString(Core.takeError()));
  const json::Object *Object = Core->getAsObject();
  const json::Value *Memory = Object ? Object->get("memory") : nullptr;
  if (!Memory)
    return std::optional<MemoryMasters>();
  json::Path::Root Root("memory");
  json::ObjectMapper Map(*Memory, Root);
  MemoryMasters M;
  if (!Map || !Map.map("data_bits", M.DataBits) ||
      !Map.map("address_bits", M.AddressBits) ||
      !Map.map("burst_words", M.Burst) ||
      !Map.map("outstanding_bursts", M.Outstanding))
    return createStringError(Path + ": " + toString(Root.getError()));
  return M;
}

Expected<CoreOrigin> readOrigin(StringRef Folder, LLVMContext &Context,
                                std::unique_ptr<Module> &M) {
  std::string Origin = (Folder + "/origin/").str();
  auto Text = [&](StringRef Name) -> Expected<std::string> {
    auto Buffer = MemoryBuffer::getFile(Origin + Name, /*IsText=*/true);
    if (!Buffer)
      return createStringError(Origin + Name + ": " +
                               Buffer.getError().message() +
                               "; is this the folder of a core?");
    return (*Buffer)->getBuffer().str();
  };
  Expected<std::string> Json = Text("kernel.streams.json");
  if (!Json)
    return Json.takeError();
  Expected<std::string> Variant = Text("variant.txt");
  if (!Variant)
    return Variant.takeError();
  Expected<std::vector<StreamKernel>> Kernels =
      readStreamKernels(*Json, Origin + "kernel.streams.json");
  if (!Kernels)
    return Kernels.takeError();
  if (Kernels->size() != 1)
    return createStringError(Origin +
                             "kernel.streams.json: one kernel is expected");
  Expected<LaunchFile> Launch = loadLaunch(Origin + "launch.yaml");
  if (!Launch)
    return Launch.takeError();
  SMDiagnostic Problem;
  M = parseIRFile(Origin + "kernel.ll", Problem, Context);
  if (!M)
    return createStringError(Origin + "kernel.ll: " + Problem.getMessage());
  for (const std::string &Name : kernelsOfChain(Kernels->front().Name))
    if (!M->getFunction(Name))
      return createStringError(Origin + "kernel.ll: no kernel '" + Name + "'");
  Expected<std::optional<MemoryMasters>> Masters = readMasters(Folder);
  if (!Masters)
    return Masters.takeError();
  Expected<CoreOrigin> Read = applyVariant(
      std::move(Kernels->front()), StringRef(*Variant).trim(), Launch->L);
  if (Read)
    Read->Masters = *Masters;
  return Read;
}

} // namespace roofline
