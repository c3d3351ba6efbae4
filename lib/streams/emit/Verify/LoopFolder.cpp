// The folder of a core of loops with memories, and its proof.
#include "roofline/Verify/LoopFolder.h"

#include "ForeignVerilog.h"
#include "OriginFiles.h"
#include "Simulator.h"

#include "roofline/Codegen/LegalNames.h"
#include "roofline/Codegen/LoopCoreFile.h"
#include "roofline/LoopCore/ClockedControl.h"
#include "roofline/LoopCore/LoopNetlist.h"
#include "roofline/LoopCore/ProcessTimes.h"
#include "roofline/LoopCore/VerifyLoopNetlist.h"
#include "roofline/LoopForms/LoopRecognition.h"
#include "roofline/Loops/LoopPorts.h"
#include "roofline/Process/InputFile.h"
#include "roofline/Process/RunFolder.h"
#include "roofline/Verify/CoreFolder.h"
#include "roofline/Verify/RunOriginal.h"
#include "roofline/Verify/SynthesiseCore.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace roofline {

/// What runOriginal() asks of a stream kernel: a name, scalars, and the types
/// and sizes of buffers.
static StreamKernel interfaceOf(const LoopKernel &K,
                                const StreamMemory &Memory) {
  StreamKernel Interface;
  Interface.Name = K.Name;
  Interface.Scalars = K.Scalars;
  for (const LoopPort &P : K.Ports) {
    InputStream S;
    S.Name = P.Buffer;
    S.Type = K.Memories[P.Memory].Type;
    for (const StreamMemory::Buffer &B : Memory.Buffers)
      if (B.Name == P.Buffer)
        S.Window.Size[0] = int64_t(B.Elements.size());
    Interface.Space.Size[0] =
        std::max(Interface.Space.Size[0], S.Window.Size[0]);
    Interface.Inputs.push_back(std::move(S));
  }
  return Interface;
}

namespace {

/// A kernel with its schedule and a launch that was compared.
struct ComparedLoops {
  LoopKernel K;
  LoopSchedule S;
  LoopBench Bench;
};

} // namespace

/// Most cells times cycles of a netlist that is run while it is made.
constexpr uint64_t MaxNetlistWork = 10'000'000;

static Error compareNetlist(const ComparedLoops &C) {
  const Netlist N = loopNetlist(C.K, C.S, C.K.Name);
  if (auto Problem = checkNetlist(N))
    return createStringError("kernel '" + C.K.Name +
                             "': a malformed netlist: " + *Problem);
  if (N.Cells.size() * C.Bench.Cycles > MaxNetlistWork)
    return Error::success(); // verify runs its Verilog
  for (const std::optional<uint64_t> &Pauses :
       {std::optional<uint64_t>(), std::optional(C.Bench.Seed)})
    if (auto Problem = verifyLoopNetlist(C.K, N, C.Bench.Before, C.Bench.After,
                                         {Pauses, C.Bench.Cycles}))
      return createStringError("kernel '" + C.K.Name +
                               "': the core is not its loops: " + *Problem);
  return Error::success();
}

/// Data of \p Seed with which every address of \p K stays in its memory. An
/// address is made of an index and more, which takes its part.
static Expected<StreamMemory> plausibleData(const LoopKernel &K,
                                            uint64_t Seed) {
  constexpr unsigned MostShrink = 8;
  StreamMemory Data = randomLoopMemory(K, Seed);
  if (K.Contents.empty())
    return std::move(Data);
  for (unsigned Shrink = 1;; ++Shrink) {
    const LoopFacts Facts = factsOf(K, Data);
    if (!Facts.Problem)
      return std::move(Data);
    if (Shrink > MostShrink)
      return createStringError(*Facts.Problem);
    Data = randomLoopMemory(K, Seed, Shrink);
  }
}

