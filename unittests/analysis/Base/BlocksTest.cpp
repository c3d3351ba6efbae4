// Forms that go in blocks, against their values one by one.
#include "roofline/Base/Blocks.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

using namespace roofline;

namespace {

Expr named(const char *Name) { return Expr::symbol(Name); }
Expr whole(int64_t Value) { return Expr::constant(Value); }

const Expr G = named("g"), K = named("k"), W = named("w");
const IsCounter Moves = [](std::string_view S) { return S == "g" || S == "k"; };
const IsCounter AlongG = [](std::string_view S) { return S == "g"; };

TEST(BlocksTest, QuotientsByWhatStandsStillGoInBlocks) {
  EXPECT_TRUE(isBlockwise(W * div(G, W) + mod(G + whole(3) * K, W), Moves));
  EXPECT_TRUE(isBlockwise(mod(div(G, W), max(W, whole(4))), Moves));
  EXPECT_FALSE(isBlockwise(div(W, G), Moves));
  EXPECT_FALSE(isBlockwise(G * K, Moves));
  EXPECT_FALSE(isBlockwise(mod(G, W) * K, Moves));
  EXPECT_FALSE(isBlockwise(min(G, W), Moves));
  EXPECT_FALSE(isBlockwise(div(min(G, W), W), Moves));
}

BlockStep step(const Expr &E) { return blockStep(E, AlongG).value(); }

TEST(BlocksTest, ARemainderStepsAndAQuotientStays) {
  EXPECT_EQ(step(mod(G, whole(24))), (BlockStep{1, 1.0 / 24}));
  EXPECT_EQ(step(div(G, whole(24))), (BlockStep{0, 1.0 / 24}));
  // A row is 32 wide, of which 24 are used: both end their blocks together.
  EXPECT_EQ(step(whole(128) * div(G, whole(24)) + whole(4) * mod(G, whole(24))),
            (BlockStep{4, 1.0 / 24}));
}

TEST(BlocksTest, FinerBlocksEndWhereCoarserDo) {
  const Expr X = mod(G, whole(10)), Y = mod(div(G, whole(10)), whole(20)),
             Z = div(G, whole(200));
  EXPECT_EQ(step(X + whole(12) * Y + whole(264) * Z), (BlockStep{1, 0.1}));
  EXPECT_EQ(step(div(mod(G, whole(24)), whole(4))), (BlockStep{0, 0.25}));
  // Parts of 5 end apart from rows of 24: at most every 1 / 5 + 1 / 24.
  EXPECT_DOUBLE_EQ(step(div(mod(G, whole(24)), whole(5))).Breaks,
                   1.0 / 5 + 1.0 / 24);
}

TEST(BlocksTest, MostStepsDecide) {
  EXPECT_EQ(step(div(whole(16) * G, whole(16))), (BlockStep{1, 0}));
  EXPECT_EQ(step(div(whole(3) * G, whole(4))), (BlockStep{1, 0.25}));
  EXPECT_EQ(step(mod(whole(7) * G, whole(8))), (BlockStep{-1, 0.125}));
  EXPECT_EQ(step(mod(whole(8) * K, whole(3))), (BlockStep{0, 0}));
}

TEST(BlocksTest, NumbersAtTheEndsOf64BitsAreNotFollowed) {
  const Expr Least = whole(INT64_MIN), Most = whole(INT64_MAX);
  EXPECT_EQ(blockStep(div(Least * G, whole(3)), AlongG), std::nullopt);
  EXPECT_EQ(blockStep(mod(G, Most), AlongG), std::nullopt);
  for (const Expr &E :
       {div(Least * G, whole(3)), mod(Most * G + K, Most), mod(G, Most),
        Most * div(G, whole(3)) + Least * div(G, whole(7)),
        mod(G, whole((int64_t(1) << 39) - 1)) +
            mod(G, whole((int64_t(1) << 39) - 3))})
    inDigits(E, {{"g", INT64_MAX}, {"k", INT64_MAX}}); // ends, without overflow
}

TEST(BlocksTest, AnUnknownDivisorLeavesTheLengthOpen) {
  const Expr P = named("p");
  EXPECT_EQ(step(P * div(G, W) + whole(4) * mod(G, W)),
            (BlockStep{4, 0, false}));
  EXPECT_EQ(blockStep(P * mod(G, W), AlongG), std::nullopt);
  EXPECT_EQ(blockStep(mod(G, whole(0)), AlongG), std::nullopt);
  EXPECT_EQ(blockStep(div(G, whole(-4)), AlongG), std::nullopt);
  EXPECT_EQ(blockDivisors(div(mod(G, W), whole(4)) + div(P, whole(7)), Moves),
            (std::vector<Expr>{W, whole(4)}));
}

/// Adds each value of \p Sum to \p Counts.
void addValues(const DigitSum &Sum, std::map<int64_t, int> &Counts,
               size_t First = 0, int64_t Value = 0) {
  if (First == Sum.Digits.size()) {
    ++Counts[Sum.Offset + Value];
    return;
  }
  const Digit &D = Sum.Digits[First];
  for (int64_t I = 0; I < D.Number; ++I)
    addValues(Sum, Counts, First + 1, Value + I * D.Step);
}

TEST(BlocksTest, ARowThatIsCutShortIsAPartOfItsOwn) {
  // 1000 ids in rows of 24: 41 whole ones, and 16 of the next.
  const Expr Place =
      whole(128) * div(G, whole(24)) + whole(4) * mod(G, whole(24));
  const auto Parts = inDigits(Place, {{"g", 1000}});
  ASSERT_TRUE(Parts);
  ASSERT_EQ(Parts->size(), 2u);
  EXPECT_EQ((*Parts)[0].Offset, 0);
  EXPECT_EQ((*Parts)[0].Digits,
            (std::vector<Digit>{{"g.0", 24, 4}, {"g.1", 41, 128}}));
  EXPECT_EQ((*Parts)[1].Offset, 41 * 128);
  EXPECT_EQ((*Parts)[1].Digits, (std::vector<Digit>{{"g.0", 16, 4}}));
}

TEST(BlocksTest, ShiftedBlocksDoNotComeApart) {
  EXPECT_FALSE(inDigits(div(G + whole(5), whole(24)), {{"g", 1000}}));
}

/// A random blockwise form over g and k.
Expr randomBlocks(std::mt19937 &Random, unsigned Depth) {
  auto Below = [&](uint64_t Limit) { return Random() % Limit; };
  const int64_t Sizes[] = {2, 3, 4, 6, 8, 12, 24};
  const Expr By = whole(Sizes[Below(std::size(Sizes))]);
  if (Depth == 0)
    return Below(3) ? G : K;
  const Expr L = randomBlocks(Random, Depth - 1);
  switch (Below(5)) {
  case 0:
    return L + randomBlocks(Random, Depth - 1);
  case 1:
    return By * L;
  case 2:
    return div(L, By);
  default:
    return mod(L, By);
  }
}

TEST(BlocksTest, DigitsHaveTheValuesOfTheCounter) {
  std::mt19937 Random(11);
  const std::vector<Digit> Counters = {{"g", 100}, {"k", 7}};
  unsigned Apart = 0;
  for (unsigned Form = 0; Form < 1000; ++Form) {
    const Expr E = randomBlocks(Random, 4);
    const auto Parts = inDigits(E, Counters);
    if (!Parts)
      continue;
    Apart += Parts->size() > 1;
    std::map<int64_t, int> Sum, Each;
    for (const DigitSum &Part : *Parts)
      addValues(Part, Sum);
    for (int64_t G = 0; G < 100; ++G)
      for (int64_t K = 0; K < 7; ++K)
        ++Each[*evaluate(E, [=](std::string_view Name) {
          return std::optional<int64_t>(Name == "g" ? G : K);
        })];
    ASSERT_EQ(Sum, Each) << toString(E);
  }
  EXPECT_GT(Apart, 100u);
}

TEST(BlocksTest, TheShareOfOneDivisionIsExact) {
  for (int64_t Scale = 1; Scale <= 40; ++Scale)
    for (int64_t By = 2; By <= 24; ++By)
      for (const bool IsRest : {false, true}) {
        const Expr Dividend = whole(Scale) * G + whole(7);
        const Expr E =
            IsRest ? mod(Dividend, whole(By)) : div(Dividend, whole(By));
        const BlockStep Block = step(E);
        auto Value = [&](int64_t At) {
          return *evaluate(E, [At](std::string_view) { return At; });
        };
        int64_t Others = 0;
        for (int64_t At = 0; At < By; ++At) // it repeats after By steps
          Others += Value(At + 1) - Value(At) != Block.Step;
        ASSERT_DOUBLE_EQ(double(Others) / double(By), Block.Breaks)
            << toString(E);
      }
}

} // namespace
