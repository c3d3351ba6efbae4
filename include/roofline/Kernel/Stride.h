// Strides of an affine index, as numbers and in words.
#ifndef ROOFLINE_KERNEL_STRIDE_H
#define ROOFLINE_KERNEL_STRIDE_H

#include "roofline/Kernel/KernelSummary.h"

namespace roofline {

/// Movement of an address along one direction (an NDRange dimension, a loop).
struct Stride {
  enum class Kind : uint8_t {
    Same,
    Consecutive,
    Strided,
    Irregular,
    Unbound,
    Blocks ///< one of the first three, but where another block begins
  };
  Kind K = Kind::Irregular;
  int64_t NumBytes = 0; ///< [byte] per step; not when Irregular, or Unbound
  /// Kind of the steps inside a block, when Blocks or, if the length of a block
  /// alone is not known, when Unbound.
  Kind Inside = Kind::Irregular;
  int64_t Length = 0; ///< [step] of a block, rounded down where they differ
  bool operator==(const Stride &) const = default;
};

/// Returns the coefficient [byte] of \p Index per work-item along dimension \p
/// D inside a group.
Expr workItemCoefficient(const AffineIndex &Index, unsigned D);

/// Returns the coefficient [byte] of \p Index per iteration of loop \p LoopId.
Expr loopCoefficient(const AffineIndex &Index, uint32_t LoopId);

/// Returns the form that moves \p Index along dimension \p D inside a group:
/// its coefficient, or for a blockwise index the quotients and remainders.
Expr workItemForm(const AffineIndex &Index, unsigned D);

/// Returns the form that moves \p Index along loop \p LoopId.
Expr loopForm(const AffineIndex &Index, uint32_t LoopId);

/// Returns the stride of \p A along work-item dimension \p D inside a group.
/// Unbound where \p Value lacks a symbol.
Stride workItemStride(const MemoryAccess &A, unsigned D,
                      const SymbolValue &Value);

/// Returns the stride of \p A along loop \p LoopId.
/// Unbound where \p Value lacks a symbol.
Stride loopStride(const MemoryAccess &A, uint32_t LoopId,
                  const SymbolValue &Value);

/// Returns "consecutive", "same", "stride 4096 B", "consecutive in blocks of
/// 24" or "irregular". For an unbound stride the text has a part of \p Form:
/// "stride 4*N B", "consecutive in blocks of w".
std::string describe(const Stride &S, const Expr &Form);

} // namespace roofline

#endif