/// Schedules \p K, and runs it on data of \p Seed.
static Expected<ComparedLoops> schedule(LoopKernel K, uint64_t Seed) {
  Expected<StreamMemory> Data = plausibleData(K, Seed);
  if (!Data)
    return Data.takeError();
  narrowLoops(K);
  if (auto Problem = checkLoopKernel(K))
    return createStringError("kernel '" + K.Name +
                             "' as loops is malformed: " + *Problem);
  ComparedLoops C;
  C.K = std::move(K);
  moveClockedControl(C.K);
  C.Bench.Seed = Seed;
  C.Bench.Before = std::move(*Data);
  const LoopFacts Facts = factsOf(C.K, C.Bench.Before);
  if (Facts.Problem)
    return createStringError(*Facts.Problem);
  C.S = scheduleLoops(C.K, Facts);
  C.Bench.After = C.Bench.Before;
  const LoopLog Log = evaluate(C.K, C.Bench.After);
  C.Bench.Cycles = numProcesses(C.K) > 1 ? fitChannels(C.K, C.S, C.Bench.Before)
                                         : cyclesOf(C.K, C.S, Log);
  return std::move(C);
}

/// Runs the original on the data of \p C, which has what the loops leave.
static Error compareOriginal(const Module &M, const Launch &L,
                             ComparedLoops &C) {
  StreamMemory Original = C.Bench.Before;
  const StreamKernel Interface = interfaceOf(C.K, C.Bench.Before);
  if (Error E = runOriginal(M, Interface, L, Original))
    return E;
  if (auto Difference = firstDifference(Interface, Original, C.Bench.After))
    return createStringError("kernel '" + C.K.Name +
                             "' as loops is not the original: " + *Difference);
  C.Bench.After = std::move(Original);
  return Error::success();
}

Expected<LoopLaunch> priceLoopCore(const Module &M, StringRef Kernel,
                                   const Launch &L, const CostModel *Costs) {
  Expected<LoopKernel> K = recognizeLoops(M, Kernel, L);
  if (!K)
    return K.takeError();
  constexpr uint64_t AnySeed = 1;
  Expected<ComparedLoops> C = schedule(std::move(*K), AnySeed);
  if (!C)
    return C.takeError();
  LoopLaunch Launch;
  Launch.Cycles = C->Bench.Cycles;
  Launch.IsTimedByData = isTimedByData(C->K);
  if (Costs)
    Launch.Core = priceNetlist(*Costs, loopNetlist(C->K, C->S, C->K.Name));
  else
    Launch.Core.Path.Unknowns.push_back("any cell: no cost file is named");
  for (const LoopPort &P : C->K.Ports)
    Launch.Bytes +=
        double(P.elements()) * C->K.Memories[P.Memory].Type.Bits / 8;
  return std::move(Launch);
}

Expected<LoopCore> makeLoopCore(const Module &M, StringRef Kernel,
                                const Launch &L, uint64_t Seed, LoopOptions O) {
  Expected<LoopKernel> K = recognizeLoops(M, Kernel, L);
  if (!K)
    return K.takeError();
  Expected<ComparedLoops> C = schedule(std::move(*K), Seed);
  if (!C)
    return C.takeError();
  if (Error E = compareOriginal(M, L, *C))
    return std::move(E);
  if (Error E = compareNetlist(*C))
    return std::move(E);
  if (O.Name.empty())
    O.Name = VerilogNames().legal(C->K.Name);
  Expected<LoopCore> Core = emitLoops(C->K, C->S, C->Bench, O);
  if (!Core)
    return Core;
  for (TextFile &F :
       originFiles(M, interfaceOf(C->K, C->Bench.Before), L, "loops"))
    if (!StringRef(F.Name).ends_with(".json"))
      Core->Files.push_back(std::move(F));
  return Core;
}

/// What describes the core in \p Folder.
static Expected<LoopCoreFile> readLoops(StringRef Folder) {
  const std::string Path = (Folder + "/loops.json").str();
  auto Text = readInput(Path);
  if (!Text)
    return createStringError(Path + ": " + Text.getError().message());
  Expected<LoopCoreFile> File = readLoopCoreFile((*Text)->getBuffer(), Path);
  if (!File)
    return File;
  const StringRef Name = File->Name;
  if (Name.empty() ||
      !all_of(Name, [](char C) { return isAlnum(C) || C == '_'; }))
    return createStringError(Path + ": no name of a module");
  return File;
}

bool isLoopFolder(StringRef Folder) {
  return sys::fs::exists(Folder + "/loops.json");
}

