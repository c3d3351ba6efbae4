// Channels between kernels, as the Clang side writes them into the IR.
//
/// \file
/// Clang has no channels. A declaration `channel T c` becomes a variable of the
/// section "fpga.channel" in global memory, a read of the channel a volatile
/// load, a write a volatile store (lib/Frontend/ClangChannels.cpp). Here they
/// are told from memory.
#ifndef ROOFLINE_CANONICAL_CHANNELS_H
#define ROOFLINE_CANONICAL_CHANNELS_H

#include <cstdint>
#include <optional>

namespace llvm {
class GlobalVariable;
class Value;
} // namespace llvm

namespace roofline {

/// The section of such a variable.
inline constexpr char ChannelSection[] = "fpga.channel";
/// Asks whether the last operation on a channel that does not wait succeeded.
inline constexpr char ChannelReady[] = "__fpga_channel_ready";

/// The channel, or array of channels, that \p Pointer points into.
const llvm::GlobalVariable *channelOf(const llvm::Value *Pointer);

/// [packet] `depth(N)` of \p Channel; nothing where the source has none.
std::optional<uint32_t> channelDepth(const llvm::GlobalVariable &Channel);

} // namespace roofline

#endif
