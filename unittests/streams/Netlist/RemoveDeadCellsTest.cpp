// What is left of a netlist without its dead cells does the same.
#include "RandomNetlist.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

TEST(RemoveDeadCellsTest, OutputsStayTheSame) {
  for (uint64_t Seed = 1; Seed <= 100; ++Seed) {
    const Netlist All = randomNetlist(Seed);
    ASSERT_EQ(checkNetlist(All), std::nullopt) << Seed;
    Netlist Live = All;
    removeDeadCells(Live);
    ASSERT_EQ(checkNetlist(Live), std::nullopt) << Seed;
    EXPECT_LT(Live.Cells.size(), All.Cells.size()) << Seed;
    expectSameOutputs(All, Live, Seed);
  }
}

TEST(RemoveDeadCellsTest, NothingUnusedStays) {
  for (uint64_t Seed = 1; Seed <= 100; ++Seed) {
    Netlist N = randomNetlist(Seed);
    removeDeadCells(N);
    std::vector<bool> IsRead(N.Cells.size()), Parameters(N.Parameters.size()),
        Rings(N.Rings.size()), Units(N.Units.size());
    auto Read = [&](CellId C) { IsRead[C] = true; };
    for (const NetlistPort &P : N.Outputs)
      for (CellId D : P.Drivers)
        Read(D);
    for (const Cell &C : N.Cells) {
      forEachOperand(C, Read);
      if (C.Kind == CellKind::Parameter)
        Parameters[C.Index] = true;
      if (C.Kind == CellKind::Ring)
        Rings[C.Index] = true;
      if (C.Kind == CellKind::Unit)
        Units[C.Index] = true;
    }
    for (const std::vector<bool> &Used : {IsRead, Parameters, Rings, Units})
      for (bool Is : Used)
        EXPECT_TRUE(Is) << Seed;
    const Netlist Once = N;
    removeDeadCells(N);
    EXPECT_EQ(N, Once) << Seed;
  }
}

TEST(RemoveDeadCellsTest, ARegisterThatReadsItselfIsDead) {
  Netlist N;
  N.Sections.emplace_back();
  Cell R;
  R.Kind = CellKind::Register;
  R.Operands = {0};
  N.Cells = {R};
  removeDeadCells(N);
  EXPECT_TRUE(N.Cells.empty());
}

} // namespace
