// Netlists as text for people.
#include "roofline/Netlist/NetlistBuilder.h"

#include <gtest/gtest.h>

using namespace roofline;

namespace {

TEST(DumpNetlistTest, EveryKindOfCell) {
  using Op = DatapathOp;
  NetlistBuilder B;
  B.N.Name = "m";
  B.section("", CellPurpose::Control);
  const uint32_t Port = B.inputPort("data", 96);
  const CellId Go = B.input("go", 1), Load = B.input("load", 1);
  const CellId Low = B.input(Port, 0, 32), High = B.input(Port, 32, 64);
  const CellId First = B.parameter("FIRST", 32, {3, 70000});
  B.section("Stage 0,\nof two", CellPurpose::Datapath);
  B.setLocation({"k.cl", 4, 7});
  const CellId Sum = B.op(Op::Add, Low, B.bits(High, 4, 32));
  B.setLocation({});
  const CellId R = B.reg("r", Sum, {B.opposite(Go), Load, First});
  const CellId D = B.delay("d", R, 3, Go);
  B.N.Rings = {{64}};
  const CellId Ring = B.ring("", D, 0, {Go, Load, {}});
  const CellId Mul =
      B.unit("p", {"roofline_mul", {{"WIDTH", "32"}, {"PARTS", "1"}}, 3, true},
             Op::Mul, {Ring, B.constant(70000, 32)}, 32, Go);
  const CellId Not = B.opposite(Mul);
  B.output("y", {Not, B.named(D, "same"), B.constant(5, 4), Go});
  EXPECT_EQ(dumpNetlist(B.N), R"(module m

inputs
  data [96]
  go [1]
  load [1]

parameters
  FIRST [32] = 3 70000

Stage 0,
of two
  #6 [32] = add data[31:0] data[67:36]  // k.cl:4:7
  r [32] = register #6, enable !go, at load takes FIRST
  d [32] = delay r by 3, enable go
  #11 [32] = ring d by 64 in memory 0, enable go, restart load
  p [32] = unit mul #11 32'h11170 by 3 in roofline_mul(WIDTH=32, PARTS=1), enable go
  #15 [32] = not p
  same [32] = d

outputs
  y [69] = #15 same 4'd5 go
)");
}

} // namespace
