// Command lines of the simulators, and the choice between them.
#include "Simulator.h"

#include "roofline/Core/StreamUnits.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace roofline {

Expected<Simulator> Simulator::find(SimulatorKind Kind) {
  const bool IsIcarus = Kind == SimulatorKind::Icarus;
  Simulator S;
  S.Kind = Kind;
  S.Name = IsIcarus ? "iverilog" : "verilator";
  Expected<std::string> Compiler = toolOf(S.Name);
  if (!Compiler)
    return Compiler.takeError();
  S.Compiler = *Compiler;
  // verilator runs make and g++ itself.
  const std::vector<StringRef> Others =
      IsIcarus ? std::vector<StringRef>{"vvp"}
               : std::vector<StringRef>{"make", "g++"};
  for (StringRef Needed : Others) {
    Expected<std::string> Tool = toolOf(Needed, IsIcarus ? S.Name : "");
    if (!Tool)
      return Tool.takeError();
    S.Runner = *Tool;
  }
  return S;
}

Error Simulator::build(StringRef Top, ArrayRef<std::string> Sources,
                       StringRef Folder) const {
  std::vector<std::string> Args;
  if (Kind == SimulatorKind::Icarus)
    Args = {"-g2012", "-s", Top.str(), "-o", "bench.vvp"};
  else
    Args = {"--binary", "--timing", "-Wno-fatal", "--top-module",
            Top.str(),  "-Mdir",    "obj",        "-j",
            "2",        "-CFLAGS",  "-O1"};
  Args.insert(Args.end(), Sources.begin(), Sources.end());
  // Only the tools themselves run here; what they compile does not.
  std::vector<std::string> Cache;
  if (auto Kept = sys::Process::GetEnv("CCACHE_DIR");
      Kept && sys::Process::GetEnv("OBJCACHE") &&
      !sys::fs::create_directories(*Kept)) {
    SmallString<128> Whole(*Kept);
    sys::fs::make_absolute(Whole);
    Cache.push_back(Whole.str().str());
  }
  Expected<Outcome> Built = runForeign(Folder, Compiler, Args, Cache);
  if (!Built)
    return Built.takeError();
  if (Built->Code)
    return createStringError(Name + " failed:\n" + lastLines(Built->Output));
  return Error::success();
}

Expected<Outcome> Simulator::run(StringRef Top, uint64_t Seed,
                                 StringRef Folder) const {
  const std::string Argument = "+seed=" + std::to_string(Seed);
  if (Kind == SimulatorKind::Icarus)
    return runForeign(Folder, Runner, {"-n", "bench.vvp", Argument});
  return runForeign(Folder, ("./obj/V" + Top).str(), {Argument});
}

std::string Simulator::version(StringRef Folder) const {
  const bool IsIcarus = Kind == SimulatorKind::Icarus;
  Expected<Outcome> Said =
      runForeign(Folder, Compiler, {IsIcarus ? "-V" : "--version"});
  if (!Said) {
    consumeError(Said.takeError());
    return {};
  }
  const StringRef Line = StringRef(Said->Output).split('\n').first;
  return Line.split(IsIcarus ? " (" : " 20").first.trim().str();
}

SimulatorKind fasterSimulator(const StreamKernel &K, const StreamDesign &D,
                              int64_t Cycles, uint64_t Launches) {
  // Measured on the samples' cores: docs/verify.md.
  constexpr double BuildTime = 4;         // [s] of verilator and g++,
  constexpr double PerOperator = 3e-3;    // [s] and of each operator
  constexpr double PerOperation = 1.5e-6; // [s] of vvp, an operator a cycle
  constexpr double FloatWeight = 8;       // operators' modules
  double Operators = 0;
  for (uint32_t N = 0; N < K.Nodes.size(); ++N)
    Operators += operatorUnit(K, N).Kind == UnitKind::Float ? FloatWeight : 1;
  Operators *= D.Lanes * D.Vector;
  const double Interpreted =
      Operators * double(Cycles) * double(Launches) * PerOperation;
  return Interpreted < BuildTime + Operators * PerOperator
             ? SimulatorKind::Icarus
             : SimulatorKind::Verilator;
}

} // namespace roofline
