// How an affine index moves along a direction, as a number and in words.
#ifndef ROOFLINE_MODEL_STRIDE_H
#define ROOFLINE_MODEL_STRIDE_H

#include "roofline/Model/Estimate.h"

namespace roofline {

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
