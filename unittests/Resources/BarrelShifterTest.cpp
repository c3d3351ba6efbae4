// Tables of variable shifts, by hand and beside yosys.
#include "roofline/Resources/BarrelShifter.h"

#include "gtest/gtest.h"

using namespace roofline;

namespace {

constexpr auto Shl = DatapathOp::Shl, LShr = DatapathOp::LShr,
               AShr = DatapathOp::AShr;

double all(DatapathOp Op, uint32_t Value, uint32_t Amount, uint32_t Width) {
  return barrelTables({Op, Value, Amount, Width, ~uint64_t(0) >> (64 - Width)});
}

TEST(BarrelTables, AreOneForAChoiceOfFour) {
  EXPECT_EQ(all(LShr, 32, 1, 32), 32);
  EXPECT_EQ(all(LShr, 32, 2, 32), 32);
  EXPECT_EQ(all(AShr, 32, 2, 32), 31); // the sign is a wire
  EXPECT_EQ(all(Shl, 8, 1, 9), 9);
  EXPECT_EQ(all(Shl, 8, 2, 11), 11);
}

TEST(BarrelTables, OfTwoStagesHaveOneEach) {
  // Each of the last three bits is of at most three bits and the amount.
  EXPECT_EQ(all(LShr, 32, 3, 32), 32 + 29);
  EXPECT_EQ(all(LShr, 32, 4, 32), 64);
}

TEST(BarrelTables, AreOfTheBitsThatAreRead) {
  EXPECT_EQ(barrelTables({LShr, 8, 3, 8, 1}), 2);           // a choice of eight
  EXPECT_EQ(barrelTables({LShr, 32, 5, 32, 1}), 4 * 2 + 1); // four of eight
  EXPECT_EQ(barrelTables({Shl, 1, 5, 32, 1u << 31}), 1);
}

// synth_xilinx -flatten, yosys 0.23: LUT cells of an enabled register around
// the shift.
TEST(BarrelTables, AreAboutThoseOfYosys) {
  struct {
    DatapathOp Op;
    uint32_t Value, Amount, Width;
    double Yosys;
  } constexpr Cases[] = {
      {Shl, 8, 4, 23, 35},   {Shl, 16, 3, 16, 29},  {Shl, 16, 4, 31, 50},
      {Shl, 32, 5, 32, 91},  {LShr, 8, 3, 8, 13},   {LShr, 16, 4, 16, 33},
      {LShr, 32, 5, 32, 90}, {AShr, 16, 3, 16, 30}, {AShr, 16, 4, 16, 32},
      {AShr, 32, 4, 32, 64}, {AShr, 32, 5, 32, 96},
  };
  for (auto [Op, Value, Amount, Width, Yosys] : Cases)
    EXPECT_NEAR(all(Op, Value, Amount, Width), Yosys, 0.13 * Yosys)
        << unsigned(Op) << ' ' << Value << ' ' << Amount << ' ' << Width;
}

} // namespace
