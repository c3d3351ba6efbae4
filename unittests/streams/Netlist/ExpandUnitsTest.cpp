// Units as cells of words, against what they mean.
#include "roofline/Netlist/ExpandUnits.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Netlist/EvaluateNetlist.h"
#include "roofline/Netlist/NetlistBuilder.h"

#include <gtest/gtest.h>

#include <random>

using namespace roofline;

namespace {

using Op = DatapathOp;

std::string number(uint64_t N) { return std::to_string(N); }
bool isSigned(Op O) { return O == Op::SDiv || O == Op::SRem; }
bool isRemainder(Op O) { return O == Op::URem || O == Op::SRem; }

const uint32_t Widths[] = {1, 2, 3, 4, 7, 8, 9, 16, 17, 31, 32, 33, 62, 63, 64};

/// Random words, some of which are at the ends of their range.
uint64_t randomWord(uint32_t Width, std::mt19937_64 &Random) {
  const uint64_t Word = Random() & lowMask(Width);
  switch (Random() % 8) {
  case 0:
    return Word & 3 & lowMask(Width);
  case 1:
    return ~(Word & 3) & lowMask(Width);
  case 2:
    return (uint64_t(1) << (Width - 1)) - (Word & 1);
  case 3:
    return Word >> Random() % Width;
  default:
    return Word;
  }
}

struct Trial {
  NetlistUnit Unit;
  Op Operation;
  uint32_t Width;
  std::optional<uint64_t> Constant; ///< divisor
  uint32_t DivisorBits = 64;        ///< a divisor's magnitude has no more
};

Netlist netlistOf(const Trial &T) {
  NetlistBuilder B;
  B.section("", CellPurpose::Datapath);
  const CellId A = B.input("a", T.Width), By = B.input("b", T.Width);
  const CellId Enable = B.input("enable", 1);
  std::vector<CellId> Operands = {A};
  if (numOperands(T.Operation) == 2)
    Operands.push_back(T.Constant ? B.constant(*T.Constant, T.Width) : By);
  const bool IsClocked = T.Unit.Latency > 0;
  const CellId Y = B.unit("y", T.Unit, T.Operation, Operands, T.Width,
                          IsClocked ? std::optional(Enable) : std::nullopt);
  // Wires behind the unit: an expansion sees through them.
  B.output("y", {B.bits(Y, T.Width / 2, T.Width - T.Width / 2), Y});
  return std::move(B.N);
}

uint64_t divisorOf(const Trial &T, std::mt19937_64 &Random) {
  if (T.DivisorBits >= T.Width)
    return randomWord(T.Width, Random);
  const uint64_t Magnitude = randomWord(T.DivisorBits, Random);
  return isSigned(T.Operation) && Random() % 2 ? -Magnitude & lowMask(T.Width)
                                               : Magnitude;
}

/// Holds the expansion of \p T against the unit, each cycle on new words.
void expectSame(const Trial &T, unsigned Cycles) {
  SCOPED_TRACE(T.Unit.Module + " " + std::string(name(T.Operation)) + " of " +
               number(T.Width) + " bits by " +
               (T.Constant ? number(*T.Constant) : "b"));
  const Netlist Is = netlistOf(T);
  Netlist Expanded = Is;
  expandUnits(Expanded);
  ASSERT_EQ(checkNetlist(Is), std::nullopt);
  ASSERT_EQ(checkNetlist(Expanded), std::nullopt);
  for (const Cell &C : Expanded.Cells)
    if (C.Kind == CellKind::Unit)
      ASSERT_EQ(Expanded.Units[C.Index].Module, "roofline_mul");
  std::mt19937_64 Random(T.Width);
  NetlistSimulator L(Is, 0, 1), R(Expanded, 0, 2);
  unsigned Enabled = 0;
  for (unsigned Cycle = 0; Cycle < Cycles + T.Unit.Latency; ++Cycle) {
    const uint64_t Inputs[] = {randomWord(T.Width, Random),
                               divisorOf(T, Random), Random() % 4 != 0};
    for (uint32_t Port = 0; Port < 3; ++Port) {
      L.setInput(Port, Inputs[Port]);
      R.setInput(Port, Inputs[Port]);
    }
    if (Enabled >= T.Unit.Latency)
      for (uint32_t At : {0u, Is.Outputs[0].Width - T.Width})
        ASSERT_EQ(L.output(0, At, T.Width), R.output(0, At, T.Width))
            << "cycle " << Cycle;
    L.clock();
    R.clock();
    Enabled += unsigned(Inputs[2]);
  }
}

void expectSameDivider(Op O, uint32_t Width, uint32_t DivisorBits,
                       unsigned Cycles) {
  for (bool IsRegistered : {true, false})
    expectSame({{"roofline_divide",
                 {{"WIDTH", number(Width)},
                  {"SIGNED", number(isSigned(O))},
                  {"REMAINDER", number(isRemainder(O))},
                  {"DIVISOR", number(DivisorBits)},
                  {"REGISTERED", number(IsRegistered)}},
                 IsRegistered ? Width + (isSigned(O) ? 2 : 0) : 0,
                 true},
                O,
                Width,
                {},
                DivisorBits},
               Cycles);
}

TEST(ExpandUnitsTest, Dividers) {
  for (Op O : {Op::UDiv, Op::SDiv, Op::URem, Op::SRem})
    for (uint32_t Width : Widths)
      expectSameDivider(O, Width, Width, 200);
}

TEST(ExpandUnitsTest, DividersByFewBits) {
  for (Op O : {Op::UDiv, Op::SDiv})
    for (uint32_t Width : Widths)
      for (uint32_t Bits : {1u, 2u, Width / 2, Width - 1})
        if (Bits >= 1 && Bits < Width)
          expectSameDivider(O, Width, Bits, 100);
}

TEST(ExpandUnitsTest, DividersByConstants) {
  std::mt19937_64 Random(1);
  for (Op O : {Op::UDiv, Op::SDiv, Op::URem, Op::SRem})
    for (uint32_t Width : {3, 8, 15, 16, 31, 32, 33, 63, 64})
      for (uint64_t Divisor :
           {uint64_t(3), uint64_t(5), uint64_t(10), uint64_t(24), uint64_t(-1),
            uint64_t(-2), uint64_t(-3), uint64_t(-4),
            uint64_t(1) << (Width - 1), (uint64_t(1) << (Width - 1)) + 1,
            Random() | 1}) {
        Divisor &= lowMask(Width);
        if (Divisor == 0 || (!isSigned(O) && (Divisor & (Divisor - 1)) == 0))
          continue; // none, or wires
        const bool IsNegative = isSigned(O) && Divisor >> (Width - 1);
        const uint64_t Magnitude =
            IsNegative ? -Divisor & lowMask(Width) : Divisor;
        for (bool IsRegistered : {false, true})
          expectSame(
              {{"roofline_divide_constant",
                {{"WIDTH", number(Width)},
                 {"SIGNED", number(isSigned(O))},
                 {"REMAINDER", number(isRemainder(O))},
                 {"REGISTERED", number(IsRegistered)},
                 {"NEGATIVE", number(IsNegative && !isRemainder(O))},
                 {"DIVISOR", number(Width) + "'d" + number(Magnitude)}},
                IsRegistered ? 3u + isSigned(O) + 4u * isRemainder(O) : 0,
                true},
               O,
               Width,
               Divisor},
              200);
      }
}

/// A remainder by 10 of 16 bits, of which \p Read makes the output.
template <typename ReadFn> void expectSameRemainder(ReadFn Read) {
  NetlistBuilder B;
  B.section("", CellPurpose::Datapath);
  const CellId A = B.input("a", 16), Enable = B.input("enable", 1);
  const CellId Before = B.reg("before", 16);
  const CellId Y = B.unit("y",
                          {"roofline_divide_constant",
                           {{"WIDTH", "16"},
                            {"SIGNED", "0"},
                            {"REMAINDER", "1"},
                            {"REGISTERED", "1"},
                            {"NEGATIVE", "0"},
                            {"DIVISOR", "16'd10"}},
                           7,
                           true},
                          Op::URem, {A, B.constant(10, 16)}, 16, Enable);
  B.connect(Before, B.named(Y, "wire"), {Enable, {}, {}});
  B.output("y", {Read(B, Before, Y)});
  Netlist Expanded = B.N;
  expandUnits(Expanded);
  ASSERT_EQ(checkNetlist(B.N), std::nullopt);
  ASSERT_EQ(checkNetlist(Expanded), std::nullopt);
  std::mt19937_64 Random(1);
  NetlistSimulator L(B.N, 0, 1), R(Expanded, 0, 2);
  const uint32_t Width = B.N.Outputs[0].Width;
  for (unsigned Cycle = 0; Cycle < 200; ++Cycle) {
    const uint64_t Word = randomWord(16, Random);
    for (NetlistSimulator *Each : {&L, &R}) {
      Each->setInput(0, Word);
      Each->setInput(1, 1);
    }
    if (Cycle > 8)
      ASSERT_EQ(L.output(0, 0, Width), R.output(0, 0, Width)) << Cycle;
    L.clock();
    R.clock();
  }
}

TEST(ExpandUnitsTest, LowBitsOfARemainder) {
  expectSameRemainder(
      [](NetlistBuilder &B, CellId, CellId Y) { return B.bits(Y, 0, 3); });
}

TEST(ExpandUnitsTest, ARegisterThatStandsBeforeADividerReadsItThroughAWire) {
  expectSameRemainder(
      [](NetlistBuilder &, CellId Before, CellId) { return Before; });
}

TEST(ExpandUnitsTest, BitCounts) {
  for (Op O : {Op::PopCount, Op::CountLeadingZeros, Op::CountTrailingZeros})
    for (uint32_t Width = 1; Width <= 64; ++Width)
      for (uint32_t Latency : {0, 1}) {
        Trial T = {{std::string(facts(O).moduleName()),
                    {{"WIDTH", number(Width)}, {"REGISTERED", number(Latency)}},
                    Latency,
                    true},
                   O,
                   Width,
                   {}};
        if (O != Op::PopCount)
          T.Unit.Parameters.emplace_back("LEADING",
                                         number(O == Op::CountLeadingZeros));
        expectSame(T, 100);
      }
}

TEST(ExpandUnitsTest, AParameterIsDecimalOrHexadecimal) {
  const NetlistUnit U = {
      "m", {{"A", "12"}, {"B", "8'h1f"}, {"C", "8'd31"}}, 0, false};
  EXPECT_EQ(parameterOf(U, "A"), 12u);
  EXPECT_EQ(parameterOf(U, "B"), 31u);
  EXPECT_EQ(parameterOf(U, "C"), 31u);
  EXPECT_EQ(parameterOf(U, "D"), std::nullopt);
}

} // namespace
