// Lays out the registers of a system.
#include "SystemPlan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

#include <bit>

using namespace llvm;

namespace roofline {

unsigned Register::bits() const {
  unsigned Bits = 0;
  StringRef(Type).drop_while(isAlpha).getAsInteger(10, Bits);
  return Bits;
}

unsigned idBits(size_t Of) {
  return std::max(1, int(std::bit_width(Of ? Of - 1 : 0)));
}

size_t SystemPlan::numMasters(CoreFile::Direction D) const {
  return size_t(count_if(memory().Masters,
                         [&](const CoreFile::Master &M) { return M.Of == D; }));
}

unsigned SystemPlan::portIds() const {
  return idBits(std::max(numMasters(CoreFile::Direction::Read),
                         numMasters(CoreFile::Direction::Write))) +
         1;
}

int64_t SystemPlan::leastCycles() const {
  int64_t Words[2] = {0, 0}; // read, written
  const int64_t WordBytes = memory().Bus.DataBits / 8;
  for (const CoreFile::Master &M : memory().Masters)
    Words[M.Of == CoreFile::Direction::Write] +=
        (M.Bytes + WordBytes - 1) / WordBytes *
        (Core.Passes ? Core.Passes->Passes : 1);
  const int64_t Moved = Board == SystemBoard::Ulx3s
                            // an SDRAM of 16 bits, for both directions
                            ? (Words[0] + Words[1]) * WordBytes / 2
                            : std::max(Words[0], Words[1]);
  return std::max(Core.Passes ? Core.Passes->Cycles : Core.LaunchCycles, Moved);
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

static void add(std::vector<Register> &To, Register R) {
  R.Word = wordsOf(To);
  To.push_back(std::move(R));
}

SystemPlan planSystem(CoreFile Core) {
  SystemPlan P;
  P.Core = std::move(Core);
  P.Name = innerName(P.Core);
  const CoreFile &C = P.Core;
  for (const CoreFile::Scalar &S : C.Scalars)
    add(P.Arguments, {S.Port, S.Port, S.Type, "argument " + S.Argument});
  const std::string Address = "int" + std::to_string(C.Memory->Bus.AddressBits);
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
      AddBuffer(StringRef(R.BasePort).drop_front(5).str(), R.BasePort);
  for (const CoreFile::Result &R : C.Reductions)
    if (R.InitialPort)
      add(P.Arguments, {*R.InitialPort, *R.InitialPort, R.Type,
                        "what " + R.Port + " starts from"});
  add(P.Results, {"", "identity", "int32", "of this register map"});
  add(P.Results, {"", "cycles", "int64",
                  "of the last launch, or so far of the one that runs"});
  const size_t Masters = C.Memory->Masters.size();
  if (Masters > 0)
    add(P.Results, {"error", "error", "int" + std::to_string(Masters),
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
