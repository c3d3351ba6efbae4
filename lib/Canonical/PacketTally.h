// Packets of channels and pipes in the tally of the source.
#ifndef ROOFLINE_LIB_CANONICAL_PACKETTALLY_H
#define ROOFLINE_LIB_CANONICAL_PACKETTALLY_H

#include "roofline/Kernel/KernelSummary.h"

#include <optional>

namespace llvm {
class Instruction;
} // namespace llvm

namespace roofline {

/// Makes \p T, a load or store of a channel's variable, an operation on the
/// channel: a packet moves between kernels, not to or from memory.
void makeChannelOperation(Tally &T);

/// Access of operation \p Of on a pipe to its packet: a read stores the packet,
/// a write loads it. Clang's call is __read_pipe_2(pipe, packet, size,
/// alignment).
std::optional<Tally> packetOf(const llvm::Instruction &I, const Tally &Of);

} // namespace roofline

#endif
