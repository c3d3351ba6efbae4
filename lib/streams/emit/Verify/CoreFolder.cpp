// The folder of an emitted core.
#include "roofline/Verify/CoreFolder.h"

#include "AllPasses.h"
#include "OriginFiles.h"
#include "WholeLoop.h"

#include "roofline/Canonical/ErrorAt.h"
#include "roofline/Codegen/CoreFile.h"
#include "roofline/Core/CutStages.h"
#include "roofline/Core/SizeForms.h"
#include "roofline/Core/StreamDesignCheck.h"
#include "roofline/Core/StreamUnits.h"
#include "roofline/Process/InputFile.h"
#include "roofline/Steps/LowerVariant.h"
#include "roofline/Steps/StreamIterate.h"
#include "roofline/Stream/RingSeams.h"
#include "roofline/Verify/LargeLaunch.h"
#include "roofline/Verify/RunOriginal.h"
#include "roofline/Verify/SizedCore.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <set>

using namespace llvm;

namespace roofline {

/// The column of what in \p V makes \p D, which cannot be built.
static unsigned culprit(const Variant &V, const StreamKernel &K,
                        StreamDesign D) {
  auto RuleOf = [&](ShapeRule::Kind Kind) {
    auto It = find_if(V.Rules, [&](const ShapeRule &R) { return R.K == Kind; });
    return It == V.Rules.end() ? V.Maps.front().Column : It->Column;
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
  const StreamDesign &D = Lowered.Design;
  if (D.Steps == 1 && !D.isBlocked() && !D.isTiled()) {
    if (!L.Iterate)
      return Error::success();
    if (StreamKernel Split = withRingSeams(Origin.K); Split != Origin.K) {
      Origin.Step = std::exchange(Origin.K, std::move(Split));
      Origin.Results = turnsOf(L.Iterate->Swap);
    }
    return Error::success();
  }
  StencilPass Pass;
  std::optional<ChainError> Problem =
      passOf(Origin.K, *L.Iterate, D, L.Iterate->Steps % D.Steps != 0, Pass);
  if (!Problem && D.isTiled())
    Problem = tilesOf(Origin.K, *L.Iterate, D, Origin.Network.emplace());
  if (Problem)
    return errorAt(Problem->Loc, Problem->Message);
  Origin.Step = std::exchange(Origin.K, std::move(Pass.Kernel));
  Origin.Results = std::move(Pass.Results);
  Origin.Places = std::move(Pass.Places);
  return Error::success();
}

static void cutStages(uint32_t Bits, CoreOrigin &Origin) {
  Origin.K = roofline::cutStages(Origin.K, Bits);
  if (Origin.Network)
    for (StreamKernel &Shape : Origin.Network->Shapes)
      Shape = roofline::cutStages(Shape, Bits);
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
    Origin.K = Lowered.Design.isBlocked()
                   ? std::move(K)
                   : padded(std::move(K), Lowered.Positions);
    if (Error E = fuse(L, Lowered, Origin))
      return E;
    if (V.StageBits)
      cutStages(V.StageBits, Origin);
    if (std::optional<std::string> Why =
            whyNotBuildable(Origin.K, Lowered.Design))
      Problem = {culprit(V, Origin.K, Lowered.Design), *Why};
    else if (std::optional<std::string> Why =
                 whyNotParallel(Origin.K, Lowered.Design))
      Problem = {culprit(V, Origin.K, Lowered.Design), *Why};
  }
  if (Problem)
    return variantError(Text, *Problem);
  Origin.Design = Lowered.Design;
  Origin.Variant = print(V);
  Origin.L = L;
  return Origin;
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

/// Runs the blocks of a pass one after another.
static void evaluateBlocks(const CoreOrigin &Origin, StreamMemory &Memory) {
  for (size_t I = 0; I < numBlocks(Origin.Places); ++I) {
    StreamKernel Block = Origin.K;
    for (InputStream &S : Block.Inputs)
      S.FirstElement += blockOffset(S, Origin.Places, I);
    for (OutputStream &S : Block.Outputs)
      S.FirstElement += blockOffset(S, Origin.Places, I);
    setBlockScalars(Block, Origin.Places, I, Memory.Scalars);
    evaluate(Block, Memory);
  }
}

/// \p Memory as the core sees it when it does block \p Number.
static StreamMemory memoryOfBlock(const CoreOrigin &Origin, StreamMemory Memory,
                                  size_t Number) {
  setBlockScalars(Origin.K, Origin.Places, Number, Memory.Scalars);
  std::set<std::string> Moved;
  auto Move = [&](const Stream &S) {
    std::vector<uint64_t> &Of = Memory.find(S.Name)->Elements;
    if (Moved.insert(S.Name).second)
      Of.erase(Of.begin(),
               Of.begin() +
                   ptrdiff_t(std::min<uint64_t>(
                       Of.size(), blockOffset(S, Origin.Places, Number))));
  };
  for_each(Origin.K.Inputs, Move);
  for_each(Origin.K.Outputs, Move);
  return Memory;
}

/// Runs the streams of a small launch against the original, on the data that
/// \p O gets.
static Error compareSmallLaunch(const Module &M, const CoreOrigin &Origin,
                                VerilogOptions &O) {
  O.Memory = Origin.Step ? memoryOfPass(Origin, O.Seed)
                         : randomMemory(Origin.K, O.Seed);
  StreamMemory Mapped = *O.Memory, Original = *O.Memory;
  if (Origin.Places[0].empty()) // another order of sums is a promise
    evaluate(inOrder(Origin.K), Mapped);
  else
    evaluateBlocks(Origin, Mapped);
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
  if (!Origin.Places[0].empty())
    *O.Memory = memoryOfBlock(Origin, std::move(*O.Memory),
                              (O.Seed * 0x9e3779b97f4a7c15 >> 32) %
                                  numBlocks(Origin.Places));
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

/// Options to emit the core of \p Origin with, but for data to test it on.
static Expected<VerilogOptions> verilogOptions(const CoreOrigin &Origin,
                                               StringRef RtlFolder) {
  if (Error E = checkVerilog(Origin.K, Origin.Design, Origin.Masters))
    return E;
  VerilogOptions O;
  O.RtlFolder = RtlFolder;
  O.Variant = Origin.Variant;
  O.Name = Origin.Name;
  O.Masters = Origin.Masters;
  O.Cost = Origin.Cost;
  O.Testbench = false;
  if (Origin.Step)
    O.Pass = {Origin.L.Iterate->Steps, Origin.Design.Steps, Origin.Results,
              Origin.Places};
  if (Origin.Network) {
    std::optional<NetworkSchedule> S =
        scheduleNetwork(*Origin.Network, Origin.Design);
    if (!S)
      return createStringError("kernel '" + Origin.K.Name +
                               "': a pass of more than 2^32 steps of tiles");
    O.Network = {*Origin.Network, std::move(*S), Origin.Results};
  }
  if (doesAllPasses(Origin)) {
    Expected<CorePasses> Passes = allPasses(Origin);
    if (!Passes)
      return Passes.takeError();
    O.Passes = std::move(*Passes);
  }
  return O;
}

Error runLaunch(const Module &M, const CoreOrigin &Origin,
                StreamMemory &Memory) {
  StreamMemory Streams = Memory;
  if (Error E = runOriginal(M, Origin.K, Origin.L, Memory))
    return E;
  if (mostPartials(Origin.K) == 1)
    return Error::success();
  evaluate(Origin.K, Streams);
  for (const Reduction &R : Origin.K.results())
    Memory.find(R.Name)->Elements[R.Element] =
        Streams.find(R.Name)->Elements[R.Element];
  return Error::success();
}

Expected<LaunchData> launchData(const Module &M, const CoreOrigin &Origin,
                                uint64_t Seed, std::optional<PassCount> Count) {
  LaunchData Data;
  if (!doesAllPasses(Origin)) {
    Data.Before = Data.After = randomMemory(Origin.K, Seed);
    if (Error E = runLaunch(M, Origin, Data.After))
      return E;
    return Data;
  }
  Expected<CorePasses> Passes = allPasses(Origin);
  if (!Passes)
    return Passes.takeError();
  if (Count) {
    Passes->Passes = Count->Passes;
    Passes->LastSteps = Count->LastSteps;
  }
  Data.Before = memoryOfPass(Origin, Seed);
  Expected<StreamMemory> Fields =
      afterSteps(M, Origin, Data.Before, Passes->steps());
  if (!Fields)
    return Fields.takeError();
  Data.After = *Fields;
  erase_if(Data.After.Buffers, [&](const StreamMemory::Buffer &B) {
    return Passes->Turns.count(B.Name) &&
           none_of(Passes->Fields, [&](const std::string &Field) {
             return holderOf(*Passes, Field) == B.Name;
           });
  });
  for (const std::string &Field : Passes->Fields)
    if (auto *Holder = Data.After.find(holderOf(*Passes, Field)))
      Holder->Elements = Fields->find(Field)->Elements;
  return Data;
}

Expected<VerilogCore> emitWithoutBench(const CoreOrigin &Origin,
                                       StringRef RtlFolder) {
  Expected<VerilogOptions> O = verilogOptions(Origin, RtlFolder);
  if (!O)
    return O.takeError();
  return emitVerilog(Origin.K, Origin.Design, *O);
}

/// Compares the launch \p Origin a core, small or large.
static Error compareLaunch(const Module &M, const CoreOrigin &Origin,
                           VerilogOptions &O) {
  if (!isLargeLaunch(Origin.K))
    return compareSmallLaunch(M, Origin, O);
  if (whyNotCompared(Origin.K))
    return Error::success();
  return compareLargeLaunch(M, Origin.K, Origin.L, O.Seed);
}

/// Compares the launches of several values that a core takes at run time. The
/// last one, a small launch, is the testbench's.
static Error compareSizes(const Module &M, const CoreOrigin &Origin,
                          VerilogOptions &O) {
  Expected<SizedCore> Sized = SizedCore::of(M, Origin);
  if (!Sized)
    return Sized.takeError();
  O.Sizes = Sized->ranges();
  constexpr size_t Smaller = 3;
  constexpr int64_t Positions = int64_t(1) << 14;
  std::vector<std::vector<int64_t>> All =
      Sized->samples(Smaller, Positions, O.Seed);
  const auto &Most = Origin.K.Sizes[0].Values;
  All.insert(isLargeLaunch(Origin.K) ? All.begin() : All.end(), Most);
  for (const std::vector<int64_t> &Values : All) {
    Expected<CoreOrigin> One = Sized->at(Values);
    if (!One)
      return One.takeError();
    if (Error E = compareLaunch(M, *One, O))
      return createStringError("for " + sizesText(Origin.K, Values) + ": " +
                               toString(std::move(E)));
    O.BenchKernel = std::move(One->K);
  }
  return Error::success();
}

Expected<VerilogCore> makeCore(const Module &M, const CoreOrigin &Origin,
                               uint64_t Seed, StringRef RtlFolder,
                               bool WithTestbench) {
  // Before the launches that are compared: it refuses what is no core.
  Expected<VerilogOptions> O = verilogOptions(Origin, RtlFolder);
  if (!O)
    return O.takeError();
  O->Seed = Seed;
  O->Testbench = WithTestbench;
  if (!Origin.K.Sizes.empty()) {
    if (Error E = compareSizes(M, Origin, *O))
      return E;
  } else if (WithTestbench) {
    if (Error E = compareSmallLaunch(M, Origin, *O))
      return E;
    if (Error E = compareAllPasses(M, Origin, *O))
      return E;
    if (Error E = compareWholeLoop(M, Origin.Step ? *Origin.Step : Origin.K,
                                   Origin.L, Seed))
      return E;
  } else if (!whyNotCompared(Origin.K)) {
    // Fused steps are the step by construction.
    if (Error E = compareLargeLaunch(M, Origin.Step ? *Origin.Step : Origin.K,
                                     Origin.L, Seed))
      return E;
  }
  Expected<VerilogCore> Core = emitVerilog(Origin.K, Origin.Design, *O);
  if (!Core)
    return Core;
  for (TextFile &F : originFiles(M, Origin.Step ? *Origin.Step : Origin.K,
                                 Origin.L, Origin.Variant))
    Core->Files.push_back(std::move(F));
  return Core;
}

Error writeFile(StringRef Folder, const TextFile &F) {
  SmallString<128> Path(Folder);
  sys::path::append(Path, F.Name);
  sys::fs::create_directories(sys::path::parent_path(Path));
  std::error_code EC;
  {
    raw_fd_ostream OS(Path, EC);
    if (!EC)
      OS << F.Content, OS.close(), EC = OS.error();
    OS.clear_error();
  }
  return EC ? createStringError(Path + ": " + EC.message()) : Error::success();
}

Expected<std::vector<std::string>> writeVerilog(const VerilogCore &Core,
                                                StringRef Folder) {
  std::vector<std::string> Paths;
  for (const TextFile &F : Core.Files) {
    if (!StringRef(F.Name).ends_with(".v") ||
        StringRef(F.Name).starts_with("tb/"))
      continue;
    if (Error E = writeFile(Folder, F))
      return E;
    SmallString<128> Path(Folder);
    sys::path::append(Path, F.Name);
    Paths.push_back(Path.str().str());
  }
  llvm::sort(Paths);
  return Paths;
}

static Error alreadyExists(StringRef Path, StringRef What) {
  return createStringError(Path + ": exists; a " + What +
                           " goes into a new folder");
}

static StringRef withoutSeparators(StringRef Path) {
  while (Path.size() > 1 && sys::path::is_separator(Path.back()))
    Path = Path.drop_back();
  return Path;
}

Error checkNewFolder(StringRef Path, StringRef What) {
  if (sys::fs::exists(Path))
    return alreadyExists(Path, What);
  // The folders around are made, too, below the first one that is there.
  StringRef Around = sys::path::parent_path(withoutSeparators(Path));
  while (!Around.empty() && !sys::fs::exists(Around))
    Around = sys::path::parent_path(Around);
  SmallString<128> Trial(Around); // no createUniquePath(): it reads names, too
  sys::path::append(Trial,
                    "roofline-" + Twine(sys::Process::getProcessId()) + ".tmp");
  std::error_code EC = sys::fs::create_directory(Trial, false);
  if (!EC)
    EC = sys::fs::remove(Trial);
  return EC ? createStringError(Path + ": " + EC.message()) : Error::success();
}

Error writeFolder(StringRef Path, const std::vector<TextFile> &Files) {
  if (sys::fs::exists(Path))
    return alreadyExists(Path, "core");
  const StringRef Whole = withoutSeparators(Path);
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

static Expected<CoreFile> readCoreFileOf(StringRef Folder) {
  std::string Path = (Folder + "/core.json").str();
  auto Buffer = readInput(Path);
  if (!Buffer)
    return createStringError(Path + ": " + Buffer.getError().message() +
                             "; is this the folder of a core?");
  return readCoreFile((*Buffer)->getBuffer(), Path);
}

/// A name that reaches command lines and scripts as one word.
static bool isModuleName(StringRef Name) {
  return !Name.empty() && isAlpha(Name.front()) &&
         all_of(Name, [](char C) { return isAlnum(C) || C == '_'; });
}

Expected<CoreOrigin> readOrigin(StringRef Folder, LLVMContext &Context,
                                std::unique_ptr<Module> &M) {
  Expected<OriginFiles> Files = readOriginFiles(Folder, "a core", Context);
  if (!Files)
    return Files.takeError();
  Expected<CoreFile> Core = readCoreFileOf(Folder);
  if (!Core)
    return Core.takeError();
  M = std::move(Files->M);
  Expected<CoreOrigin> Read =
      applyVariant(std::move(Files->K), Files->Variant, Files->L);
  if (!Read)
    return Read;
  Read->Design.Delays = Core->Design.Delays;
  if (Core->Memory)
    Read->Masters = Core->Memory->Bus;
  Read->Name = innerName(*Core);
  if (!isModuleName(Read->Name))
    return createStringError(Folder + "/core.json: '" + Read->Name +
                             "' is no name of a module");
  return Read;
}

} // namespace roofline
