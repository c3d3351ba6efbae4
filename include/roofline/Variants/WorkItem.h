// Inserts the code of one work-item, with known ids.
#ifndef ROOFLINE_VARIANTS_WORKITEM_H
#define ROOFLINE_VARIANTS_WORKITEM_H

#include "roofline/Variants/KernelVariant.h"

#include "llvm/IR/IRBuilder.h"

#include <array>

namespace roofline {

/// Place of a work-item in its NDRange; i64 each.
struct WorkItemIds {
  unsigned Dimensions = 1;
  std::array<llvm::Value *, 3> Global;
  std::array<llvm::Value *, 3> GlobalSize;
  std::array<llvm::Value *, 3> LocalSize; ///< null: unknown
};

/// Number of dimensions whose ids or sizes \p Kernel reads; 0 when it reads
/// none.
unsigned dimensionsInUse(const llvm::Function &Kernel);

/// An error when something keeps the work-items of \p Kernel from running one
/// after another.
llvm::Error checkWorkItem(const llvm::Function &Kernel,
                          const VariantRequest &Request);

/// Inserts the code of \p Kernel at \p Builder, whose function has the same
/// arguments, and leaves \p Builder behind it.
llvm::Error insertWorkItem(llvm::Function &Kernel,
                           const VariantRequest &Request,
                           const WorkItemIds &Ids, llvm::IRBuilder<> &Builder);

} // namespace roofline

#endif
