// Loops around each operation, and operations that vary with a loop.
#ifndef ROOFLINE_KERNEL_LOOPMOTION_H
#define ROOFLINE_KERNEL_LOOPMOTION_H

#include "roofline/Kernel/KernelSummary.h"

#include <optional>
#include <string_view>
#include <vector>

namespace roofline {

/// Returns the innermost loop around each block of \p Kernel; empty outside
/// loops.
std::vector<std::optional<uint32_t>> loopsOfBlocks(const KernelSummary &Kernel);

/// True where \p Index may differ between two values of \p Variable.
bool movesAlong(const AffineIndex &Index, std::string_view Variable);

/// Finds the operations that vary with a loop. The kernel must outlive the
/// object.
class LoopMotion {
public:
  explicit LoopMotion(const KernelSummary &Kernel);

  std::vector<std::optional<uint32_t>> LoopOf; ///< innermost loop, by block
  std::vector<uint32_t> BlockOf;               ///< block, by operation
  std::vector<bool> HasBarrier; ///< by loop: it or a loop inside has a barrier

  std::optional<uint32_t> loopOfOperation(uint32_t Op) const {
    return LoopOf[BlockOf[Op]];
  }
  bool isInside(uint32_t Block, uint32_t Loop) const;

  /// True where the result of operation \p Op may differ between iterations of
  /// \p Loop. A private array's element at a constant address is a register and
  /// does not count as varying.
  bool moves(uint32_t Op, uint32_t Loop) const;

private:
  const KernelSummary &Kernel;
};

} // namespace roofline

#endif
