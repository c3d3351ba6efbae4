// Parts of boards with a serial line to the host and one memory.
#include "SerialBoard.h"

#include "SystemValues.h"

#include "roofline/Codegen/Templates.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace llvm;

namespace roofline {

long serialDivide(const SystemPlan &P) {
  return std::lround(P.boardClock().value() / 1e6);
}

std::string printSerialBoard(const SystemPlan &P, Templates &T) {
  const MemoryMasters &Of = P.memory().Bus;
  std::vector<Signal> Signals =
      Bus{P.portIds() + 1, Of.AddressBits, Of.DataBits}.all();
  // The length of a burst says which word is the last.
  erase_if(Signals,
           [](const Signal &S) { return StringRef(S.Name) == "wlast"; });
  json::Object Values = systemValues(P);
  Values["memory"] = signalValues(Signals);
  Values["divide"] = int64_t(serialDivide(P));
  Values["sram"] = P.Board == SystemBoard::Icebreaker;
  Values["sdram"] = nullptr;
  if (P.Board == SystemBoard::Ulx3s)
    Values["sdram"] = json::Object{
        {"period", periodOf(P)},
        {"start", int64_t(std::lround(P.boardClock().value() * 200e-6))}};
  return T.fill("board.v", std::move(Values));
}

} // namespace roofline
