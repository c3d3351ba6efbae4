// Packets of channels and pipes in the tally of the source.
#ifndef ROOFLINE_LIB_CANONICAL_PACKETTALLY_H
#define ROOFLINE_LIB_CANONICAL_PACKETTALLY_H

#include "roofline/Kernel/KernelSummary.h"

#include <optional>

namespace llvm {
class GlobalVariable;
class Instruction;
} // namespace llvm

namespace roofline {

/// Turns \p T, a load or store of variable \p Channel, into an operation on the
/// channel: its packet moves between kernels, not to or from memory.
void makeChannelOperation(Tally &T, const llvm::GlobalVariable &Channel);

/// The memory access to the packet of pipe operation \p PipeTally: a read
/// stores the packet, a write loads it. Clang's call is __read_pipe_2(pipe,
/// packet, size, alignment).
std::optional<Tally> packetOf(const llvm::Instruction &I,
                              const Tally &PipeTally);

} // namespace roofline

#endif
