// Parts of boards with a serial line to the host and one memory.
#ifndef ROOFLINE_LIB_SOC_SERIALBOARD_H
#define ROOFLINE_LIB_SOC_SERIALBOARD_H

#include "SystemPlan.h"

namespace roofline {

/// A board's memory, as an AXI4 slave.
struct BoardMemory {
  std::string Says;       ///< comment of NAME_board: "a ULX3S without its pads"
  std::string Parameters; ///< of NAME_board, behind DIVIDE
  std::string Ports;      ///< of NAME_board, behind `tx`
  std::string Module;
  std::string Settings;    ///< parameters of it beside DATA, ADDRESS and ID
  std::string Connections; ///< of it, behind s_axi_*
};

/// NAME_board: all of the board but its pads.
std::string printSerialBoard(const SystemPlan &P, const BoardMemory &M);

/// [cycle] A bit of the serial line, which has 1 Mbit/s.
long serialDivide(const SystemPlan &P);

/// Rule `run` of the Makefile, and its comment; nothing without a check.
void addSerialRun(const SystemPlan &P, llvm::StringRef Port, BoardParts &To);

} // namespace roofline

#endif
