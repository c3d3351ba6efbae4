// Values that the iterations of a nest pass on.
#ifndef ROOFLINE_LIB_RECOGNITION_CARRIEDVALUE_H
#define ROOFLINE_LIB_RECOGNITION_CARRIEDVALUE_H

#include "roofline/Nest/StreamBody.h"

#include "llvm/IR/Instructions.h"

namespace roofline {

/// A value that all loops of a nest pass on, and the innermost one computes.
struct CarriedValue {
  llvm::PHINode *Outermost;
  const llvm::PHINode *Before; ///< the iteration: of the innermost loop
  const llvm::Value *After;    ///< the iteration, past the phis behind loops

  /// Where the outermost loop begins.
  const llvm::Value *first(const StreamBody &Body) const;
  /// The code behind the loops uses the last value.
  bool isUsedBehind(const StreamBody &Body) const;
};

/// The value of \p Outermost. The error names one that a row changes, or
/// leaves to the next alone.
llvm::Expected<CarriedValue> carriedValue(const StreamBody &Body,
                                          llvm::PHINode &Outermost);

/// Past the phis that LCSSA puts behind loops.
const llvm::Value *passed(const llvm::Value *V);

/// The choice that \p I, a select or a phi, makes; Condition is null for any
/// other.
Choice choiceAt(const StreamBody &Body, const llvm::Instruction &I);

} // namespace roofline

#endif
