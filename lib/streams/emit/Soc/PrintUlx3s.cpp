// A ULX3S: its top, pins and build.
//
// Source of hosts/ulx3s/ulx3s.lpf: the board's constraints (ULX3S 2.x and 3.0),
// sheets "usb", "gpio", "flash" and "ram".
#include "SerialBoard.h"
#include "SystemValues.h"

#include "roofline/Codegen/Templates.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {

BoardParts ulx3sParts(const SystemPlan &P, Templates &T) {
  json::Object Values = systemValues(P);
  Values["mhz"] = formatv("{0:F3}", P.boardClock().value() / 1e6);
  Values["predicted"] = nullptr;
  if (P.Ecp5Clock)
    Values["predicted"] = formatv("{0:F0}", P.Ecp5Clock->value() / 1e6);
  Values["pll"] = nullptr;
  if (P.Pll) {
    const unsigned Divider = P.Pll->Divider;
    Values["pll"] = json::Object{{"feedback", P.Pll->Feedback},
                                 {"feedback_phase", P.Pll->Feedback - 1},
                                 {"divider", Divider},
                                 {"divider_phase", Divider - 1},
                                 {"sdram_phase", Divider - 1 + Divider / 4},
                                 {"sdram_eighths", Divider % 4 * 2}};
  }
  BoardParts Board;
  Board.Files = {
      {P.Name + "_board.v", printSerialBoard(P, T)},
      {"ulx3s/" + P.Name + "_ulx3s.v", T.fill("ulx3s/top.v", Values)},
      {"ulx3s/ulx3s.lpf", T.text("ulx3s/ulx3s.lpf")}};
  Board.Row = "| `" + P.Name +
              "_board.v`, `ulx3s/` | the Radiona ULX3S: serial line, SDRAM, "
              "pins |";
  Board.Guide = T.fill("ulx3s/guide.md", Values);
  Board.Targets = {"make bitstream (yosys, nextpnr-ecp5, ecppack)",
                   "make program   loads it (openFPGALoader)"};
  if (P.HasCheck)
    Board.Targets.push_back(
        "make run PORT=/dev/ttyUSB0   the check on the board");
  Board.Rules = T.fill("ulx3s/rules.mk", Values);
  return Board;
}

} // namespace roofline
