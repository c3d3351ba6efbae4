// The self-checking testbench of a core that does all passes, and its data.
//
/// \file
/// One memory behind all masters holds the buffers, each from a page on; in
/// launches with back-pressure they begin before it, so that bus words and
/// pages are torn. Afterwards all bytes are compared: those that the
/// original's launches leave, and those that nobody may write.
#include "Stimulus.h"

#include "roofline/Codegen/Templates.h"
#include "roofline/Steps/StreamIterate.h"

#include <algorithm>

using namespace llvm;

namespace roofline {
namespace {

constexpr uint64_t Page = 4096; ///< [byte]

class PassesBenchPrinter {
public:
  PassesBenchPrinter(const CorePlan &P, const PassesRun &Run, uint64_t Seed,
                     int64_t Cycles)
      : P(P), Run(Run), Seed(Seed), Cycles(Cycles), Bases(basesOf(P)) {}

  std::vector<TextFile> run(Templates &From) {
    layOut();
    return {{"tb/" + P.topName() + "_tb.v",
             From.fill("passes_testbench.v", values())},
            {"tb/before.hex", before()},
            {"tb/after.hex", after()}};
  }

private:
  const CorePlan &P;
  const PassesRun &Run;
  uint64_t Seed;
  int64_t Cycles;
  std::vector<BasePort> Bases;
  std::vector<uint64_t> Addresses; ///< by base
  uint64_t Size = 0;               ///< [byte] of the memory
  uint64_t Shift = 0;              ///< [byte] that buffers begin earlier

