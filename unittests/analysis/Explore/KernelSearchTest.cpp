// The search for designs of compiled kernels, against all designs one by one.
#include "roofline/Explore/KernelSearch.h"

#include "TestKernels.h"

#include "roofline/Designs/KernelChoices.h"
#include "roofline/Hpca16/WhatIf.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <tuple>

using namespace roofline;
using namespace roofline::test;

namespace {

/// Few blocks and little logic.
Device smallBoard() { return pricedBoard(6000, 200); }

using Group = std::array<uint64_t, 3>;
/// Time, logic, memory blocks, DSP blocks.
using Price = std::tuple<double, double, double, double>;

std::optional<Price> priceOf(const KernelSummary &K, Launch L,
                             const Device &Board, const Group &Size,
                             const Design &D) {
  L.Local = Size;
  const BoundKernel Bound = bindKernel(K, L, Board);
  const BoardEstimate E = estimateBoard(Bound, L, D, Board);
  const FitEstimate F = *fitDesign(K, E, Board);
  if (!F.exceeded().empty())
    return std::nullopt;
  return Price{E.timeAt(F.Clock).Time.value(), F.total().Logic,
               F.total().Memory, F.total().Dsp};
}

bool isNoWorse(const Price &A, const Price &B) {
  return std::get<0>(A) <= std::get<0>(B) * (1 + 1e-12) &&
         std::get<1>(A) <= std::get<1>(B) && std::get<2>(A) <= std::get<2>(B) &&
         std::get<3>(A) <= std::get<3>(B);
}

Price priceOf(const PricedKernelDesign &D) {
  return {D.Time.value(), D.Need.Logic, D.Need.Memory, D.Need.Dsp};
}

TEST(KernelSearch, FrontIsThatOfAllDesigns) {
  const KernelSummary K = matrixMultiplyOfSource();
  const Device Board = smallBoard();
  Launch L = launchMatrixMultiply(8);
  L.Local.reset();
  const Group Sizes[] = {{1, 1, 1}, {2, 1, 1}, {4, 1, 1}, {8, 1, 1},
                         {1, 2, 1}, {2, 2, 1}, {4, 2, 1}, {8, 2, 1},
                         {1, 4, 1}, {2, 4, 1}, {4, 4, 1}, {8, 4, 1},
                         {1, 8, 1}, {2, 8, 1}, {4, 8, 1}, {8, 8, 1}};
  std::vector<Price> All;
  uint64_t Number = 0;
  for (const Group &Size : Sizes)
    for (uint32_t Simd : {1, 2, 4, 8})
      for (uint32_t Unroll : {1, 2, 4, 8})
        for (uint32_t Units = 1; Units <= 3; ++Units) {
          if (Size[0] % Simd || Units > 64 / (Size[0] * Size[1]))
            continue;
          ++Number;
          if (auto P = priceOf(K, L, Board, Size, {Units, Simd, {Unroll}}))
            All.push_back(*P);
        }
  ASSERT_LT(All.size(), Number); // some are too large
  KernelSpace Space;
  Space.MaxUnits = 3;
  auto Found = exploreKernel(K, L, Board, Space);
  ASSERT_TRUE(bool(Found));
  EXPECT_EQ(Found->Fitting, All.size());
  EXPECT_LE(Found->Priced, Number);
  EXPECT_GT(Found->LeftOut, 0u);
  for (const Price &P : All)
    EXPECT_TRUE(std::any_of(
        Found->Front.begin(), Found->Front.end(),
        [&](const PricedKernelDesign &D) { return isNoWorse(priceOf(D), P); }));
  for (const PricedKernelDesign &D : Found->Front)
    EXPECT_TRUE(std::any_of(All.begin(), All.end(), [&](const Price &P) {
      return isNoWorse(P, priceOf(D));
    }));
  ASSERT_EQ(Found->Best, 0u);
  EXPECT_DOUBLE_EQ(Found->Front[0].Time.value(),
                   std::get<0>(*std::min_element(All.begin(), All.end())));
}

TEST(KernelSearch, TextOfADesignReadsBackAsIt) {
  const KernelSummary K = matrixMultiplyOfSource();
  const Device Board = smallBoard();
  const Launch L = launchMatrixMultiply(16);
  auto Found = exploreKernel(K, L, Board, {});
  ASSERT_TRUE(bool(Found));
  const BoundKernel Bound = bindKernel(K, L, Board);
  for (const PricedKernelDesign &D : Found->Front) {
    const auto Read =
        std::get<WhatIf>(parseWhatIf(D.WhatIf, Bound, sourceDesign(Bound)));
    EXPECT_EQ(Read.D, D.D);
    EXPECT_EQ(Read.Local.value_or(*L.Local), D.Group);
  }
}

TEST(KernelSearch, WhatTheKernelForbids) {
  KernelSummary K = matrixMultiplyOfSource();
  K.Barriers.push_back({"k.cl", 3, 1});
  K.DivergentBranches.push_back({"k.cl", 2, 1});
  K.Loops[0].Trip.K = TripCount::Kind::AtMost; // its exit is that branch
  const Launch L = launchMatrixMultiply(16);
  auto Found = exploreKernel(K, L, smallBoard(), {});
  ASSERT_TRUE(bool(Found));
  for (const PricedKernelDesign &D : Found->Front) {
    EXPECT_EQ(D.Group, *L.Local);
    EXPECT_EQ(D.D.Simd, 1u);
    EXPECT_EQ(D.D.ComputeUnits, 1u); // there is one group
  }
  for (const char *Why : {"the work-group stays", "no SIMD"})
    EXPECT_EQ(
        std::count_if(Found->Notes.begin(), Found->Notes.end(),
                      [&](const std::string &N) { return N.starts_with(Why); }),
        1)
        << Why;
}

// The compiler has no lanes where a loop is left that some work-items pass by.
TEST(KernelSearch, LanesWithoutALoopThatIsPassedBy) {
  KernelSummary K = matrixMultiplyOfSource();
  K.DivergentBranches.push_back({"k.cl", 2, 1});
  K.Loops[0].When.Form =
      max(Expr::constant(0), Expr::constant(8) - Expr::symbol("local_id(0)"));
  const Launch L = launchMatrixMultiply(32);
  const BoundKernel Bound = bindKernel(K, L, smallBoard());
  KernelSpace Space;
  const KernelChoices Choices(Bound, L, Space, sourceDesign(Bound));
  unsigned NumWithLanes = 0;
  for (const ReplayedDesign &Replayed : Choices.replays()) {
    NumWithLanes += Replayed.D.Simd > 1;
    EXPECT_TRUE(Replayed.D.Simd == 1 || Replayed.D.Unroll[0] == 32);
  }
  EXPECT_GT(NumWithLanes, 0u);
}

TEST(KernelSearch, NoDesignFits) {
  Device Board = smallBoard();
  Board.LogicModules = {1000, ""};
  auto Found = exploreKernel(matrixMultiplyOfSource(), launchMatrixMultiply(16),
                             Board, {});
  ASSERT_TRUE(bool(Found));
  EXPECT_FALSE(Found->Best);
  ASSERT_TRUE(Found->TooLarge);
  EXPECT_GT(Found->TooLarge->Used.Logic, 1);
}

TEST(KernelSearch, TooManyDesignsLowerTheUnrolling) {
  KernelSpace Space;
  Space.MostReplays = 30;
  auto Found = exploreKernel(matrixMultiplyOfSource(), launchMatrixMultiply(16),
                             smallBoard(), Space);
  ASSERT_TRUE(bool(Found));
  EXPECT_LT(Found->Space.MaxUnroll, 64u);
  EXPECT_TRUE(Found->Notes[0].starts_with("loops are unrolled up to"));
}

TEST(KernelSearch, Errors) {
  auto ErrorOf = [](const Launch &L, const Device &Board) {
    auto Found = exploreKernel(matrixMultiplyOfSource(), L, Board, {});
    return Found ? std::string() : toString(Found.takeError());
  };
  EXPECT_EQ(ErrorOf(launchMatrixMultiply(16), roundBoard()),
            "device 'round' has no `board` times and `structures`, by which "
            "designs of a compiled kernel are priced");
  Launch L = launchMatrixMultiply(16);
  L.Args.clear();
  EXPECT_NE(ErrorOf(L, smallBoard()).find("N"), std::string::npos);
}

} // namespace
