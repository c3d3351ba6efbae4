// Where operations stand among the loops, and what moves with a loop.
#ifndef ROOFLINE_KERNEL_LOOPMOTION_H
#define ROOFLINE_KERNEL_LOOPMOTION_H

#include "roofline/Kernel/KernelSummary.h"

#include <optional>
#include <string_view>
#include <vector>

namespace roofline {

/// The innermost loop around each block of \p Kernel; nothing: none is.
std::vector<std::optional<uint32_t>> loopsOfBlocks(const KernelSummary &Kernel);

/// True where \p Index may differ between two values of \p Variable.
bool movesAlong(const AffineIndex &Index, std::string_view Variable);

/// Refers to the kernel.
class LoopMotion {
public:
  explicit LoopMotion(const KernelSummary &Kernel);

  std::vector<std::optional<uint32_t>> LoopOf; ///< by block, the innermost
  std::vector<uint32_t> BlockOf;               ///< by operation
  std::vector<bool> HasBarrier; ///< by loop, itself or a loop inside

  std::optional<uint32_t> loopOfOperation(uint32_t Op) const {
    return LoopOf[BlockOf[Op]];
  }
  bool isInside(uint32_t Block, uint32_t Loop) const;

  /// True where the result of operation \p Op may differ between iterations of
  /// \p Loop. An element of a private array is in a register while its address
  /// stands still.
  bool moves(uint32_t Op, uint32_t Loop) const;

private:
  const KernelSummary &Kernel;
};

} // namespace roofline

#endif
