// Modules of rtl/ between ports, priced by measurements made up for a test.
#ifndef ROOFLINE_UNITTESTS_RESOURCES_UNITBOXES_H
#define ROOFLINE_UNITTESTS_RESOURCES_UNITBOXES_H

#include "roofline/Netlist/NetlistBuilder.h"
#include "roofline/Resources/UnitCost.h"

#include "gtest/gtest.h"

#include <array>

namespace roofline::test {

/// LUTs, registers and DSP blocks.
using Amounts = std::array<double, 3>;
inline Amounts amountsOf(const FabricResources &R) {
  return {R.Luts, R.Registers, R.DspBlocks};
}

/// A curve through \p Points.
inline CostCurve costCurve(const char *Structure, const char *Form,
                           uint32_t Parameter, std::vector<CostPoint> Points) {
  CostCurve C{Structure, Form, Parameter, std::move(Points), {}};
  fitCurve(C);
  return C;
}

/// Units side by side, each with an output port.
class UnitBoxesTest : public testing::Test {
protected:
  UnitBoxesTest() { B.section("", CellPurpose::Datapath); }

  NetlistBuilder B;
  CostModel Costs;

  void measured(const char *Structure, const char *Form, uint32_t Parameter,
                std::vector<CostPoint> Points) {
    Costs.Curves.push_back(
        costCurve(Structure, Form, Parameter, std::move(Points)));
  }
  /// Measured at one size.
  void measured(const char *Structure, const char *Form, Amounts Need,
                uint32_t Size = 32, uint32_t Parameter = 0) {
    measured(Structure, Form, Parameter,
             {{Size, {Need[0], Need[1], Need[2]}, 0, {}}});
  }

  CellId input(uint32_t Width = 32) {
    return B.input("in" + std::to_string(B.N.Inputs.size()), Width);
  }
  CellId unit(DatapathOp Op, std::vector<CellId> Operands, uint32_t Width,
              NetlistUnit U, std::optional<CellId> Enable = std::nullopt) {
    return B.unit("", std::move(U), Op, Operands, Width, Enable);
  }
  CellId floatOp(DatapathOp Op, std::vector<CellId> Operands,
                 uint32_t Width = 32,
                 std::optional<CellId> Enable = std::nullopt) {
    return unit(Op, std::move(Operands), Width, {"roofline_float", {}, 5, true},
                Enable);
  }
  /// An output port reads \p Word.
  void read(CellId Word) {
    B.output("out" + std::to_string(B.N.Outputs.size()), {Word});
  }

  std::vector<BitBox> boxes() const {
    EXPECT_EQ(checkNetlist(B.N), std::nullopt);
    return lowerNetlist(B.N, LoweringStyle()).Boxes;
  }
};

} // namespace roofline::test

#endif
