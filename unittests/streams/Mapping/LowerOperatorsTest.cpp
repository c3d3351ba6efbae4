// Operators as gates and carry chains, against what they mean.
#include "BitSimulator.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Netlist/EvaluateNetlist.h"
#include "roofline/Netlist/ExpandUnits.h"
#include "roofline/Netlist/NetlistBuilder.h"
#include "roofline/Stream/StreamOperation.h"

#include <gtest/gtest.h>

#include <random>

using namespace roofline;
using namespace roofline::test;

namespace {

using Op = DatapathOp;

constexpr unsigned NumCases = 64;

/// What an operand is.
enum class OperandForm : uint8_t {
  Input,
  Zero,
  One,
  Ones,
  Least, ///< the least signed number
  Constant,
  ZeroExtended, ///< of half the width
  SignExtended,
  TopConstant, ///< only its upper half
  LowConstant,
  Last = LowConstant
};

/// One operator between ports and a port.
struct OperatorNetlist {
  NetlistBuilder B;
  std::vector<CellId> Operands;
  std::mt19937_64 &Random;

  CellId operand(OperandForm F, uint32_t Width, std::string Name) {
    const CellId In = B.input(std::move(Name), Width);
    const uint32_t Half = (Width + 1) / 2;
    switch (F) {
    case OperandForm::Input:
      return In;
    case OperandForm::Zero:
      return B.constant(0, Width);
    case OperandForm::One:
      return B.constant(1, Width);
    case OperandForm::Ones:
      return B.constant(lowMask(Width), Width);
    case OperandForm::Least:
      return B.constant(uint64_t(1) << (Width - 1), Width);
    case OperandForm::Constant:
      return B.constant(Random(), Width);
    case OperandForm::ZeroExtended:
    case OperandForm::SignExtended:
      return B.resized(B.bits(In, 0, Half), Width,
                       F == OperandForm::SignExtended);
    default: {
      if (Width == 1)
        return In;
      const CellId Known = B.constant(Random(), Width - Half);
      const CellId Rest = B.bits(In, 0, Half);
      return F == OperandForm::TopConstant ? B.join({Rest, Known})
                                           : B.join({Known, Rest});
    }
    }
  }

