// How an affine index moves along a direction, as a number and in words.
#ifndef ROOFLINE_KERNEL_STRIDE_H
#define ROOFLINE_KERNEL_STRIDE_H

#include "roofline/Kernel/KernelSummary.h"

namespace roofline {

/// How the address moves along one direction (an NDRange dimension, a loop).
struct Stride {
  enum class Kind : uint8_t { Same, Consecutive, Strided, Irregular, Unbound };
  Kind K = Kind::Irregular;
  int64_t NumBytes = 0; ///< [byte] per step, when Strided or Consecutive
  bool operator==(const Stride &) const = default;
};

/// Coefficient of the index in work-item dimension \p D inside a group [byte].
Expr workItemCoefficient(const AffineIndex &Index, unsigned D);

/// Coefficient of the index in loop \p LoopId [byte].
Expr loopCoefficient(const AffineIndex &Index, uint32_t LoopId);

/// How \p A moves along work-item dimension \p D inside a group.
Stride workItemStride(const MemoryAccess &A, unsigned D,
                      const SymbolValue &Value);

/// How \p A moves along loop \p LoopId.
Stride loopStride(const MemoryAccess &A, uint32_t LoopId,
                  const SymbolValue &Value);

/// "consecutive", "same", "stride 4096 B", "irregular", "stride 4*N B".
std::string describe(const Stride &S, const Expr &Coefficient);

} // namespace roofline

#endif
