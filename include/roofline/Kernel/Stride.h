// Strides of an affine index, as numbers and in words.
#ifndef ROOFLINE_KERNEL_STRIDE_H
#define ROOFLINE_KERNEL_STRIDE_H

#include "roofline/Kernel/KernelSummary.h"

namespace roofline {

/// Movement of an address along one direction (an NDRange dimension, a loop).
struct Stride {
  enum class Kind : uint8_t { Same, Consecutive, Strided, Irregular, Unbound };
  Kind K = Kind::Irregular;
  int64_t NumBytes = 0; ///< [byte] per step, when Strided or Consecutive
  bool operator==(const Stride &) const = default;
};

/// Returns the coefficient [byte] of \p Index per work-item along dimension \p
/// D inside a group.
Expr workItemCoefficient(const AffineIndex &Index, unsigned D);

/// Returns the coefficient [byte] of \p Index per iteration of loop \p LoopId.
Expr loopCoefficient(const AffineIndex &Index, uint32_t LoopId);

/// Returns the stride of \p A along work-item dimension \p D inside a group.
/// Unbound where \p Value lacks a symbol.
Stride workItemStride(const MemoryAccess &A, unsigned D,
                      const SymbolValue &Value);

/// Returns the stride of \p A along loop \p LoopId.
/// Unbound where \p Value lacks a symbol.
Stride loopStride(const MemoryAccess &A, uint32_t LoopId,
                  const SymbolValue &Value);

/// Returns "consecutive", "same", "stride 4096 B" or "irregular". For an
/// unbound stride the text has \p Coefficient: "stride 4*N B".
std::string describe(const Stride &S, const Expr &Coefficient);

} // namespace roofline

#endif
