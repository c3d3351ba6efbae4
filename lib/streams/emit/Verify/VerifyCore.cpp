// Simulates and synthesises an emitted core, beside its predictions.
#include "roofline/Verify/VerifyCore.h"

#include "ForeignVerilog.h"
#include "Simulator.h"

#include "roofline/Core/SizeForms.h"
#include "roofline/Core/StreamSchedule.h"
#include "roofline/Process/RunFolder.h"
#include "roofline/Verify/CoreFolder.h"
#include "roofline/Verify/LargeLaunch.h"
#include "roofline/Verify/RunOriginal.h"
#include "roofline/Verify/SizedCore.h"
#include "roofline/Verify/SynthesiseCore.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <future>

using namespace llvm;

namespace roofline {
namespace {

class Verifier {
public:
  Verifier(const Module &M, CoreOrigin Origin, const VerifyOptions &O)
      : M(M), Origin(std::move(Origin)), O(O) {}
  /// Takes the Verilog \p Files, or without any what is emitted now.
  Expected<Verification> run(const std::vector<TextFile> &Files);

private:
  Expected<Simulator> chooseSimulator(const VerilogCore &Core) const;
  Error build(const Simulator &With, const VerilogCore &Core);
  Error simulate(const Simulator &With, const VerilogCore &Core);
  /// A launch of \p Origin on data of Seed.
  struct Run {
    const CoreOrigin &Origin;
    uint64_t Seed;
  };
  std::vector<Run> Runs;
  std::vector<CoreOrigin> Sized; ///< the core of constant sizes, for several
  Error addRuns();
  Error writeBench(const Run &R, VerilogCore &Core);
  Error writeSources(const std::vector<TextFile> &Files);
  /// Without and with back-pressure; masters also with error responses.
  unsigned launchesOfSeed() const { return Origin.Masters ? 3 : 2; }
  void tell(const Twine &What) const {
    if (O.Progress)
      O.Progress(What.str());
  }