  void layOut();
  uint32_t elementBytes(const std::string &Argument) const;
  bool isFloat(const std::string &Argument) const;
  std::vector<uint8_t> image(const StreamMemory &Memory) const;
  bool isFree(const std::string &Argument) const;
  std::string before() const;
  std::string after() const;
  uint64_t words(const MasterPlan &M, uint64_t Shift) const;
  json::Object direction(bool Reads) const;
  json::Array arguments() const;
  void addMasters(json::Object &Values) const;
  json::Object values() const;
};

/// The streams of \p Argument's buffer, called for each.
template <typename Fn>
void forEachStream(const StreamKernel &K, const std::string &Argument, Fn Do) {
  for (const InputStream &S : K.Inputs)
    if (S.Name == Argument)
      Do(S);
  for (const OutputStream &S : K.Outputs)
    if (S.Name == Argument)
      Do(S);
}

/// Arguments that take turns have one type; one of them is a stream.
template <typename Fn>
void forEachStreamInTurn(const CorePlan &P, const std::string &Argument,
                         Fn Do) {
  std::string At = Argument;
  do {
    forEachStream(P.K, At, Do);
    auto Next = P.Passes->Turns.find(At);
    At = Next == P.Passes->Turns.end() ? Argument : Next->second;
  } while (At != Argument);
}

uint32_t PassesBenchPrinter::elementBytes(const std::string &Argument) const {
  uint32_t Bytes = 0;
  forEachStreamInTurn(P, Argument,
                      [&](const Stream &S) { Bytes = S.Type.Bits / 8; });
  return Bytes;
}

bool PassesBenchPrinter::isFloat(const std::string &Argument) const {
  bool Is = false;
  forEachStreamInTurn(P, Argument, [&](const Stream &S) {
    Is |= S.Type.Scalar == ScalarKind::Float;
  });
  return Is;
}

/// Whole pages for each buffer, and one before and behind them all.
void PassesBenchPrinter::layOut() {
  Size = Page;
  for (const BasePort &B : Bases) {
    Addresses.push_back(Size);
    uint64_t Bytes = 0;
    for (const StreamMemory::Buffer &Of : Run.Before.Buffers)
      if (Of.Name == B.Argument)
        Bytes = Of.Elements.size() * elementBytes(B.Argument);
    // In some pass any of those that take turns has this buffer.
    for (const MasterPlan &M : P.Masters)
      Bytes = std::max(Bytes, uint64_t(M.T.end()) *
                                  (beatBits(P.streamOf(M), P.D) / 8));
    Size += (Bytes + Page) / Page * Page;
  }
  Size += Page;
  for (const MasterPlan &M : P.Masters)
    Shift = std::max<uint64_t>(Shift, 3 * beatBits(P.streamOf(M), P.D) / 8);
}

std::string hexByte(uint8_t Byte) {
  return {"0123456789abcdef"[Byte >> 4], "0123456789abcdef"[Byte & 15]};
}

/// The bytes of \p Memory, each buffer at its address.
std::vector<uint8_t>
PassesBenchPrinter::image(const StreamMemory &Memory) const {
  constexpr uint8_t Beside = 0xa5;
  std::vector<uint8_t> Image(Size, Beside);
  for (size_t I = 0; I < Bases.size(); ++I) {
    const uint32_t Bytes = elementBytes(Bases[I].Argument);
    uint64_t At = Addresses[I];
    for (const StreamMemory::Buffer &B : Memory.Buffers)
      if (B.Name == Bases[I].Argument)
        for (uint64_t Element : B.Elements)
          for (uint32_t Byte = 0; Byte < Bytes; ++Byte)
            Image[At++] = uint8_t(Element >> (8 * Byte));
  }
  return Image;
}

std::string PassesBenchPrinter::before() const {
  std::string Hex;
  for (uint8_t Byte : image(Run.Before))
    Hex += hexByte(Byte) + "\n";
  return Hex;
}

/// True where the buffer of \p Argument holds nothing of use at the end.
bool PassesBenchPrinter::isFree(const std::string &Argument) const {
  return Run.Passes.Turns.count(Argument) &&
         std::none_of(Run.Passes.Fields.begin(), Run.Passes.Fields.end(),
                      [&](const std::string &Field) {
                        return holderOf(Run.Passes, Field) == Argument;
                      });
}

/// Lines as roofline_tb_axi_memory reads them.
std::string PassesBenchPrinter::after() const {
  StreamMemory Memory = Run.Before;
  for (const std::string &Field : Run.Passes.Fields)
    for (const StreamMemory::Buffer &B : Run.After.Buffers)
      if (B.Name == Field)
        Memory.find(holderOf(Run.Passes, Field))->Elements = B.Elements;
  std::string Kinds(Size, '1');
  for (size_t I = 0; I < Bases.size(); ++I) {
    const std::string &Argument = Bases[I].Argument;
    const StreamMemory::Buffer *B = Memory.find(Argument);
    const uint32_t Bytes = elementBytes(Argument);
    const bool IsFree = isFree(Argument);
    if (!B || (!IsFree && !isFloat(Argument)))
      continue;
    for (uint64_t Byte = 0; Byte < B->Elements.size() * Bytes; ++Byte)
      Kinds[Addresses[I] + Byte] =
          IsFree || Byte % Bytes ? '0' : char('0' + Bytes);
  }
  std::vector<uint8_t> Image = image(Memory);
  std::string Hex;
  for (uint64_t I = 0; I < Size; ++I)
    Hex += Kinds[I] + hexByte(Image[I]) + "\n";
  return Hex;
}

/// [bus word] that master \p M moves in a pass, whatever buffer it has.
uint64_t PassesBenchPrinter::words(const MasterPlan &M, uint64_t Amount) const {
  const uint64_t Word = P.Memory->DataBits / 8;
  const uint64_t Beat = beatBits(P.streamOf(M), P.D) / 8;
  uint64_t Words = 0;
  for (int64_t Row = 0; M.T.Beats && Row < M.T.numRows(); ++Row) {
    const uint64_t Begin =
        (Page + uint64_t(M.T.rowAt(Row)) * Beat - Amount) % Word;
    Words += (Begin + uint64_t(M.T.row()) * Beat + Word - 1) / Word;
  }
  return Words;
}

/// Wires of the memory's port, those of one direction's masters side by side.
json::Object PassesBenchPrinter::direction(bool Reads) const {
  std::vector<const MasterPlan *> Masters;
  for (const MasterPlan &M : P.Masters)
    if (M.Reads == Reads)
      Masters.insert(Masters.begin(), &M); // the first has the lowest bits
  json::Array Signals;
  for (const MasterSignal &S : signalsOf(P, *Masters.front())) {
    if (isConstant(S))
      continue;
    json::Array Wires;
    for (const MasterPlan *M : Masters)
      Wires.push_back(json::Object{{"wire", M->Name + S.Suffix}});
    Signals.push_back(
        json::Object{{"port", StringRef(S.Suffix).drop_front()},
                     {"range", S.Width > 1 ? bitRange(S.Width) : std::string()},
                     {"wires", withLast(std::move(Wires))}});
  }
  return json::Object{{"signals", std::move(Signals)},
                      {"words", Reads ? "words_read" : "words_written"},
                      {"words_range", bitRange(32 * Masters.size())}};
}

/// Passes, the steps of the last one, and the kernel's arguments.
json::Array PassesBenchPrinter::arguments() const {
  json::Array Values;
  auto Add = [&](const std::string &Port, uint64_t Bits, uint32_t Width) {
    Values.push_back(
        json::Object{{"port", Port}, {"value", literal(Bits, Width)}});
  };
  Add(PassesPort, uint64_t(Run.Passes.Passes), PassesBits);
  for (size_t I = 0; I < P.Scalars.size(); ++I) {
    const uint32_t Width = P.K.Scalars[I].Type.Bits;
    if (P.K.Scalars[I].Name == StepsScalar)
      Add(LastStepsPort, uint64_t(Run.Passes.LastSteps), Width);
    else
      Add("arg_" + P.Scalars[I], Run.Before.Scalars[I], Width);
  }
  return Values;
}

/// The masters with the words that they move, in all launches.
void PassesBenchPrinter::addMasters(json::Object &Values) const {
  json::Array Masters, Ports;
  std::string Used;
  uint64_t Place[2] = {0, 0}; // of written and of read ones
  const uint64_t Passes = uint64_t(Run.Passes.Passes);
  for (const MasterPlan &M : P.Masters) {
    Masters.push_back(
        json::Object{{"master", M.Name},
                     {"count", (M.Reads ? "words_read[" : "words_written[") +
                                   number(32 * Place[M.Reads]++) + " +: 32]"},
                     {"shifted_words", int64_t(Passes * words(M, Shift))},
                     {"master_words", int64_t(Passes * words(M, 0))}});
    for (const MasterSignal &S : signalsOf(P, M)) {
      const std::string Name = M.Name + S.Suffix;
      Ports.push_back(json::Object{
          {"port", Name}, {"wire", isConstant(S) ? std::string() : Name}});
    }
    Used.insert(0, M.T.Beats ? "1" : "0");
  }
  Values["masters"] = std::move(Masters);
  Values["ports"] = std::move(Ports);
  Values["reads"] = int64_t(Place[1]);
  Values["writes"] = int64_t(Place[0]);
  Values["error_range"] = bitRange(P.Masters.size());
  Values["bits"] = int64_t(Used.size());
  Values["used"] = Used;
}

json::Object PassesBenchPrinter::values() const {
  json::Array BaseValues;
  for (size_t I = 0; I < Bases.size(); ++I)
    BaseValues.push_back(json::Object{
        {"base", Bases[I].Port},
        {"address", literal(Addresses[I], P.Memory->AddressBits)}});
  json::Object Values{
      {"name", P.Name},
      {"top", P.topName()},
      {"passes", Run.Passes.Passes},
      {"all_passes", P.Passes->Passes},
      {"seed", literal(Seed, 32)},
      {"cycles", Cycles},
      {"half_cycles", Cycles / 2},
      {"limit", 32 * Cycles + 10000},
      {"data_bits", P.Memory->DataBits},
      {"address_bits", P.Memory->AddressBits},
      {"outstanding", P.Memory->Outstanding},
      {"size", int64_t(Size)},
      {"shift", int64_t(Shift)},
      {"directions", json::Array{direction(true), direction(false)}},
      {"arguments", arguments()},
      {"bases", std::move(BaseValues)}};
  addMasters(Values);
  return Values;
}

} // namespace

std::vector<TextFile> printPassesTestbench(const CorePlan &P,
                                           const PassesRun &Run, uint64_t Seed,
                                           int64_t Cycles, Templates &From) {
  return PassesBenchPrinter(P, Run, Seed, Cycles).run(From);
}

} // namespace roofline
