// Operations on channels, and what the vendors' compilers refuse of them.
//
/// \file
/// A channel has one kernel that writes it and one that reads it. The index of
/// an array of channels must be known when the kernel is compiled: a constant,
/// the counter of an unrolled loop, or get_compute_id(). Kernels with channels
/// cannot be vectorised.
/// Source: Intel FPGA SDK for OpenCL, Programming Guide (UG-OCL002), 5.4.4.
#ifndef ROOFLINE_ANALYSIS_CHANNELUSES_H
#define ROOFLINE_ANALYSIS_CHANNELUSES_H

#include "roofline/Kernel/KernelSummary.h"

#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace llvm {
class Loop;
class ScalarEvolution;
class SCEV;
} // namespace llvm

namespace roofline {

/// One operation of a kernel on a channel.
struct ChannelUse {
  std::string Channel; ///< name of its variable
  bool IsRead = false;
  SourceLocation Loc;
  /// Elements of the array that it may be on, 0 where there is no array. Empty
  /// where they are not known.
  std::optional<std::set<uint64_t>> Elements;
};

/// True where the compiler knows all values of \p Index: it varies with loops
/// that \p IsUnrolled, and otherwise with get_compute_id() alone.
bool isKnownToCompiler(const llvm::SCEV &Index,
                       llvm::function_ref<bool(const llvm::Loop &)> IsUnrolled);

/// Returns the elements of \p Bytes [byte] at \p Index, whose loops run as
/// often as in \p Kernel; nothing where these are not known or many.
std::optional<std::set<uint64_t>> elementsAt(const AffineIndex &Index,
                                             uint64_t Bytes,
                                             const KernelSummary &Kernel);

/// Returns the constant trip count of \p L.
std::optional<int64_t> constantTrip(const Loop &L);

/// Adds to the unknowns of \p Kernels what no compiler builds: a channel that
/// several kernels write, or read, and vectorised kernels with channels. \p
/// Uses are of the kernels, one list each.
void addMisusesOfChannels(std::vector<KernelSummary> &Kernels,
                          llvm::ArrayRef<std::vector<ChannelUse>> Uses);

} // namespace roofline

#endif