namespace {

/// Runs the Verilog of a folder on launches of the original.
class LoopVerifier {
public:
  LoopVerifier(StringRef Folder, const VerifyOptions &O)
      : Folder(Folder), O(O) {}
  Expected<Verification> run();

private:
  StringRef Folder;
  const VerifyOptions &O;
  RunFolder Work{"roofline-verify"};
  std::vector<std::string> Sources;
  Verification V;

  Error writeSources(StringRef Name);
  Error simulate(const Simulator &With, const VerilogCore &Core, uint64_t Seed);
  void synthesise(const LoopCore &Core);
};

Error LoopVerifier::writeSources(StringRef Name) {
  Expected<std::vector<TextFile>> Files = readForeignVerilog(Folder, Name);
  if (!Files)
    return Files.takeError();
  for (const TextFile &F : *Files) {
    if (!StringRef(F.Name).ends_with(".v"))
      continue;
    Sources.push_back("core/" + F.Name);
    if (Error E = writeFile(Work.path(), {Sources.back(), F.Content}))
      return E;
  }
  llvm::sort(Sources);
  return Error::success();
}

Error LoopVerifier::simulate(const Simulator &With, const VerilogCore &Core,
                             uint64_t Seed) {
  std::vector<std::string> All = Sources;
  for (const TextFile &F : Core.Files)
    if (StringRef(F.Name).starts_with("tb/")) {
      if (Error E = writeFile(Work.path(), F))
        return E;
      if (StringRef(F.Name).ends_with(".v"))
        All.push_back(F.Name);
    }
  if (Error E = With.build(Core.Name + "_tb", All, Work.path()))
    return E;
  Expected<Outcome> Ran = With.run(Core.Name + "_tb", Seed, Work.path());
  if (!Ran)
    return Ran.takeError();
  StringRef Output = Ran->Output;
  int64_t Cycles = 0;
  if (size_t At = Output.find("cycles "); At != StringRef::npos)
    Output.drop_front(At + 7).ltrim().consumeInteger(10, Cycles);
  if (V.Launches == 0 || Cycles != Core.Cycles) {
    V.Cycles = Cycles;
    V.PredictedCycles = Core.Cycles;
  }
  if (Ran->Code || !Output.contains("PASS"))
    V.Failure = "seed " + std::to_string(Seed) + ": " + lastLines(Output);
  V.Launches += 2;
  return Error::success();
}

/// Synthesises the folder's Verilog beside what is predicted.
void LoopVerifier::synthesise(const LoopCore &Core) {
  if (O.Target.empty())
    return;
  if (O.Progress)
    O.Progress("yosys synthesises");
  std::vector<std::string> Paths;
  for (const std::string &Source : Sources)
    Paths.push_back(Work.file(Source));
  V.Need = synthesiseNetlist(
      Core.Words, Paths, Core.Name,
      {.Target = O.Target, .Costs = O.Costs, .Kept = O.KeptSynthesis});
}

Expected<Verification> LoopVerifier::run() {
  if (std::error_code EC = Work.error())
    return createStringError("a temporary folder: " + EC.message());
  Expected<LoopCoreFile> File = readLoops(Folder);
  if (!File)
    return File.takeError();
  LLVMContext Context;
  Expected<OriginLaunch> Origin = readOriginLaunch(Folder, Context);
  if (!Origin)
    return Origin.takeError();
  V.Kernel = Origin->Kernel;
  V.Variant = "loops";
  if (Error E = writeSources(File->Name))
    return std::move(E);
  // Icarus starts at once; a core of loops is small.
  Expected<Simulator> With =
      Simulator::find(O.With.value_or(SimulatorKind::Icarus));
  if (!With)
    return With.takeError();
  for (uint64_t Seed : O.Seeds) {
    Expected<LoopCore> Core =
        makeLoopCore(*Origin->M, Origin->Kernel, Origin->L, Seed,
                     {File->Name, O.RtlFolder, nullptr});
    if (!Core)
      return Core.takeError();
    if (Error E = simulate(*With, *Core, Seed))
      return std::move(E);
    if (V.Failure)
      break;
    if (Seed == O.Seeds.front())
      synthesise(*Core);
  }
  V.SimulatorVersion = With->version(Work.path());
  return std::move(V);
}

} // namespace

Expected<Verification> verifyLoopCore(StringRef Folder,
                                      const VerifyOptions &O) {
  return LoopVerifier(Folder, O).run();
}

} // namespace roofline
