// Sums over dimensions fitted to the numbers of many reads, with borders.
#include "CellFit.h"

#include "gtest/gtest.h"

#include <algorithm>

using namespace roofline;

namespace {

/// A launch of \p X by \p Y positions, in single groups of 4 by 2.
class CellFit : public testing::Test {
protected:
  static constexpr int64_t Width = 16, Height = 6;

  CellFit() {
    Axes.push_back({0, {{0, 0}, {1, 1}, {2, 2}, {3, 3}}, 4});
    Axes.push_back({1, {{0, 0}, {1, 1}, {2, 2}}, 2});
  }

  /// Reads of the numbers that \p ValueAt gives for each position.
  void fill(llvm::function_ref<int64_t(int64_t, int64_t)> ValueAt) {
    for (int64_t Y = 0; Y < Height; ++Y)
      for (int64_t X = 0; X < Width; ++X) {
        Instances.push_back(
            {{uint32_t(X), uint32_t(Y)}, uint32_t(Forms.size())});
        Forms.push_back({ValueAt(X, Y), {}});
      }
    for (const CellInstance &I : Instances)
      All.push_back(&I);
  }
  std::optional<SumFit> fit() {
    return fitSum(Axes, All,
                  [&](uint32_t N) -> const GroupForm & { return Forms[N]; });
  }
  static int64_t at(const SumFit &Fit, int64_t X, int64_t Y) {
    int64_t Sum = Fit.Constant;
    for (auto [Along, P] : {std::pair(Fit.Axes[0], X), {Fit.Axes[1], Y}}) {
      Sum += Along.Slope * P;
      for (const AxisRun &R : Along.Beside)
        Sum += R.First <= P && P <= R.Last ? R.Value : 0;
    }
    return Sum;
  }

  llvm::SmallVector<CellAxis, 5> Axes;
  std::vector<CellInstance> Instances;
  std::vector<GroupForm> Forms;
  CellInstances All;
};

TEST_F(CellFit, ClampedRowsAndColumnsAreASum) {
  auto Place = [](int64_t X, int64_t Y) {
    return 4 * (std::clamp<int64_t>(Y - 1, 0, Height - 1) * Width +
                std::clamp<int64_t>(X + 2, 0, Width - 1));
  };
  fill(Place);
  std::optional<SumFit> Fit = fit();
  ASSERT_TRUE(Fit);
  EXPECT_EQ(Fit->Axes[0].Slope, 4);
  EXPECT_EQ(Fit->Axes[1].Slope, 4 * Width);
  EXPECT_EQ(Fit->Axes[0].Beside.size(), 2u); // the last two columns
  EXPECT_EQ(Fit->Axes[1].Beside.size(), 1u);
  for (int64_t Y = 0; Y < Height; ++Y)
    for (int64_t X = 0; X < Width; ++X)
      EXPECT_EQ(at(*Fit, X, Y), Place(X, Y)) << X << ", " << Y;
}

TEST_F(CellFit, ABorderAlongADiagonalIsNone) {
  fill([](int64_t X, int64_t Y) { return X + Width * Y - (X < Y ? 1 : 0); });
  EXPECT_FALSE(fit());
}

TEST_F(CellFit, GroupsTogetherHaveToMoveAlong) {
  Axes[0] = {0, {{0, 99}}, 4}; // all of them at once
  Axes[1] = {1, {{0, 2}}, 2};
  for (uint32_t Y = 0; Y < 2; ++Y)
    for (uint32_t X = 0; X < 4; ++X) {
      Instances.push_back({{X, Y}, uint32_t(Forms.size())});
      Forms.push_back({int64_t(X + Y * Width), {4, 2 * Width, 0}});
    }
  for (const CellInstance &I : Instances)
    All.push_back(&I);
  std::optional<SumFit> Fit = fit();
  ASSERT_TRUE(Fit);
  EXPECT_EQ(at(*Fit, 13, 5), 13 + 5 * Width);
  for (GroupForm &F : Forms) // each group reads the first one's
    F.Slope[0] = 0;
  EXPECT_FALSE(fit());
  for (GroupForm &F : Forms) // a step that no work-item makes
    F.Slope[0] = 5;
  EXPECT_FALSE(fit());
}

TEST_F(CellFit, ABoxHasAllOfOneKindAndNoneOfTheOthers) {
  fill([](int64_t, int64_t) { return 0; });
  CellInstances Inner, Outer;
  for (const CellInstance *I : All)
    (I->Points[0] > 0 && I->Points[0] < 15 && I->Points[1] > 1 ? Inner : Outer)
        .push_back(I);
  auto Box = boxAround(Axes, Inner, Outer);
  ASSERT_TRUE(Box);
  ASSERT_EQ((*Box)[0].size(), 1u);
  EXPECT_EQ((*Box)[0][0].First, 1);
  EXPECT_EQ((*Box)[0][0].Last, 14);
  EXPECT_EQ((*Box)[1][0].First, 2);
  EXPECT_FALSE(boxAround(Axes, Outer, Inner));
}

} // namespace
