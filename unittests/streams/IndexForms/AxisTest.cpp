// Lines of a launch's indices: combine(), which halves ranges, against every
// index one by one.
#include "StraightRules.h"

#include "llvm/ADT/APInt.h"
#include "llvm/IR/Instructions.h"

#include "gtest/gtest.h"

#include <random>

using namespace llvm;
using namespace roofline;

namespace {

using Table = std::vector<int64_t>;
using Bits = ArrayRef<APInt>;
using Evaluation = std::function<std::optional<APInt>(Bits)>;
using Rule = std::function<bool(ArrayRef<Line>)>;

struct Operation {
  std::string Name;
  unsigned Bits; ///< of the operands
  unsigned NumOperands;
  Evaluation Evaluate;
  Rule IsStraight;
};

std::optional<APInt> quotient(unsigned Code, const APInt &L, const APInt &R) {
  if (R.isZero() || (Code == Instruction::SDiv && R.isAllOnes()))
    return std::nullopt;
  switch (Code) {
  case Instruction::UDiv:
    return L.udiv(R);
  case Instruction::URem:
    return L.urem(R);
  case Instruction::SDiv:
    return L.sdiv(R);
  default:
    return L.srem(R);
  }
}

std::optional<APInt> binary(unsigned Code, const APInt &L, const APInt &R) {
  bool TooFar = R.uge(L.getBitWidth());
  switch (Code) {
  case Instruction::Add:
    return L + R;
  case Instruction::Sub:
    return L - R;
  case Instruction::Mul:
    return L * R;
  case Instruction::And:
    return L & R;
  case Instruction::Or:
    return L | R;
  case Instruction::Xor:
    return L ^ R;
  case Instruction::Shl:
    return TooFar ? std::nullopt : std::optional(L.shl(R));
  case Instruction::LShr:
    return TooFar ? std::nullopt : std::optional(L.lshr(R));
  case Instruction::AShr:
    return TooFar ? std::nullopt : std::optional(L.ashr(R));
  default:
    return quotient(Code, L, R);
  }
}

std::vector<Operation> operations(unsigned Width) {
  std::vector<Operation> All;
  for (auto Code :
       {Instruction::Add, Instruction::Sub, Instruction::Mul, Instruction::And,
        Instruction::Or, Instruction::Xor, Instruction::Shl, Instruction::LShr,
        Instruction::AShr, Instruction::UDiv, Instruction::URem,
        Instruction::SDiv, Instruction::SRem})
    All.push_back({Instruction::getOpcodeName(Code), Width, 2,
                   [Code](Bits B) { return binary(Code, B[0], B[1]); },
                   [Code, Width](ArrayRef<Line> L) {
                     return isStraight(Instruction::BinaryOps(Code), Width, L);
                   }});
  for (auto P : ICmpInst::predicates()) {
    All.push_back(
        {"icmp " + CmpInst::getPredicateName(P).str(), Width, 2,
         [P](Bits B) -> std::optional<APInt> {
           return APInt(1, ICmpInst::compare(B[0], B[1], P));
         },
         [P, Width](ArrayRef<Line> L) { return isStraight(P, Width, L); }});
    if (CmpInst::isStrictPredicate(P) && CmpInst::isRelational(P))
      All.push_back({"the " + CmpInst::getPredicateName(P).str() + " one",
                     Width, 2,
                     [P](Bits B) -> std::optional<APInt> {
                       return ICmpInst::compare(B[0], B[1], P) ? B[0] : B[1];
                     },
                     [P, Width](ArrayRef<Line> L) {
                       return isStraightChoice(P, Width, L);
                     }});
  }
  All.push_back(
      {"abs", Width, 1,
       [](Bits B) -> std::optional<APInt> { return B[0].abs(); },
       [Width](ArrayRef<Line> L) { return isStraightAbsolute(Width, L[0]); }});
  for (bool IsSum : {false, true})
    for (bool IsSigned : {false, true})
      All.push_back(
          {IsSum ? "saturating sum" : "saturating difference", Width, 2,
           [=](Bits B) -> std::optional<APInt> {
             if (IsSigned)
               return IsSum ? B[0].sadd_sat(B[1]) : B[0].ssub_sat(B[1]);
             return IsSum ? B[0].uadd_sat(B[1]) : B[0].usub_sat(B[1]);
           },
           [=](ArrayRef<Line> L) {
             return isStraightSaturation(IsSum, IsSigned, Width, L);
           }});
  if (Width < 64)
    All.push_back({"zext", Width, 1,
                   [](Bits B) -> std::optional<APInt> { return B[0].zext(64); },
                   [](ArrayRef<Line> L) { return isStraightExtension(L[0]); }});
  for (unsigned To = 1; To < Width; To += 2)
    All.push_back(
        {"trunc", Width, 1,
         [To](Bits B) -> std::optional<APInt> { return B[0].trunc(To); },
         [To](ArrayRef<Line> L) { return isStraightTruncation(To, L[0]); }});
  return All;
}

/// The lines of \p T, one index after another.
std::vector<Line> linesOf(const Table &T) {
  std::vector<Line> Lines;
  for (int64_t I = 0; I < int64_t(T.size()); ++I) {
    if (!Lines.empty() && Lines.back().size() == 1 && I) {
      Lines.back().Slope = T[I] - T[I - 1];
      Lines.back().Last = I;
    } else if (!Lines.empty() && T[I] - T[I - 1] == Lines.back().Slope) {
      Lines.back().Last = I;
    } else {
      Lines.push_back({I, I, T[I], 0});
    }
  }
  return Lines;
}

class Random {
public:
  int64_t below(int64_t N) { return int64_t(Engine() % uint64_t(N)); }
  /// Signed numbers of \p Bits: few lines, or one value.
  Table table(size_t Size, unsigned Bits) {
    Table T;
    auto Fit = [&](int64_t V) {
      return APInt(64, V, true).trunc(Bits).getSExtValue();
    };
    while (T.size() < Size) {
      int64_t Slope = below(3) ? below(9) - 4 : 0, Value = Fit(below(1 << 16));
      size_t End = below(4) ? Size : T.size() + 1 + below(int64_t(Size));
      while (T.size() < std::min(End, Size)) {
        if (Fit(Value) != Value)
          break;
        T.push_back(Value);
        Value += Slope;
      }
    }
    return T;
  }

private:
  std::mt19937_64 Engine{7};
};

TEST(Axis, LinesAreWhatEveryIndexGives) {
  Random R;
  constexpr size_t Size = 37;
  for (unsigned Width : {1u, 3u, 5u, 8u, 16u, 32u, 64u})
    for (const Operation &O : operations(Width))
      for (int Round = 0; Round < 60; ++Round) {
        std::vector<Table> Tables;
        std::vector<Axis> Axes;
        for (unsigned I = 0; I < O.NumOperands; ++I) {
          Tables.push_back(R.table(Size, Width));
          if (I && R.below(2)) // most rules are about a constant
            Tables.back().assign(Size, Tables.back()[0]);
          Axes.push_back({0, linesOf(Tables.back())});
        }
        auto ValueAt = [&](ArrayRef<int64_t> N) -> std::optional<int64_t> {
          std::vector<APInt> B;
          for (int64_t V : N)
            B.push_back(APInt(64, V, true).trunc(Width));
          std::optional<APInt> Result = O.Evaluate(B);
          return Result ? std::optional(Result->getSExtValue()) : std::nullopt;
        };
        std::vector<AxisOperand> Operands;
        for (const Axis &A : Axes)
          Operands.push_back({0, &A});
        auto Found = combine(Size, Operands, ValueAt, O.IsStraight);
        std::optional<Table> Expected = Table();
        for (size_t I = 0; I < Size && Expected; ++I) {
          std::vector<int64_t> Numbers;
          for (const Table &T : Tables)
            Numbers.push_back(T[I]);
          if (std::optional<int64_t> V = ValueAt(Numbers))
            Expected->push_back(*V);
          else
            Expected.reset();
        }
        ASSERT_EQ(bool(Found), bool(Expected)) << O.Name << " of " << Width;
        if (Found) {
          ASSERT_EQ(*Found, linesOf(*Expected)) << O.Name << " of " << Width;
        }
      }
}

TEST(Axis, MillionsOfIndicesAreFewLines) {
  constexpr int64_t Size = int64_t(1) << 40;
  Axis Index{1, {}}, Last;
  AxisOperand Of[] = {{-1, &Index}, {0, nullptr}};
  auto Clamped = combine( // max(i - 1, 0)
      Size, Of,
      [](ArrayRef<int64_t> N) { return std::optional(std::max(N[0], N[1])); },
      [](ArrayRef<Line> L) {
        return isStraightChoice(CmpInst::ICMP_SGT, 64, L);
      });
  ASSERT_TRUE(Clamped);
  std::vector<Line> Expected = {{0, 1, 0, 0}, {2, Size - 1, 1, 1}};
  EXPECT_EQ(*Clamped, Expected);
  // i / 2^38 is 0, 1, 2, 3: four steps, between which lie two indices of a
  // line each.
  Of[0] = {0, &Index}, Of[1] = {int64_t(1) << 38, nullptr};
  auto Quotient = combine(
      Size, Of, [](ArrayRef<int64_t> N) { return std::optional(N[0] / N[1]); },
      [](ArrayRef<Line> L) { return isStraight(Instruction::UDiv, 64, L); });
  ASSERT_TRUE(Quotient);
  EXPECT_EQ(Quotient->size(), 4u);
  Last.Lines = *Quotient;
  for (int64_t I : {int64_t(0), (int64_t(1) << 38) - 1, int64_t(1) << 38,
                    3 * (int64_t(1) << 38) - 1, Size - 1})
    EXPECT_EQ(Last.at(I), I >> 38);
}

TEST(Axis, WhatLeaves64BitsHasNoLines) {
  Axis Steep{int64_t(1) << 40, {}};
  auto Same = [](ArrayRef<int64_t> N) { return std::optional(N[0]); };
  auto Always = [](ArrayRef<Line>) { return true; };
  EXPECT_TRUE(combine(int64_t(1) << 22, {{0, &Steep}}, Same, Always));
  EXPECT_FALSE(combine(int64_t(1) << 24, {{0, &Steep}}, Same, Always));
}

TEST(Axis, IndicesWhereAValueIs) {
  Random R;
  for (int Round = 0; Round < 2000; ++Round) {
    Table T = R.table(23, 5);
    Axis A{0, linesOf(T)};
    int64_t Constant = R.below(5);
    std::vector<int64_t> Values;
    for (int64_t I = R.below(4); I > 0; --I)
      Values.push_back(R.below(36) - 16);
    for (bool IsOne : {false, true}) {
      IndexSet Set, All = {{{3, 9}, {12, 20}}};
      intersect(Set, indicesWhere(23, {Constant, &A}, Values, IsOne));
      intersect(All, *Set);
      auto In = [](const IndexSet &S, int64_t I) {
        return any_of(
            *S, [&](auto Run) { return Run.first <= I && I <= Run.second; });
      };
      for (int64_t I = 0; I < 23; ++I) {
        ASSERT_EQ(In(Set, I), is_contained(Values, T[I] + Constant) == IsOne);
        ASSERT_EQ(In(All, I),
                  In(Set, I) && I >= 3 && I <= 20 && I != 10 && I != 11);
      }
    }
  }
}

} // namespace
