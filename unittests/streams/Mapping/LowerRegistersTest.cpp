// Registers whose data are choices, bit by bit, against their words.
#include "BitSimulator.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Netlist/EvaluateNetlist.h"
#include "roofline/Netlist/NetlistBuilder.h"

#include <gtest/gtest.h>

#include <random>

using namespace roofline;
using namespace roofline::test;

namespace {

constexpr uint32_t RegisterBits = 3;

/// Registers with resets, enables and loads by chance: as controls, and as
/// selects of constants and of their own words before them.
class RegisterMaker {
public:
  explicit RegisterMaker(uint64_t Seed) : Random(Seed) {}

  Netlist run() {
    B.section("", CellPurpose::Control);
    for (unsigned I = 0; I < 3; ++I)
      Conditions.push_back(B.input("if" + std::to_string(I), 1));
    for (unsigned I = 0; I < 2; ++I)
      Words.push_back(B.input("in" + std::to_string(I), RegisterBits));
    for (unsigned I = 0; I < 3; ++I) // these may read themselves
      Open.push_back(B.reg("", RegisterBits));
    Words.insert(Words.end(), Open.begin(), Open.end());
    for (unsigned I = 0; I < 4; ++I) {
      const CellId Data = choices(word());
      Words.push_back(B.reg("", Data, control()));
    }
    for (CellId R : Open) {
      const CellId Data = choices(R);
      B.connect(R, Data, control());
    }
    for (CellId W : Words)
      B.output("out" + std::to_string(W), {W});
    return std::move(B.N);
  }

private:
  std::mt19937_64 Random;
  NetlistBuilder B;
  std::vector<CellId> Conditions, Words, Open;

  uint64_t below(uint64_t N) { return Random() % N; }
  CellId condition() {
    const CellId If = Conditions[below(Conditions.size())];
    return below(3) ? If : B.opposite(If);
  }
  CellId constant() {
    const uint64_t Values[] = {0, lowMask(RegisterBits), below(8)};
    return B.constant(Values[below(3)], RegisterBits);
  }
  CellId word() { return Words[below(Words.size())]; }
  CellId choices(CellId OwnId) {
    CellId Data = word();
    for (uint64_t I = below(5); I > 0; --I) {
      const uint64_t Which = below(4);
      const CellId Other = Which == 0   ? OwnId
                           : Which == 1 ? word()
                                        : constant();
      Data = below(2) ? B.select(condition(), Other, Data)
                      : B.select(condition(), Data, Other);
    }
    return Data;
  }
  RegisterControl control() {
    RegisterControl C;
    if (below(2))
      C.Enable = condition();
    if (below(2)) {
      C.Load = condition();
      C.LoadValue = below(3) ? constant() : word();
    }
    return C;
  }
};

/// The same registers from many states. Bits that differ between them were
/// never set, so that hardware may do as it likes with them.
class ManyStates {
public:
  explicit ManyStates(const Netlist &N) {
    for (uint64_t Seed = 1; Seed <= 32; ++Seed)
      Runs.emplace_back(N, 0, Seed);
  }
  void setInput(uint32_t Port, uint64_t Word) {
    for (NetlistSimulator &S : Runs)
      S.setInput(Port, Word);
  }
  void clock() {
    for (NetlistSimulator &S : Runs)
      S.clock();
  }
  /// A bit of an output; nothing where it was never set.
  std::optional<bool> output(uint32_t Port, uint32_t Bit) {
    uint64_t Ones = 0;
    for (NetlistSimulator &S : Runs)
      Ones += S.output(Port, Bit, 1);
    if (Ones != 0 && Ones != Runs.size())
      return std::nullopt;
    return Ones != 0;
  }

private:
  std::vector<NetlistSimulator> Runs;
};

/// Counts the bits compared.
unsigned proveRegisters(uint64_t Seed) {
  const Netlist N = RegisterMaker(Seed).run();
  EXPECT_EQ(checkNetlist(N), std::nullopt);
  const BitNetlist Bits = lowerNetlist(N, {});
  ManyStates Words(N);
  BitSimulator S(Bits, {});
  std::mt19937_64 Random(Seed);
  unsigned Count = 0;
  for (unsigned Cycle = 0; Cycle < 60; ++Cycle) {
    for (uint32_t P = 0; P < N.Inputs.size(); ++P) {
      const uint64_t Word = Random() & lowMask(N.Inputs[P].Width);
      Words.setInput(P, Word);
      for (uint32_t I = 0; I < N.Inputs[P].Width; ++I)
        S.setInput(P, I, Word >> I & 1);
    }
    for (uint32_t P = 0; P < N.Outputs.size(); ++P)
      for (uint32_t I = 0; I < RegisterBits; ++I)
        if (const std::optional<bool> Bit = Words.output(P, I)) {
          ++Count;
          if (*Bit != (S.output(P, I) & 1)) {
            ADD_FAILURE() << "seed " << Seed << ", cycle " << Cycle << ": "
                          << N.Outputs[P].Name << "[" << I << "]\n"
                          << dumpNetlist(N);
            return Count;
          }
        }
    Words.clock();
    S.clock();
  }
  return Count;
}

TEST(LowerRegistersTest, ResetsAndEnables) {
  unsigned Count = 0;
  for (uint64_t Seed = 1; Seed <= 150; ++Seed)
    Count += proveRegisters(Seed);
  EXPECT_GT(Count, 150u * 60 * 20); // of 27 each cycle
}

} // namespace
