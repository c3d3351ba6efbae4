// Lays out the registers of a system.
#include "SystemPlan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <bit>

using namespace llvm;

namespace roofline {

unsigned Register::bits() const {
  unsigned Bits = 0;
  StringRef(Type).drop_while(isAlpha).getAsInteger(10, Bits);
  return Bits;
}

const std::vector<Signal> &controlSignals() {
  static const std::vector<Signal> Signals = {
      {"awaddr", true, ControlAddressBits},
      {"awvalid", true, 1},
      {"awready", false, 1},
      {"wdata", true, 32},
      {"wstrb", true, 4},
      {"wvalid", true, 1},
      {"wready", false, 1},
      {"bresp", false, 2},
      {"bvalid", false, 1},
      {"bready", true, 1},
      {"araddr", true, ControlAddressBits},
      {"arvalid", true, 1},
      {"arready", false, 1},
      {"rdata", false, 32},
      {"rresp", false, 2},
      {"rvalid", false, 1},
      {"rready", true, 1}};
  return Signals;
}

std::vector<SystemPort> controlPorts() {
  std::vector<SystemPort> Ports;
  for (const Signal &S : controlSignals())
    Ports.push_back({S.Name, !S.IsOutput, S.Width});
  for (const char *Name : {"arprot", "awprot"})
    Ports.push_back({Name, false, 3});
  return Ports;
}

std::vector<SystemPort> memoryPorts(const SystemPlan &P) {
  std::vector<SystemPort> Ports;
  const MemoryMasters &Of = P.memory().Bus;
  for (const Signal &S : Bus{P.portIds(), Of.AddressBits, Of.DataBits}.all())
    Ports.push_back({S.Name, S.IsOutput, S.Width});
  for (const char *Channel : {"ar", "aw"})
    for (auto [Name, Width] :
         {std::pair("size", 3u), {"burst", 2u}, {"cache", 4u}, {"prot", 3u}})
      Ports.push_back({std::string(Channel) + Name, true, Width});
  return Ports;
}

ArrayRef<ControlRegister> controlRegisters() {
  static constexpr ControlRegister Registers[] = {
      {"control", 0x0,
       "bit 0: start, 1 until the launch ends; bit 1: done; bit 2: idle"},
      {"interrupts", 0x4, "bit 0: interrupts reach `irq`"},
      {"interrupt_enable", 0x8, "bit 0: the end of a launch interrupts"},
      {"interrupt_status", 0xc, "bit 0: a launch ended; write 1 to clear"}};
  return Registers;
}

unsigned idBits(size_t Count) {
  return std::max(1, int(std::bit_width(Count ? Count - 1 : 0)));
}

size_t SystemPlan::numMasters(CoreFile::Direction D) const {
  return size_t(count_if(memory().Masters, [&](const CoreFile::Master &M) {
    return M.Access == D;
  }));
}

unsigned SystemPlan::portIds() const {
  return idBits(std::max(numMasters(CoreFile::Direction::Read),
                         numMasters(CoreFile::Direction::Write))) +
         1;
}

Hertz SystemPlan::boardClock() const {
  if (Board == SystemBoard::Icebreaker)
    return IcePll ? IcePll->Clock : IcebreakerCrystal;
  return Pll ? Pll->Clock : Ulx3sCrystal;
}

int64_t SystemPlan::movedCycles(ArrayRef<MovedBytes> All) const {
  int64_t Words[2] = {0, 0}; // read, written
  const int64_t WordBytes = memory().Bus.DataBits / 8;
  for (const MovedBytes &Each : All)
    Words[Each.Access == CoreFile::Direction::Write] +=
        (Each.Bytes + WordBytes - 1) / WordBytes;
  // Boards' memories have one port, of 16 and of 32 bits, for both directions.
  if (Board == SystemBoard::Ulx3s)
    return (Words[0] + Words[1]) * WordBytes / 2;
  if (Board == SystemBoard::Icebreaker)
    return (Words[0] + Words[1]) * WordBytes / 4;
  return std::max(Words[0], Words[1]);
}

int64_t SystemPlan::leastCycles(int64_t Passes) const {
  std::vector<MovedBytes> Moved;
  for (const CoreFile::Master &M : memory().Masters)
    Moved.push_back({M.Access, M.Bytes});
  const int64_t Cycles =
      Core.Passes ? Core.Passes->Cycles + (Passes - Core.Passes->Passes) *
                                              (Core.LaunchCycles + PassRestart)
                  : Core.LaunchCycles;
  return std::max(Cycles, movedCycles(Moved) * Passes);
}

BoardParts boardParts(const SystemPlan &P, Templates &T) {
  switch (P.Board) {
  case SystemBoard::None:
    return {};
  case SystemBoard::Ulx3s:
    return ulx3sParts(P, T);
  case SystemBoard::Icebreaker:
    return icebreakerParts(P, T);
  case SystemBoard::De10Nano:
    return de10NanoParts(P, T);
  }
  llvm_unreachable("no other board");
}

static uint32_t wordsOf(ArrayRef<Register> Registers) {
  return Registers.empty() ? 0
                           : Registers.back().Word + Registers.back().words();
}
uint32_t SystemPlan::argumentWords() const { return wordsOf(Arguments); }
uint32_t SystemPlan::resultWords() const { return wordsOf(Results); }

uint32_t SystemPlan::addressOf(const Register &R, bool IsResult) const {
  return 16 + 4 * (R.Word + (IsResult ? argumentWords() : 0));
}

static std::string uintType(size_t Bits) {
  return "uint" + std::to_string(Bits);
}

static void add(std::vector<Register> &To, Register R) {
  R.Word = wordsOf(To);
  To.push_back(std::move(R));
}

/// ", 5 to 1920", where \p S is a size that the core takes.
static std::string rangeText(const CoreFile &C, const CoreFile::Scalar &S) {
  if (C.AtRunTime)
    for (const CoreFile::SizeValue &V : C.AtRunTime->Values)
      if (V.Port == S.Port)
        return formatv(", {0} to {1}{2}", V.Least, V.Most,
                       V.Multiple > 1
                           ? ", a multiple of " + std::to_string(V.Multiple)
                           : "");
  return "";
}

SystemPlan planSystem(CoreFile Core) {
  SystemPlan P;
  P.Core = std::move(Core);
  P.Name = innerName(P.Core);
  const CoreFile &C = P.Core;
  for (const CoreFile::Scalar &S : C.Scalars)
    add(P.Arguments,
        {S.Port, S.Port, S.Type, "argument " + S.Argument + rangeText(C, S)});
  if (C.Passes) {
    add(P.Arguments,
        {PassesPort, PassesPort, uintType(PassesBits), "number of passes"});
    if (C.Passes->LastStepsBits)
      add(P.Arguments,
          {LastStepsPort, LastStepsPort, uintType(*C.Passes->LastStepsBits),
           formatv("steps of the last pass, 1 to {0}",
                   C.Passes->StepsPerPass)});
  }
  const std::string Address = uintType(C.Memory->Bus.AddressBits);
  auto AddBuffer = [&](const std::string &Argument, const std::string &Port) {
    if (any_of(P.Buffers,
               [&](const SystemBuffer &B) { return B.BasePort == Port; }))
      return;
    SystemBuffer &B = P.Buffers.emplace_back();
    B.Argument = Argument;
    B.BasePort = Port;
    add(P.Arguments, {Port, Port, Address, "address of buffer " + Argument});
  };
  for (const CoreFile::Master &M : C.Memory->Masters)
    AddBuffer(M.Buffer, M.BasePort);
  if (C.Passes)
    for (const CoreFile::PassResult &R : C.Passes->Results)
      AddBuffer(R.Argument, R.BasePorts.front()); // its own
  for (const CoreFile::Result &R : C.Reductions)
    if (R.InitialPort)
      add(P.Arguments, {*R.InitialPort, *R.InitialPort, R.Type,
                        "what " + R.Port + " starts from"});
  add(P.Results, {"", "identity", "uint32", "of this register map"});
  add(P.Results, {"", "cycles", "uint64",
                  "of the last launch, or so far of the one that runs"});
  const size_t Masters = C.Memory->Masters.size();
  if (Masters > 0)
    add(P.Results, {"error", "error", uintType(Masters),
                    "a bit for each master: a response was no OKAY"});
  for (const CoreFile::Result &R : C.Reductions)
    add(P.Results, {R.Port, R.Port, R.Type, "result of " + R.Buffer});
  std::string Layout = P.Name;
  for (const auto *Of : {&P.Arguments, &P.Results})
    for (const Register &R : *Of)
      Layout += ";" + R.Name + ":" + R.Type;
  P.Identity = uint32_t(xxh3_64bits(Layout));
  return P;
}

} // namespace roofline
