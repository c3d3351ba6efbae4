// An iCEBreaker: its top, pins and build.
//
// Source of hosts/icebreaker/icebreaker.pcf: the board's constraints
// (iCEBreaker 1.0).
#include "SerialBoard.h"
#include "SystemValues.h"

#include "roofline/Codegen/Templates.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {

BoardParts icebreakerParts(const SystemPlan &P, Templates &T) {
  json::Object Values = systemValues(P);
  Values["mhz"] = formatv("{0:F3}", P.boardClock().value() / 1e6);
  Values["pll"] = nullptr;
  if (P.IcePll)
    Values["pll"] = json::Object{{"feedback", P.IcePll->Feedback - 1},
                                 {"halvings", P.IcePll->Halvings}};
  BoardParts Board;
  Board.Files = {
      {P.Name + "_board.v", printSerialBoard(P, T)},
      {"icebreaker/" + P.Name + "_icebreaker.v",
       T.fill("icebreaker/top.v", Values)},
      {"icebreaker/icebreaker.pcf", T.text("icebreaker/icebreaker.pcf")}};
  Board.Row = "| `" + P.Name +
              "_board.v`, `icebreaker/` | the iCEBreaker: serial line, RAM, "
              "pins |";
  Board.Guide = T.fill("icebreaker/guide.md", Values);
  Board.Targets = {"make bitstream (yosys, nextpnr-ice40, icepack)",
                   "make program   loads it (iceprog)"};
  Board.Rules = T.fill("icebreaker/rules.mk", Values);
  if (P.HasCheck) {
    Board.Files.push_back(
        {"icebreaker/simulation.v", printNetlistSimulation(P, T)});
    // For techmap: simulations have the PLL's clock.
    Board.Files.push_back(
        {"icebreaker/pll_map.v", T.text("icebreaker/pll_map.v")});
    Board.Targets.push_back(
        "make run PORT=/dev/ttyUSB1   the check on the board");
    Board.Targets.push_back(
        "make check-netlist   the check on its cells (yosys, Verilator)");
  }
  return Board;
}

} // namespace roofline
