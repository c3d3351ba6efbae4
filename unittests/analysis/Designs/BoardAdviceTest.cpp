// Advice by the model "board", against designs priced one by one.
#include "TestKernels.h"

#include "roofline/Designs/BoardAdvice.h"
#include "roofline/Hpca16/WhatIf.h"

#include <algorithm>
#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

Device largeBoard() { return pricedBoard(100000, 2000); }

struct Advised {
  Advised(KernelSummary Summary, const Launch &L, Device Target = largeBoard())
      : Board(std::move(Target)), K(std::move(Summary)), L(L),
        B(bindKernel(K, L, Board)), D(sourceDesign(B)),
        E(estimateBoard(B, L, D, Board)), F(*fitDesign(K, E, Board)),
        All(adviseOnBoard({B, L, D, E, F, Board})) {
    EXPECT_TRUE(B.Missing.empty());
  }

  const Advice *find(std::string_view Kind) const {
    auto It = std::find_if(All.begin(), All.end(), [&](const Advice &A) {
      return A.Optimisation == Kind;
    });
    return It == All.end() ? nullptr : &*It;
  }

  /// [s] of \p D at its own clock; nothing where it does not fit.
  std::optional<double> secondsOf(const Design &D) const {
    const BoardEstimate Then = estimateBoard(B, L, D, Board);
    const FitEstimate Fit = *fitDesign(K, Then, Board);
    if (!Fit.exceeded().empty())
      return std::nullopt;
    return Then.timeAt(Fit.Clock).Time.value();
  }

  Device Board;
  KernelSummary K;
  Launch L;
  BoundKernel B;
  Design D;
  BoardEstimate E;
  FitEstimate F;
  std::vector<Advice> All;
};

TEST(BoardAdvice, LargestGainFirstAndNoneBelowFivePercent) {
  const Advised A(matrixMultiplyOfSource(), launchMatrixMultiply(64));
  ASSERT_GT(A.All.size(), 1u);
  for (size_t I = 0; I < A.All.size(); ++I) {
    EXPECT_GE(A.All[I].Gain, 1.05);
    EXPECT_TRUE(I == 0 || A.All[I].Gain <= A.All[I - 1].Gain);
    EXPECT_FALSE(A.All[I].Potential);
    ASSERT_TRUE(A.All[I].OnBoard);
  }
}

// One factor at a time, all of them: no other of a kind is 5 % faster.
TEST(BoardAdvice, IsTheBestOfItsKind) {
  const Advised A(matrixMultiplyOfSource(), launchMatrixMultiply(64));
  auto Check = [&](std::string_view Kind, auto Set,
                   const std::vector<uint32_t> &Factors) {
    const Advice *Line = A.find(Kind);
    ASSERT_TRUE(Line) << Kind;
    const double Now = *A.secondsOf(A.D);
    EXPECT_NEAR(Line->OnBoard->Current.value(), Now, 1e-12 * Now);
    const auto Of =
        std::get<WhatIf>(parseWhatIf(Line->OnBoard->WhatIf, A.B, A.D));
    EXPECT_NEAR(*A.secondsOf(Of.D), Now / Line->Gain, 1e-9 * Now);
    for (uint32_t Factor : Factors) {
      Design Other = A.D;
      Set(Other, Factor);
      if (auto Then = A.secondsOf(Other)) {
        EXPECT_LE(Now / *Then, Line->Gain * 1.05) << Kind << " " << Factor;
      }
    }
  };
  Check("CU", [](Design &D, uint32_t F) { D.ComputeUnits = F; },
        {1, 2, 3, 4, 5, 6, 7, 8});
  Check("SIMD", [](Design &D, uint32_t F) { D.Simd = F; }, {1, 2, 4, 8, 16});
  Check("UL", [](Design &D, uint32_t F) { D.Unroll[0] = F; },
        {1, 2, 4, 8, 16, 64});
}

// There are DSP blocks for three of the present pipelines.
TEST(BoardAdvice, WhatIsTooLargeIsNone) {
  Device Board = largeBoard();
  const Advised Wide(matrixMultiplyOfSource(), launchMatrixMultiply(64), Board);
  Board.DspBlocks = {3 * Wide.F.Kernel.Dsp, ""};
  const Advised A(matrixMultiplyOfSource(), launchMatrixMultiply(64), Board);
  for (const Advice &Line : A.All)
    if (Line.OnBoard->Used) {
      EXPECT_LE(Line.OnBoard->Used->Dsp, 1) << Line.Text;
    }
  ASSERT_TRUE(A.find("CU"));
  EXPECT_EQ(A.find("CU")->OnBoard->WhatIf, "cu=3");
  ASSERT_TRUE(Wide.find("CU"));
  EXPECT_GT(Wide.find("CU")->Gain, A.find("CU")->Gain);
}

TEST(BoardAdvice, NoFactorsForOneWorkItemButUnrolling) {
  KernelSummary K = algorithm1();
  K.UsesWorkItemIds = false;
  const Advised A(K, {});
  for (const char *Kind : {"CU", "SIMD", "WG", "WI"})
    EXPECT_FALSE(A.find(Kind)) << Kind;
}

TEST(BoardAdvice, NoUnrollingAroundABarrier) {
  KernelSummary K = matrixMultiplyOfSource();
  const auto Before = Advised(K, launchMatrixMultiply(64));
  ASSERT_TRUE(Before.find("UL"));
  for (Operation &Op : K.Operations)
    if (Op.Name == "fadd")
      Op.Name = "barrier";
  const Advised A(K, launchMatrixMultiply(64));
  EXPECT_FALSE(A.find("UL"));
}

// The next advice starts from what has changed.
TEST(BoardAdvice, StartsFromThePresentDesign) {
  const Advised A(matrixMultiplyOfSource(), launchMatrixMultiply(64));
  Design Wide = A.D;
  Wide.Simd = 16;
  const BoardEstimate E = estimateBoard(A.B, A.L, Wide, A.Board);
  const FitEstimate F = *fitDesign(A.K, E, A.Board);
  for (const Advice &Line : adviseOnBoard({A.B, A.L, Wide, E, F, A.Board})) {
    EXPECT_NE(Line.Optimisation, "SIMD");
    if (!Line.OnBoard->WhatIf.empty()) {
      EXPECT_NE(Line.OnBoard->WhatIf.find("simd=16"), std::string::npos);
    }
  }
}

} // namespace
