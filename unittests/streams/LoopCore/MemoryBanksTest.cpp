// Banks of memories: functions of addresses, and what is proven of them.
#include "roofline/Loops/MemoryBanks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

using namespace roofline;

namespace {

/// Words and rows: whole banks, parts of banks, a row that is no power of two.
const std::pair<uint64_t, uint64_t> Sizes[] = {
    {2, 0}, {3, 0}, {64, 16}, {100, 0}, {186, 62}, {1000, 250}, {1024, 128}};

std::string textOf(const BankFunction &F) {
  return std::to_string(int(F.K)) + ": " + std::to_string(F.Bits) +
         " bits from " + std::to_string(F.Low) + ", rows of " +
         std::to_string(F.Row);
}

TEST(MemoryBanksTest, EachWordHasAPlaceOfItsOwn) {
  for (const auto &[Words, Row] : Sizes)
    for (const BankFunction &F : bankFunctions(Words, Row)) {
      std::set<std::pair<uint64_t, uint64_t>> Taken;
      for (uint64_t A = 0; A < Words; ++A) {
        EXPECT_LT(F.bank(A), F.banks(Words)) << textOf(F);
        EXPECT_LT(F.place(A), F.words(Words)) << textOf(F) << " of " << Words;
        Taken.emplace(F.bank(A), F.place(A));
      }
      EXPECT_EQ(Taken.size(), Words) << textOf(F);
      EXPECT_LE(F.banks(Words), MaxMemoryBanks) << textOf(F);
    }
}

TEST(MemoryBanksTest, NoBankIsLongerThanItsWords) {
  for (const auto &[Words, Row] : Sizes)
    for (const BankFunction &F : bankFunctions(Words, Row)) {
      uint64_t Last = 0;
      for (uint64_t A = 0; A < Words; ++A)
        Last = std::max(Last, F.place(A));
      EXPECT_EQ(Last + 1, F.words(Words)) << textOf(F) << " of " << Words;
    }
}

/// The facts of all addresses from First on, Step apart.
AddressFacts factsOf(uint64_t First, uint64_t Step, uint64_t Number) {
  AddressFacts Facts = {~uint64_t(0), ~uint64_t(0), First, First};
  for (uint64_t A = First; Number-- > 0; A += Step)
    Facts = {Facts.Zero & ~A, Facts.One & A, Facts.Least, A};
  return Facts;
}

TEST(MemoryBanksTest, WhatIsProvenHolds) {
  const uint64_t Words = 186;
  for (const BankFunction &F : bankFunctions(Words, 62))
    for (uint64_t A = 0; A < 62; ++A)
      for (uint64_t Step : {1, 4, 62}) {
        const AddressFacts One = factsOf(A, Step, 3);
        if (const auto Bank = F.fixedBank(One))
          for (uint64_t I = 0; I < 3; ++I)
            EXPECT_EQ(F.bank(A + I * Step), *Bank) << textOf(F);
        for (uint64_t B = 0; B < 62; B += 7) {
          const AddressFacts Other = factsOf(B, Step, 3);
          for (uint64_t I = 0; I < 9; ++I) {
            const uint64_t X = A + I % 3 * Step, Y = B + I / 3 * Step;
            if (F.parts(One, Other))
              EXPECT_NE(F.bank(X), F.bank(Y)) << textOf(F);
            if (One.excludes(Other))
              EXPECT_NE(X, Y);
          }
        }
      }
}

/// Of 16 rows, too, whose bits are the highest of 18.
TEST(MemoryBanksTest, OffersRows) {
  const auto Has = [](uint64_t Words, uint64_t Row, const BankFunction &F) {
    const auto Functions = bankFunctions(Words, Row);
    EXPECT_LE(Functions.size(), 64u);
    return std::ranges::count(Functions, F) > 0;
  };
  EXPECT_TRUE(Has(1 << 18, 1 << 14, {.Low = 14, .Bits = 4}));
  EXPECT_TRUE(Has(186, 62, {.K = BankFunction::Kind::Rows, .Row = 62}));
  EXPECT_FALSE(Has(17 * 62, 62, {.K = BankFunction::Kind::Rows, .Row = 62}));
}

/// Rows of 62 words, a fourth word each, and one array of four by 256.
TEST(MemoryBanksTest, ProvesWhatLoopsNeed) {
  const BankFunction Rows = {.K = BankFunction::Kind::Rows, .Row = 62};
  EXPECT_EQ(Rows.fixedBank(factsOf(62, 1, 62)), 1u);
  EXPECT_EQ(Rows.fixedBank(factsOf(61, 1, 2)), std::nullopt);
  const BankFunction Fourths = {.Low = 0, .Bits = 2};
  EXPECT_EQ(Fourths.fixedBank(factsOf(3, 4, 16)), 3u);
  EXPECT_TRUE(Fourths.parts(factsOf(0, 4, 16), factsOf(1, 4, 16)));
  EXPECT_FALSE(Fourths.parts(factsOf(0, 4, 16), factsOf(4, 4, 16)));
  const BankFunction Arrays = {.Low = 8, .Bits = 2};
  EXPECT_TRUE(
      Arrays.parts({.Zero = 512, .One = 256}, {.Zero = 256, .One = 512}));
  EXPECT_EQ(Arrays.fixedBank({.Zero = 512}), std::nullopt);
}

} // namespace
