// AXI4 masters around a core of loops with memories.
//
/// \file
/// Each port gets a master that moves its elements in their order, as the
/// streams of a map have: one run, rows at a pitch, or planes of them. Not
/// handled: walks with more levels, backwards, or over the same elements again.
#ifndef ROOFLINE_CODEGEN_LOOPMASTERS_H
#define ROOFLINE_CODEGEN_LOOPMASTERS_H

#include "roofline/Codegen/CoreFile.h"
#include "roofline/Codegen/LoopVerilog.h"

namespace roofline {

struct LoopMasters {
  StreamKernel Ports; ///< has the ports of the loops as streams
  MemoryMasters Bus;  ///< with a width
};

/// An error where a port's walk is none for a master, or \p Asked cannot be.
llvm::Expected<LoopMasters> planLoopMasters(const LoopKernel &K,
                                            const MemoryMasters &Asked);

/// Adds the module NAME_axi around \p Core, with the modules that it takes.
/// Returns what drives it: its scalars, masters and cycles.
llvm::Expected<CoreFile> addLoopMasters(const LoopMasters &M,
                                        const std::string &RtlFolder,
                                        LoopCore &Core);

} // namespace roofline

#endif
