// A core with registers, one memory port and a host driver; on a board, or
// alone.
//
/// \file
/// NAME_system has AXI4-Lite registers, one AXI4 port with IDs for all masters
/// of the core, and an interrupt. NAME_bridged adds a host at a byte stream, of
/// which a simulation and the board are made. docs/system.md describes the
/// files, the registers and the boards.
/// Try: roofline emit system opencl-samples/saxpy/saxpy.cl -o out
#ifndef ROOFLINE_SOC_EMITSYSTEM_H
#define ROOFLINE_SOC_EMITSYSTEM_H

#include "roofline/Base/Units.h"
#include "roofline/Codegen/LoopVerilog.h"
#include "roofline/Verify/CoreFolder.h"

#include <map>
#include <optional>

namespace roofline {

/// FPGA board that a system is made for.
enum class SystemBoard : uint8_t {
  None,       ///< a system to integrate, and its simulation
  Ulx3s,      ///< Radiona ULX3S 85F: serial line over USB, SDRAM
  Icebreaker, ///< iCEBreaker with its iCE40UP5K: serial line, RAM on the chip
  De10Nano,   ///< Terasic DE10-Nano: processors and their DDR3
};

struct SystemOptions {
  SystemBoard Board = SystemBoard::None;
  uint64_t Seed = 1;          ///< of the data that the simulation runs on
  std::optional<Hertz> Clock; ///< that tools are to meet
  /// Predicted of the core with its masters, typical; nothing: unknown.
  std::optional<Hertz> Series7Clock, CycloneVClock, Ecp5Clock;
  std::string RtlFolder;
  std::string HostFolder; ///< share/roofline/hosts
};

/// Makes the files of the system around the core of \p Origin, a kernel of \p
/// M, with the core and its testbench, and what the original computes of random
/// data. Fails as makeCore() does, on a core without AXI4 masters, and on a
/// pass of blocks, which several launches make.
llvm::Expected<std::vector<TextFile>> emitSystem(const llvm::Module &M,
                                                 const CoreOrigin &Origin,
                                                 const SystemOptions &O);

/// The same around \p Core, of loops with memories, with masters as \p Asked
/// for. Fails on a port whose walk no master does.
llvm::Expected<std::vector<TextFile>> emitLoopSystem(LoopCore Core,
                                                     const MemoryMasters &Asked,
                                                     const SystemOptions &O);

} // namespace roofline

#endif
