// Channels between kernels, as the Clang side writes them into the IR.
//
/// \file
/// Clang has no channels. A declaration `channel T c` becomes a variable of the
/// section "fpga.channel" in global memory, a read of the channel a volatile
/// load, a write a volatile store
/// (lib/analysis/kernel/Frontend/ClangChannels.cpp). The functions here tell
/// channels from memory.
#ifndef ROOFLINE_CANONICAL_CHANNELS_H
#define ROOFLINE_CANONICAL_CHANNELS_H

#include <cstdint>
#include <optional>

namespace llvm {
class GlobalVariable;
class Value;
} // namespace llvm

namespace roofline {

/// Section of a channel's variable.
inline constexpr char ChannelSection[] = "fpga.channel";
/// Name of the function that says whether the last non-blocking operation on a
/// channel succeeded.
inline constexpr char ChannelReady[] = "__fpga_channel_ready";

/// Returns the channel, or array of channels, that \p Pointer points into; null
/// for memory.
const llvm::GlobalVariable *channelOf(const llvm::Value *Pointer);

/// Returns the depth [packet] of \p Channel, from `depth(N)`; nothing where the
/// source gives none.
std::optional<uint32_t> channelDepth(const llvm::GlobalVariable &Channel);

} // namespace roofline

#endif