  OperatorNetlist(Op O, uint32_t Width, OperandForm X,
                  std::optional<OperandForm> Y, std::mt19937_64 &Random)
      : Random(Random) {
    B.section("", CellPurpose::Datapath);
    if (O == Op::Select)
      Operands.push_back(B.input("if", 1));
    Operands.push_back(operand(X, Width, "x"));
    Operands.push_back(Y ? operand(*Y, Width, "y") : Operands.back());
    const bool IsCompare = facts(O).Types == OperandTypes::Compare;
    B.output("out", {B.op(O, Operands, IsCompare ? 1 : Width)});
  }
};

/// Words of the ports, by case: any, near each other, and small.
std::vector<uint64_t> randomPorts(const Netlist &N, std::mt19937_64 &Random) {
  std::vector<uint64_t> Words;
  for (size_t I = 0; I < N.Inputs.size(); ++I) {
    uint64_t Word = Random();
    if (I > 0 && Random() % 3 == 0)
      Word = Words.back() + Random() % 3 - 1;
    else if (Random() % 3 == 0)
      Word = Random() % (2 * N.Inputs[I].Width);
    else if (Random() % 4 == 0)
      Word >>= Random() % 64;
    Words.push_back(Word & lowMask(N.Inputs[I].Width));
  }
  return Words;
}

bool isShift(Op O) { return O == Op::Shl || O == Op::LShr || O == Op::AShr; }

/// What the operator gives in each case; nothing: any word.
struct ExpectedWords {
  std::vector<std::vector<uint64_t>> Ports; ///< by case
  std::vector<std::optional<uint64_t>> Words;
};

ExpectedWords expectedWords(const OperatorNetlist &T, Op O, uint32_t Width) {
  ExpectedWords E;
  NetlistSimulator S(T.B.N);
  const ValueType Type = {ScalarKind::Int, uint16_t(Width), 1};
  const ValueType To = {ScalarKind::Int, uint16_t(T.B.N.Outputs[0].Width), 1};
  for (unsigned Case = 0; Case < NumCases; ++Case) {
    E.Ports.push_back(randomPorts(T.B.N, T.Random));
    for (uint32_t P = 0; P < E.Ports.back().size(); ++P)
      S.setInput(P, E.Ports.back()[P]);
    uint64_t Values[3] = {};
    for (size_t I = 0; I < T.Operands.size(); ++I)
      Values[I] = S.word(T.Operands[I]);
    E.Words.emplace_back();
    if (!isShift(O) || Values[1] < Width)
      E.Words.back() = applyOperation(O, To, Type, Values) & lowMask(To.Bits);
  }
  return E;
}

/// The words of the bits in each case.
std::vector<uint64_t> wordsOfBits(const Netlist &N, const ExpectedWords &E,
                                  const LoweringStyle &Style) {
  const BitNetlist Bits = lowerNetlist(N, Style);
  BitSimulator S(Bits, Style);
  for (uint32_t P = 0; P < N.Inputs.size(); ++P)
    for (uint32_t Bit = 0; Bit < N.Inputs[P].Width; ++Bit) {
      uint64_t Cases = 0;
      for (unsigned Case = 0; Case < NumCases; ++Case)
        Cases |= (E.Ports[Case][P] >> Bit & 1) << Case;
      S.setInput(P, Bit, Cases);
    }
  std::vector<uint64_t> Words(NumCases);
  for (uint32_t Bit = 0; Bit < N.Outputs[0].Width; ++Bit)
    for (unsigned Case = 0; Case < NumCases; ++Case)
      Words[Case] |= (S.output(0, Bit) >> Case & 1) << Bit;
  return Words;
}

/// The number of wrong cases.
unsigned wrongCases(Op O, uint32_t Width, OperandForm X,
                    std::optional<OperandForm> Y, std::mt19937_64 &Random) {
  const OperatorNetlist T(O, Width, X, Y, Random);
  const ExpectedWords E = expectedWords(T, O, Width);
  unsigned Wrong = 0;
  for (const auto &[Name, Style] : LoweringStyles) {
    const std::vector<uint64_t> Words = wordsOfBits(T.B.N, E, Style);
    for (unsigned Case = 0; Case < NumCases; ++Case)
      if (E.Words[Case] && Words[Case] != *E.Words[Case]) {
        ADD_FAILURE() << Name << ": " << name(O) << " of " << Width
                      << " bits, forms " << int(X) << " and "
                      << (Y ? int(*Y) : -1) << ": " << Words[Case] << " for "
                      << *E.Words[Case];
        ++Wrong;
        break;
      }
  }
  return Wrong;
}

constexpr unsigned NumForms = unsigned(OperandForm::Last) + 1;

/// All pairs of forms, and an operand with itself.
void proveOperator(Op O, uint32_t Width, std::mt19937_64 &Random) {
  unsigned Wrong = 0;
  for (unsigned X = 0; X < NumForms; ++X) {
    Wrong += wrongCases(O, Width, OperandForm(X), std::nullopt, Random);
    for (unsigned Y = 0; Y < NumForms; ++Y)
      Wrong += wrongCases(O, Width, OperandForm(X), OperandForm(Y), Random);
    ASSERT_LT(Wrong, 8u);
  }
}

TEST(LowerOperatorsTest, SumsAndBitwise) {
  std::mt19937_64 Random(1);
  for (Op O : {Op::Add, Op::Sub, Op::And, Op::Or, Op::Xor, Op::Select})
    for (uint32_t Width : {1, 2, 3, 4, 5, 6, 7, 8, 13, 32, 33, 64})
      proveOperator(O, Width, Random);
}

TEST(LowerOperatorsTest, Comparisons) {
  std::mt19937_64 Random(2);
  for (Op O : {Op::Equal, Op::NotEqual, Op::ULess, Op::ULessEqual, Op::SLess,
               Op::SLessEqual})
    for (uint32_t Width : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 16, 31, 32, 64})
      proveOperator(O, Width, Random);
}

TEST(LowerOperatorsTest, Shifts) {
  std::mt19937_64 Random(3);
  for (Op O : {Op::Shl, Op::LShr, Op::AShr})
    for (uint32_t Width : {1, 2, 3, 4, 5, 8, 13, 16, 31, 33, 64})
      proveOperator(O, Width, Random);
}

