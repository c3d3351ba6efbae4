// A core with all that a board and its host need.
#include "SystemPlan.h"

#include "roofline/Codegen/LoopMasters.h"
#include "roofline/Codegen/Templates.h"
#include "roofline/Core/SizeForms.h"
#include "roofline/Json/BaseFields.h"
#include "roofline/Verify/LargeLaunch.h"
#include "roofline/Verify/RunOriginal.h"
#include "roofline/Verify/SizedCore.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <map>

using namespace llvm;

namespace roofline {
namespace {

/// Buffers begin at pages, so that bursts are as long as they can be.
constexpr uint64_t Page = 4096;

/// [byte] More are not simulated.
constexpr uint64_t MaxCheckedBytes = uint64_t(64) << 20;

/// [byte] The memory of \p Board that a core has.
uint64_t memoryBytes(SystemBoard Board) {
  switch (Board) {
  case SystemBoard::None:
    break;
  case SystemBoard::Ulx3s:
    return uint64_t(32) << 20;
  case SystemBoard::Icebreaker: // four blocks of 16384 words of 16 bits
    return uint64_t(128) << 10;
  case SystemBoard::De10Nano: // the upper half
    return uint64_t(512) << 20;
  }
  return UINT64_MAX;
}

/// "76 MiB", "200 KiB".
std::string bytesText(uint64_t Bytes) {
  return Bytes >> 20 ? std::to_string(Bytes >> 20) + " MiB"
                     : std::to_string((Bytes + 1023) >> 10) + " KiB";
}

Error missing(const StreamKernel &K, const Twine &What) {
  return createStringError("kernel '" + K.Name + "': no data of " + What);
}

/// Gives \p B its data and its place.
void setBuffer(SystemBuffer &B, const ValueType &Type,
               const StreamMemory::Buffer &Before, SystemPlan &P) {
  B.Type = typeText(Type);
  B.ElementBytes = (Type.Bits + 7) / 8;
  B.Before = Before.Elements;
  B.Bytes = B.Before.size() * B.ElementBytes;
  B.Address = P.MemoryBytes;
  P.MemoryBytes = alignTo(P.MemoryBytes + B.Bytes, Page);
}

/// Gives the buffers of \p P their data and places; an error names what the
/// launch has no data of.
Error addBuffers(const CoreOrigin &Origin, StreamMemory &Memory,
                 SystemPlan &P) {
  const StreamKernel &K = Origin.K;
  for (SystemBuffer &B : P.Buffers) {
    ValueType Type = elementType(K, B.Argument);
    if (!Type.Bits && Origin.Step)
      Type = elementType(*Origin.Step, B.Argument);
    const StreamMemory::Buffer *Before = Memory.find(B.Argument);
    if (!Type.Bits || !Before)
      return missing(K, "buffer " + B.Argument);
    setBuffer(B, Type, *Before, P);
  }
  return Error::success();
}

/// Adds a launch, of \p Count passes where the core has them, to \p P.
Error addLaunch(const StreamKernel &K, LaunchData &Data,
                std::optional<PassCount> Count, SystemLaunch L, SystemPlan &P) {
  for (const SystemBuffer &B : P.Buffers) {
    const StreamMemory::Buffer *After = Data.After.find(B.Argument);
    L.After.push_back(After ? std::optional(After->Elements) : std::nullopt);
  }
  for (const CoreFile::Scalar &S : P.Core.Scalars)
    for (auto [Of, Bits] : zip_equal(K.Scalars, Data.Before.Scalars))
      if (Of.Name == S.Argument)
        L.Scalars.emplace_back(S.Port, Bits);
  if (Count) {
    L.Scalars.emplace_back(PassesPort, uint64_t(Count->Passes));
    if (P.Core.Passes->LastStepsBits)
      L.Scalars.emplace_back(LastStepsPort, uint64_t(Count->LastSteps));
  }
  for (const CoreFile::Result &R : P.Core.Reductions) {
    const auto *Before = Data.Before.find(R.Buffer),
               *After = Data.After.find(R.Buffer);
    if (!Before || !After || R.Element >= Before->Elements.size() ||
        R.Element >= After->Elements.size())
      return missing(K, R.Port);
    if (R.InitialPort)
      L.Scalars.emplace_back(*R.InitialPort, Before->Elements[R.Element]);
    L.Reduced.push_back(After->Elements[R.Element]);
  }
  L.LeastCycles = P.leastCycles(Count ? Count->Passes : 1);
  P.Launches.push_back(std::move(L));
  return Error::success();
}

/// Random data that the launches of all \p Cores take.
StreamMemory sharedMemory(ArrayRef<CoreOrigin> Cores, uint64_t Seed) {
  StreamMemory All = randomMemory(Cores[0].K, Seed);
  for (const CoreOrigin &Origin : Cores.drop_front())
    for (const StreamMemory::Buffer &B : randomMemory(Origin.K, Seed).Buffers) {
      std::vector<uint64_t> &Has = All.find(B.Name)->Elements;
      for (size_t I = Has.size(); I < B.Elements.size(); ++I)
        Has.push_back(B.Elements[I]);
    }
  return All;
}

/// SystemPlan::leastCycles() of a launch of the core for \p Origin alone.
int64_t leastCycles(const SystemPlan &P, const CoreOrigin &Origin) {
  std::vector<MovedBytes> Moved;
  auto Add = [&](CoreFile::Direction D, const Stream &S, const Transfer &T) {
    Moved.push_back({D, T.Beats * (beatBits(S, Origin.Design) / 8)});
  };
  const StreamKernel &K = Origin.K;
  for (uint32_t I : portsOf(K.Inputs))
    Add(CoreFile::Direction::Read, K.Inputs[I],
        inputTransfer(K, Origin.Design, 0, I));
  for (uint32_t I : portsOf(K.Outputs))
    Add(CoreFile::Direction::Write, K.Outputs[I],
        outputTransfer(K, Origin.Design, 0, I));
  return std::max(launchCycles(K, Origin.Design), P.movedCycles(Moved));
}

/// Adds launches of several values that the core takes at run time to \p P:
/// the greatest ones, where they are simulated, the least ones, and others.
Error addSizedLaunches(const Module &M, const CoreOrigin &Origin, uint64_t Seed,
                       SystemPlan &P) {
  Expected<SizedCore> Sized = SizedCore::of(M, Origin);
  if (!Sized)
    return Sized.takeError();
  std::vector<std::vector<int64_t>> All =
      Sized->samples(3, MaxSmallLaunch / 4, Seed);
  if (!isLargeLaunch(Origin.K))
    All.insert(All.begin(), Origin.K.Sizes[0].Values);
  std::vector<CoreOrigin> Cores;
  for (const std::vector<int64_t> &Values : All) {
    Expected<CoreOrigin> One = Sized->at(Values);
    if (!One)
      return One.takeError();
    Cores.push_back(std::move(*One));
  }
  StreamMemory Memory = sharedMemory(Cores, Seed);
  if (Error E = addBuffers(Cores[0], Memory, P))
    return E;
  for (size_t I = 0; I < Cores.size(); ++I) {
    const CoreOrigin &Of = Cores[I];
    for (auto [S, Bits] : zip_equal(Of.K.Scalars, Memory.Scalars))
      Bits = S.Bits.value_or(Bits);
    LaunchData Data = {Memory, Memory};
    if (Error E = runLaunch(M, Of, Data.After))
      return E;
    SystemLaunch L;
    L.Ending = I ? "after_" + std::to_string(I) : "after";
    L.Says = sizesText(Origin.K, All[I]);
    if (Error E = addLaunch(Of.K, Data, std::nullopt, std::move(L), P))
      return E;
    P.Launches.back().LeastCycles = leastCycles(P, Of);
  }
  return Error::success();
}

/// Adds the launch as emitted to \p P, and where the core has passes one of
/// another number of them.
Error addLaunches(const Module &M, const CoreOrigin &Origin, uint64_t Seed,
                  SystemPlan &P) {
  if (!Origin.K.Sizes.empty())
    return addSizedLaunches(M, Origin, Seed, P);
  std::vector<std::optional<PassCount>> Counts = {std::nullopt};
  if (const auto &Of = P.Core.Passes) {
    Counts[0] = {Of->Passes, Of->StepsOfLastPass};
    Counts.push_back(PassCount{Of->Passes > 1 ? Of->Passes - 1 : 2,
                               Of->LastStepsBits
                                   ? Of->StepsOfLastPass % Of->StepsPerPass + 1
                                   : Of->StepsOfLastPass});
  }
  for (const auto &Count : Counts) {
    Expected<LaunchData> Data = launchData(M, Origin, Seed, Count);
    if (!Data)
      return Data.takeError();
    const bool IsFirst = P.Launches.empty();
    if (IsFirst)
      if (Error E = addBuffers(Origin, Data->Before, P))
        return E;
    SystemLaunch L;
    L.Ending = IsFirst ? "after" : "after_other";
    L.Says = IsFirst ? "" : formatv("{0} passes", Count->Passes).str();
    if (Error E = addLaunch(Origin.K, *Data, Count, std::move(L), P))
      return E;
  }
  return Error::success();
}

/// [byte] of memory that the masters of \p P reach at least.
uint64_t reachedBytes(const SystemPlan &P) {
  std::map<std::string, int64_t> Ends;
  for (const CoreFile::Master &M : P.memory().Masters)
    Ends[M.BasePort] = std::max(Ends[M.BasePort], M.FirstByte + M.Bytes);
  uint64_t Bytes = 0;
  for (const auto &[Base, End] : Ends)
    Bytes += uint64_t(End);
  return Bytes;
}

std::string binary(ArrayRef<uint64_t> Elements, unsigned Bytes) {
  std::string Text;
  for (uint64_t Element : Elements)
    for (unsigned I = 0; I < Bytes; ++I)
      Text += char(Element >> (8 * I));
  return Text;
}

std::vector<TextFile> dataFiles(const SystemPlan &P) {
  std::vector<TextFile> Files;
  for (auto [I, B] : enumerate(P.Buffers)) {
    const unsigned Bytes = B.ElementBytes;
    const std::string Name = "data/" + B.Argument + ".";
    Files.push_back({Name + "bin", binary(B.Before, Bytes)});
    for (const SystemLaunch &L : P.Launches)
      if (const auto &After = L.After[I])
        Files.push_back({Name + L.Ending + ".bin", binary(*After, Bytes)});
  }
  return Files;
}

/// The Verilog around the core, with the modules that it takes.
Error addVerilog(const SystemOptions &O, const BoardParts &Board, Templates &T,
                 SystemPlan &P, std::vector<TextFile> &Files) {
  auto Add = [&](const std::string &Text, StringRef Folder) -> Error {
    Expected<std::vector<TextFile>> Modules = modulesFor(Text, {}, O.RtlFolder);
    if (!Modules)
      return Modules.takeError();
    for (TextFile &F : *Modules) {
      if (any_of(Files,
                 [&](const TextFile &Has) { return Has.Name == F.Name; }))
        continue;
      Files.push_back(
          {(Folder + StringRef(F.Name).drop_front(3)).str(), F.Content});
    }
    return Error::success();
  };
  auto AddOwn = [&](const std::vector<TextFile> &OwnFiles) -> Error {
    std::string Text;
    for (const TextFile &F : OwnFiles)
      Text += F.Content;
    append_range(Files, OwnFiles);
    return Add(Text, "rtl");
  };
  if (Error E = AddOwn({{P.Name + "_system.v", printSystem(P, T)}}))
    return E;
  for (const TextFile &F : Files)
    if (StringRef(F.Name).ends_with(".v") &&
        !StringRef(F.Name).starts_with("tb/"))
      P.Sources.push_back(F.Name);
  std::vector<TextFile> Around = Board.Files;
  Around.push_back({P.Name + "_bridged.v", printBridged(P, T)});
  if (Error E = AddOwn(Around))
    return E;
  if (!P.HasCheck)
    return Error::success();
  const TextFile Simulation = {"sim/" + P.Name + "_simulation.v",
                               printSimulation(P, T)};
  Files.push_back(Simulation);
  if (Error E = Add(Simulation.Content, "sim"))
    return E;
  for (StringRef Name : {"simulate.cpp", "test_system.py"})
    Files.push_back({("sim/" + Name).str(), T.text(Name)});
  return Error::success();
}

/// Clocks of a board.
struct ClockRange {
  Hertz Least, Most;
  const char *Says; ///< of both
};

ClockRange clocksOf(SystemBoard Board) {
  switch (Board) {
  case SystemBoard::None:
    break;
  case SystemBoard::Ulx3s:
    return {Ulx3sCrystal, FastestUlx3sMemory,
            "{0}, its crystal's, to {1} MHz, as its SDRAM reads words in time"};
  case SystemBoard::Icebreaker:
    return {IcebreakerCrystal, FastestIcebreakerMemory,
            "{0}, its crystal's, to {1} MHz, its RAM's"};
  case SystemBoard::De10Nano:
    return {SlowestDe10Nano, FastestDe10Nano,
            "{0} to {1} MHz, which its PLL makes"};
  }
  llvm_unreachable("no board");
}

/// Checks what the board of \p P can do, and makes its clock.
Error setBoard(SystemPlan &P) {
  const uint64_t Bytes = memoryBytes(P.Board);
  if (reachedBytes(P) > Bytes)
    return createStringError("kernel '" + P.Core.Kernel + "': buffers of " +
                             bytesText(reachedBytes(P)) +
                             "; the board's memory has " + bytesText(Bytes));
  if (P.memory().Bus.AddressBits != 32)
    return createStringError("--address: the board's host has 32 bits of it");
  if (!P.Clock)
    return Error::success();
  const ClockRange Of = clocksOf(P.Board);
  if (*P.Clock < Of.Least || *P.Clock > Of.Most)
    return createStringError(
        formatv("--clock {0}: the board's is from ", P.Clock->value() / 1e6)
            .str() +
        formatv(Of.Says, Of.Least.value() / 1e6, Of.Most.value() / 1e6).str());
  if (P.Board == SystemBoard::Ulx3s)
    P.Pll = ecp5Pll(Ulx3sCrystal, *P.Clock);
  if (P.Board == SystemBoard::Icebreaker)
    P.IcePll = ice40Pll(IcebreakerCrystal, *P.Clock);
  return Error::success();
}

} // namespace

/// An error where the core has more masters than a system.
static Error checkMasters(const CoreFile &Core, const Twine &Fewer) {
  constexpr size_t MostMasters = 64; // a bit each of a register
  if (const size_t N = Core.Memory->Masters.size(); N > MostMasters)
    return createStringError("kernel '" + Core.Kernel + "': " + Twine(N) +
                             " masters; a system has at most " +
                             Twine(MostMasters) + ": " + Fewer);
  return Error::success();
}

/// The system around \p Core, without launches yet.
static Expected<SystemPlan> planFor(CoreFile Core, const SystemOptions &O) {
  SystemPlan P = planSystem(std::move(Core));
  P.Board = O.Board;
  P.Clock = O.Clock;
  P.Series7Clock = O.Series7Clock;
  P.CycloneVClock = O.CycloneVClock;
  P.Ecp5Clock = O.Ecp5Clock;
  if (O.Board != SystemBoard::None)
    if (Error E = setBoard(P))
      return std::move(E);
  return std::move(P);
}

static bool isSmall(const SystemPlan &P) {
  return P.MemoryBytes <= std::min(MaxCheckedBytes, memoryBytes(P.Board));
}

/// Adds what is around the core to its \p Files.
static Expected<std::vector<TextFile>>
filesOf(SystemPlan P, std::vector<TextFile> Files, const SystemOptions &O) {
  Templates T(O.HostFolder);
  const BoardParts Board = boardParts(P, T);
  if (Error E = addVerilog(O, Board, T, P, Files))
    return std::move(E);
  append_range(Files, printPackages(P, T));
  append_range(Files, printHost(P, T));
  if (P.HasCheck) {
    append_range(Files, printCheck(P, T));
    append_range(Files, dataFiles(P));
  }
  for (StringRef Name :
       {"roofline_port.h", "roofline_port.c", "roofline_port.py"})
    Files.push_back({("host/" + Name).str(), T.text(Name)});
  Files.push_back({P.Name + "_system.core", printFuseSoc(P, Files, T)});
  Files.push_back({"Makefile", printMakefile(P, Board, T)});
  auto Guide =
      find_if(Files, [](const TextFile &F) { return F.Name == "README.md"; });
  Guide->Name = "CORE.md";
  Files.push_back({"README.md", printGuide(P, Board, T)});
  if (Error E = T.takeError())
    return std::move(E);
  return std::move(Files);
}

Expected<std::vector<TextFile>>
emitSystem(const Module &M, const CoreOrigin &Origin, const SystemOptions &O) {
  if (!Origin.Masters)
    return createStringError("kernel '" + Origin.K.Name +
                             "': a system is of a core with AXI4 masters");
  if (Origin.Step && !doesAllPasses(Origin))
    return createStringError("kernel '" + Origin.K.Name +
                             "': a pass of blocks is several launches, which "
                             "the host of a system does not do yet");
  const bool IsLarge = Origin.K.Sizes.empty() && isLargeLaunch(Origin.K);
  Expected<VerilogCore> Core =
      makeCore(M, Origin, O.Seed, O.RtlFolder, !IsLarge);
  if (!Core)
    return Core.takeError();
  std::vector<TextFile> Files = std::move(Core->Files);
  auto Json =
      find_if(Files, [](const TextFile &F) { return F.Name == "core.json"; });
  Expected<CoreFile> Described = readCoreFile(Json->Content, Json->Name);
  if (!Described)
    return Described.takeError();
  if (Error E =
          checkMasters(*Described, "fewer lanes, or wider vectors, have fewer"))
    return std::move(E);
  Expected<SystemPlan> P = planFor(std::move(*Described), O);
  if (!P)
    return P.takeError();
  P->HasCheck = !IsLarge;
  if (P->HasCheck) {
    if (Error E = addLaunches(M, Origin, O.Seed, *P))
      return std::move(E);
    P->HasCheck = isSmall(*P);
  }
  return filesOf(std::move(*P), std::move(Files), O);
}

/// Gives the buffers of \p P the data of \p Core's launch, and the launch.
static void addLoopLaunch(const LoopCore &Core, SystemPlan &P) {
  StreamMemory Before = Core.Bench.Before, After = Core.Bench.After;
  SystemLaunch L;
  L.Ending = "after";
  for (SystemBuffer &B : P.Buffers) {
    const LoopPort &Port = *find_if(Core.K.Ports, [&](const LoopPort &Of) {
      return Of.Buffer == B.Argument;
    });
    setBuffer(B, Core.K.Memories[Port.Memory].Type, *Before.find(B.Argument),
              P);
    L.After.push_back(After.find(B.Argument)->Elements);
  }
  for (auto [Of, Bits] : zip_equal(P.Core.Scalars, Before.Scalars))
    L.Scalars.emplace_back(Of.Port, Bits);
  L.LeastCycles = P.leastCycles(1);
  P.Launches.push_back(std::move(L));
}

Expected<std::vector<TextFile>> emitLoopSystem(LoopCore Core,
                                               const MemoryMasters &Asked,
                                               const SystemOptions &O) {
  Expected<LoopMasters> Masters = planLoopMasters(Core.K, Asked);
  if (!Masters)
    return Masters.takeError();
  Expected<CoreFile> Described = addLoopMasters(*Masters, O.RtlFolder, Core);
  if (!Described)
    return Described.takeError();
  if (Error E = checkMasters(*Described, "fewer buffers have fewer"))
    return std::move(E);
  Expected<SystemPlan> P = planFor(std::move(*Described), O);
  if (!P)
    return P.takeError();
  addLoopLaunch(Core, *P);
  P->HasCheck = isSmall(*P);
  return filesOf(std::move(*P), std::move(Core.Files), O);
}

} // namespace roofline