  const Module &M;
  CoreOrigin Origin;
  const VerifyOptions &O;
  std::vector<std::string> Sources; ///< below Work, by plain names
  RunFolder Work{"roofline-verify"};
  Verification V;
};

} // namespace

static std::vector<std::string> pathsOf(ArrayRef<std::string> Names,
                                        const RunFolder &Work) {
  std::vector<std::string> Paths;
  for (const std::string &Name : Names)
    Paths.push_back(Work.file(Name));
  return Paths;
}

/// The testbench's own Verilog.
static std::string benchOf(const VerilogCore &Core) {
  std::string Text;
  for (const TextFile &F : Core.Files)
    if (StringRef(F.Name).starts_with("tb/") &&
        StringRef(F.Name).ends_with(".v"))
      Text += F.Content;
  return Text;
}

/// A launch for each seed; of sizes at run time the greatest ones, where that
/// can be simulated, the least ones, and others.
Error Verifier::addRuns() {
  if (Origin.K.Sizes.empty()) {
    for (uint64_t Seed : O.Seeds)
      Runs.push_back({Origin, Seed});
    return Error::success();
  }
  Expected<SizedCore> Core = SizedCore::of(M, Origin);
  if (!Core)
    return Core.takeError();
  constexpr size_t Least = 4;
  std::vector<std::vector<int64_t>> All = Core->samples(
      std::max(Least, O.Seeds.size()), MaxSmallLaunch / 4, O.Seeds.front());
  if (!isLargeLaunch(Origin.K))
    All.insert(All.begin(), Origin.K.Sizes[0].Values);
  if (All.empty())
    return createStringError("kernel '" + Origin.K.Name +
                             "': no launch is small enough to be simulated");
  for (const std::vector<int64_t> &Values : All) {
    Expected<CoreOrigin> One = Core->at(Values);
    if (!One)
      return One.takeError();
    Sized.push_back(std::move(*One));
    V.Sizes.push_back(sizesText(Origin.K, Values));
  }
  for (size_t I = 0; I < Sized.size(); ++I)
    Runs.push_back({Sized[I], O.Seeds[I % O.Seeds.size()]});
  return Error::success();
}

/// The testbench of a launch, whose expected output is the original's.
Error Verifier::writeBench(const Run &R, VerilogCore &Core) {
  Expected<VerilogCore> Made = makeCore(M, R.Origin, R.Seed, O.RtlFolder);
  if (!Made)
    return Made.takeError();
  Core = std::move(*Made);
  for (const TextFile &F : Core.Files)
    if (StringRef(F.Name).starts_with("tb/"))
      if (Error E = writeFile(Work.path(), F))
        return E;
  return Error::success();
}

/// Writes the core's Verilog of \p Files into the run folder.
Error Verifier::writeSources(const std::vector<TextFile> &Files) {
  constexpr StringLiteral Below = "core/";
  for (const TextFile &F : Files) {
    if (!StringRef(F.Name).ends_with(".v") ||
        StringRef(F.Name).starts_with("tb/"))
      continue;
    Sources.push_back(Below.str() + F.Name);
    if (Error E = writeFile(Work.path(), {Sources.back(), F.Content}))
      return E;
  }
  llvm::sort(Sources);
  return Error::success();
}

/// The simulator that is asked for; else the faster one of those that are
/// there.
Expected<Simulator> Verifier::chooseSimulator(const VerilogCore &Core) const {
  if (O.With)
    return Simulator::find(*O.With);
  const SimulatorKind Faster =
      fasterSimulator(Origin.K, Origin.Design, Core.BenchCycles,
                      launchesOfSeed() * Runs.size());
  const SimulatorKind Other = Faster == SimulatorKind::Icarus
                                  ? SimulatorKind::Verilator
                                  : SimulatorKind::Icarus;
  for (SimulatorKind Kind : {Faster, Other}) {
    Expected<Simulator> Found = Simulator::find(Kind);
    if (Found)
      return Found;
    consumeError(Found.takeError());
  }
  return Simulator::find(
      SimulatorKind::Verilator); // which says what to install
}

Error Verifier::build(const Simulator &With, const VerilogCore &Core) {
  tell(With.name() + " builds the core");
  std::vector<std::string> All = Sources;
  for (const TextFile &F : Core.Files)
    if (StringRef(F.Name).starts_with("tb/") &&
        StringRef(F.Name).ends_with(".v"))
      All.push_back(F.Name);
  return With.build(Core.Name + "_tb", All, Work.path());
}

Error Verifier::simulate(const Simulator &With, const VerilogCore &Core) {
  std::string Built = benchOf(Core);
  for (size_t I = 0; I < Runs.size(); ++I) {
    VerilogCore Again;
    const bool IsFirst = I == 0;
    const uint64_t Seed = Runs[I].Seed;
    const std::string Which = (V.Sizes.empty() ? "" : V.Sizes[I] + ", ") +
                              "seed " + std::to_string(Seed);
    if (!IsFirst) {
      if (Error E = writeBench(Runs[I], Again))
        return E;
      // Scalars and sums stand in the testbench itself.
      if (std::string Bench = benchOf(Again); Bench != Built) {
        if (Error E = build(With, Again))
          return E;
        Built = std::move(Bench);
      }
    }
    tell("simulation, " + Which);
    Expected<Outcome> Ran = With.run(Core.Name + "_tb", Seed, Work.path());
    if (!Ran)
      return Ran.takeError();
    StringRef Output = Ran->Output;
    size_t At = Output.find("cycles ");
    int64_t Cycles = 0;
    if (At != StringRef::npos)
      Output.drop_front(At + 7).ltrim().consumeInteger(10, Cycles);
    const int64_t Predicted = (IsFirst ? Core : Again).BenchCycles;
    if (!IsFirst && Predicted == V.PredictedCycles && Cycles != V.Cycles)
      V.Failure = "cycles differ from one launch to the next";
    if (IsFirst || Cycles != Predicted) { // the ones that are told
      V.Cycles = Cycles;
      V.PredictedCycles = Predicted;
    }
    if (Ran->Code || !Output.contains("PASS")) {
      V.Failure = Which + ": " + lastLines(Output);
      return Error::success();
    }
    V.Launches += launchesOfSeed();
  }
  return Error::success();
}

Error checkSimulated(const StreamKernel &K, StringRef What) {
  const int64_t Positions = K.Space.volume();
  if (Positions <= MaxSimulatedLaunch || !K.Sizes.empty())
    return Error::success();
  return createStringError(
      What + ": a launch of " + Twine(Positions) + " positions; up to " +
      Twine(MaxSimulatedLaunch) +
      " are simulated. Emit the kernel for fewer rows and verify "
      "that: counters and constants are all that differs");
}

Expected<Verification> Verifier::run(const std::vector<TextFile> &Files) {
  if (std::error_code EC = Work.error())
    return createStringError("a temporary folder: " + EC.message());
  V.Kernel = Origin.K.Name;
  V.Variant = Origin.Variant;
  V.Partials = mostPartials(Origin.K);
  VerilogCore Core;
  if (Error E = addRuns())
    return E;
  if (Error E = writeBench(Runs.front(), Core))
    return E;
  std::optional<VerilogCore> Whole;
  if (Files.empty() && !Sized.empty()) {
    Expected<VerilogCore> Emitted = emitWithoutBench(Origin, O.RtlFolder);
    if (!Emitted)
      return Emitted.takeError();
    Whole = std::move(*Emitted);
  }
  if (Error E = writeSources(!Files.empty() ? Files
                             : Whole        ? Whole->Files
                                            : Core.Files))
    return E;
  V.PredictedCycles = Core.BenchCycles;
  Expected<Simulator> With = chooseSimulator(Core);
  if (!With)
    return With.takeError();
  tell(O.Target.empty() ? "" : "yosys synthesises beside the simulation");
  std::future<void> Synthesis = std::async(std::launch::async, [&] {
    if (!O.Target.empty())
      V.Need = synthesiseCore(
          Origin, pathsOf(Sources, Work), Core.Name,
          {.Target = O.Target, .Costs = O.Costs, .Kept = O.KeptSynthesis});
  });
  Error E = build(*With, Core);
  if (!E)
    E = simulate(*With, Core);
  Synthesis.wait();
  if (E)
    return E;
  V.SimulatorVersion = With->version(Work.path());
  return std::move(V);
}

Expected<Verification> verifyCore(StringRef Folder, const VerifyOptions &O) {
  LLVMContext Context;
  std::unique_ptr<Module> M;
  Expected<CoreOrigin> Origin = readOrigin(Folder, Context, M);
  if (!Origin)
    return Origin.takeError();
  if (Error E = checkSimulated(Origin->K, Folder))
    return E;
  Expected<std::vector<TextFile>> Files =
      readForeignVerilog(Folder, Origin->Name);
  if (!Files)
    return Files.takeError();
  return Verifier(*M, std::move(*Origin), O).run(*Files);
}

Expected<Verification> verifyCore(const Module &M, CoreOrigin Origin,
                                  const VerifyOptions &O) {
  if (Error E = checkSimulated(Origin.K, "kernel '" + Origin.K.Name + "'"))
    return E;
  return Verifier(M, std::move(Origin), O).run({});
}

} // namespace roofline