TEST(LowerOperatorsTest, SmallProducts) {
  std::mt19937_64 Random(4);
  for (uint32_t Width : {1, 2, 3, 4, 5, 8}) // wider ones are blocks
    proveOperator(Op::Mul, Width, Random);
}

TEST(LowerOperatorsTest, ProductsByOneBitAreGates) {
  constexpr uint32_t Width = 32;
  for (bool IsClocked : {false, true}) {
    NetlistBuilder B;
    B.section("", CellPurpose::Datapath);
    const std::vector<CellId> Ids = {B.resized(B.input("bit", 1), Width),
                                     B.input("word", Width)};
    NetlistUnit Unit = {"roofline_mul", {{"WIDTH", "32"}}, 3, true};
    const CellId Product =
        IsClocked ? B.unit("product", Unit, Op::Mul, Ids, Width, {})
                  : B.op(Op::Mul, Ids, Width);
    B.output("out", {Product});
    const BitNetlist Bits = lowerNetlist(B.N, {});
    EXPECT_TRUE(Bits.Boxes.empty());
    NetlistSimulator Words(B.N);
    BitSimulator S(Bits, {});
    std::mt19937_64 Random(1);
    for (unsigned Cycle = 0; Cycle < 40; ++Cycle) {
      for (uint32_t P : {0, 1}) {
        const uint64_t Word = Random() & lowMask(B.N.Inputs[P].Width);
        Words.setInput(P, Word);
        for (uint32_t I = 0; I < B.N.Inputs[P].Width; ++I)
          S.setInput(P, I, Word >> I & 1);
      }
      for (uint32_t I = 0; Cycle > 3 && I < Width; ++I)
        ASSERT_EQ(S.output(0, I) & 1, Words.output(0, I, 1));
      Words.clock();
      S.clock();
    }
  }
}

/// A tree of sums, each read once: of ports, constants, small products and
/// shorter sums with zeros above.
CellId randomSum(NetlistBuilder &B, uint32_t Width, unsigned Depth,
                 const std::vector<CellId> &Ports, std::mt19937_64 &Random) {
  const CellId Port = Ports[Random() % Ports.size()];
  if (Random() % 16 == 0)
    return B.constant(Random(), Width);
  if (Depth == 0 || Random() % 8 == 0)
    return B.resized(B.bits(Port, 0, 1 + Random() % Width), Width,
                     Random() % 4 == 0);
  const uint32_t Part = Random() % 3 ? Width : uint32_t(1 + Random() % Width);
  auto Operand = [&] { return randomSum(B, Part, Depth - 1, Ports, Random); };
  const Op Of[] = {Op::Add, Op::Add, Op::Sub, Op::Mul};
  const Op O = Of[Random() % (Part < LeastProduct ? 4 : 3)];
  const CellId Left = Operand();
  return B.resized(B.op(O, Left, Operand()), Width);
}

TEST(LowerOperatorsTest, SumsOfSeveralNumbers) {
  std::mt19937_64 Random(5);
  for (uint32_t Width : {1, 2, 3, 5, 8, 9, 16, 33, 64})
    for (unsigned Trial = 0; Trial < 60; ++Trial) {
      NetlistBuilder B;
      B.section("", CellPurpose::Datapath);
      std::vector<CellId> Ports;
      for (const char *Name : {"a", "b", "c", "d"})
        Ports.push_back(B.input(Name, Width));
      B.output("out", {randomSum(B, Width, 1 + Trial % 4, Ports, Random)});
      NetlistSimulator S(B.N);
      ExpectedWords E;
      for (unsigned Case = 0; Case < NumCases; ++Case) {
        E.Ports.push_back(randomPorts(B.N, Random));
        for (uint32_t P = 0; P < Ports.size(); ++P)
          S.setInput(P, E.Ports.back()[P]);
        E.Words.emplace_back(S.output(0, 0, Width));
      }
      for (const auto &[Name, Style] : LoweringStyles) {
        const std::vector<uint64_t> Words = wordsOfBits(B.N, E, Style);
        for (unsigned Case = 0; Case < NumCases; ++Case)
          ASSERT_EQ(Words[Case], *E.Words[Case])
              << Name << ", " << Width << " bits, trial " << Trial;
      }
    }
}

} // namespace
