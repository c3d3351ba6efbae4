// Counters of nests that a source folds into one loop by hand.
//
/// \file
/// `x = (x + v) & mask; if (x == 0) y += c;` goes through blocks of mask + 1
/// elements, row by row, in one loop. Recognises both counters in canonical IR.
#ifndef ROOFLINE_CANONICAL_WRAPPEDCOUNTERS_H
#define ROOFLINE_CANONICAL_WRAPPEDCOUNTERS_H

#include <cstdint>
#include <optional>

namespace llvm {
class Loop;
class PHINode;
class Value;
} // namespace llvm

namespace roofline {

/// A counter from 0 that starts again at its end: `x = (x + v) & mask`,
/// `x = (x + v) % end`, `x = x + v == end ? 0 : x + v`. Whether its step and
/// its end stand still in the loop is not asked here.
struct WrappedCounter {
  llvm::Value *Step = nullptr;
  llvm::Value *End = nullptr;    ///< empty where Number is set
  std::optional<int64_t> Number; ///< end that is a constant
  llvm::Value *Sum = nullptr;    ///< with the step, before it wraps
  llvm::Value *Next = nullptr;   ///< in the next iteration
};

/// Returns counter \p Phi of the header of \p L, which has a latch and a
/// preheader, where it wraps.
std::optional<WrappedCounter> wrappedCounter(llvm::PHINode &Phi,
                                             const llvm::Loop &L);

/// A counter that moves on in the iterations in which another one wraps.
struct SteppedCounter {
  WrappedCounter Inner;
  llvm::Value *Step = nullptr;
};

/// Returns counter \p Phi of the header of \p L likewise.
std::optional<SteppedCounter> steppedCounter(llvm::PHINode &Phi,
                                             const llvm::Loop &L);

} // namespace roofline

#endif
