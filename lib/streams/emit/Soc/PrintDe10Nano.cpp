// A DE10-Nano: the system beside the processors of a Cyclone V.
//
// Sources: Terasic, DE10-Nano user manual (device, clock, DDR3); Intel,
// Cyclone V Hard Processor System Technical Reference Manual (bridges, their
// addresses and interfaces).
#include "BoardClock.h"
#include "SystemValues.h"

#include "roofline/Codegen/Templates.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {

BoardParts de10NanoParts(const SystemPlan &P, Templates &T) {
  const double Crystal = De10NanoCrystal.value(),
               Clock = P.Clock ? P.Clock->value() : Crystal;
  const bool HasPll = Clock != Crystal;
  json::Object Values = systemValues(P);
  Values["crystal_hz"] = formatv("{0:F1}", Crystal);
  Values["crystal_mhz"] = formatv("{0:F1}", Crystal / 1e6);
  Values["crystal_period"] = formatv("{0:F3}", 1e9 / Crystal);
  Values["mhz"] = formatv("{0:F3}", Clock / 1e6);
  Values["pll_mhz"] = formatv("{0:F6}", Clock / 1e6);
  Values["pll"] = HasPll;
  Values["clock"] = HasPll ? "clock" : "crystal";
  const std::string Name = "de10-nano/" + P.Name + "_de10_nano";
  BoardParts Board;
  Board.Files = {{"de10-nano/soc.tcl", T.fill("de10-nano/soc.tcl", Values)},
                 {Name + ".v", T.fill("de10-nano/top.v", Values)},
                 {Name + ".qsf", T.fill("de10-nano/settings.qsf", Values)},
                 {Name + ".qpf", T.fill("de10-nano/project.qpf", Values)},
                 {Name + ".sdc", T.fill("de10-nano/clocks.sdc", Values)}};
  Board.Row = "| `de10-nano/` | the Terasic DE10-Nano: system of Platform "
              "Designer, pins |";
  Board.Guide = T.fill("de10-nano/guide.md", Values);
  Board.Targets = {"make bitstream (Quartus Prime with its Platform Designer)"};
  if (P.HasCheck)
    Board.Targets.push_back("make run       on the board: the check");
  Board.Rules = T.fill("de10-nano/rules.mk", Values);
  return Board;
}

} // namespace roofline
