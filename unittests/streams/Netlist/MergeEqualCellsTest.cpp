// A netlist whose equal cells are one does the same.
#include "RandomNetlist.h"

#include <gtest/gtest.h>

using namespace roofline;
using namespace roofline::test;

namespace {

/// \p N with every operator, register and delay twice, and each output from
/// both.
Netlist doubled(const Netlist &N) {
  Netlist All = N;
  std::vector<CellId> Twin(N.Cells.size());
  for (CellId Id = 0; Id < N.Cells.size(); ++Id) {
    Twin[Id] = Id;
    if (N.Cells[Id].Kind == CellKind::Ring ||
        N.Cells[Id].Kind == CellKind::Unit)
      continue;
    Twin[Id] = CellId(All.Cells.size());
    All.Cells.push_back(N.Cells[Id]);
    if (!All.Cells.back().Name.empty())
      All.Cells.back().Name += "_twin";
  }
  for (size_t Id = N.Cells.size(); Id < All.Cells.size(); ++Id)
    forEachOperand(All.Cells[Id], [&](CellId &O) { O = Twin[O]; });
  for (const NetlistPort &P : N.Outputs) {
    NetlistPort Other = P;
    Other.Name += "_twin";
    for (CellId &D : Other.Drivers)
      D = Twin[D];
    All.Outputs.push_back(std::move(Other));
  }
  return All;
}

TEST(MergeEqualCellsTest, OutputsStayTheSame) {
  for (uint64_t Seed = 1; Seed <= 100; ++Seed) {
    const Netlist All = doubled(randomNetlist(Seed));
    ASSERT_EQ(checkNetlist(All), std::nullopt) << Seed;
    Netlist One = All, Live = All;
    mergeEqualCells(One);
    removeDeadCells(Live);
    ASSERT_EQ(checkNetlist(One), std::nullopt) << Seed;
    EXPECT_LT(One.Cells.size(), Live.Cells.size()) << Seed;
    expectSameOutputs(All, One, Seed);
  }
}

/// A word, registered twice, in registers with and without an enable.
TEST(MergeEqualCellsTest, RegistersDifferByTheirEnable) {
  Netlist N;
  N.Sections.emplace_back();
  N.Inputs = {{"x", 8, {}}, {"e", 1, {}}};
  auto Add = [&](CellKind Kind, uint32_t Width, uint32_t Index,
                 std::vector<CellId> Operands) {
    Cell C;
    C.Kind = Kind;
    C.Width = Width;
    C.Index = Index;
    C.Operands = std::move(Operands);
    N.Cells.push_back(C);
    return CellId(N.Cells.size() - 1);
  };
  const CellId X = Add(CellKind::Input, 8, 0, {});
  const CellId E = Add(CellKind::Input, 1, 1, {});
  std::vector<CellId> Registers;
  for (unsigned I = 0; I < 4; ++I) {
    Registers.push_back(Add(CellKind::Register, 8, 0, {X}));
    N.Cells.back().Name = "r" + std::to_string(I);
    if (I >= 2)
      N.Cells.back().Enable = E;
  }
  // Behind equal registers others are equal.
  for (unsigned I = 0; I < 4; ++I) {
    const CellId R = Add(CellKind::Register, 8, 0, {Registers[I]});
    N.Cells.back().Name = "s" + std::to_string(I);
    N.Outputs.push_back({"y" + std::to_string(I), 8, {R}});
  }
  ASSERT_EQ(checkNetlist(N), std::nullopt);
  mergeEqualCells(N);
  EXPECT_EQ(N.Cells.size(), 2u + 2u + 2u);
  EXPECT_EQ(N.Outputs[0].Drivers, N.Outputs[1].Drivers);
  EXPECT_EQ(N.Outputs[2].Drivers, N.Outputs[3].Drivers);
  EXPECT_NE(N.Outputs[0].Drivers, N.Outputs[2].Drivers);
}

} // namespace
