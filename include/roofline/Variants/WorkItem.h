// The code of one work-item, for insertion where its ids are known.
#ifndef ROOFLINE_VARIANTS_WORKITEM_H
#define ROOFLINE_VARIANTS_WORKITEM_H

#include "roofline/Variants/KernelVariant.h"

#include "llvm/IR/IRBuilder.h"

#include <array>

namespace roofline {

/// Where a work-item stands in its NDRange; i64 each.
struct WorkItemIds {
  unsigned Dimensions = 1;
  std::array<llvm::Value *, 3> Global;
  std::array<llvm::Value *, 3> GlobalSize;
  std::array<llvm::Value *, 3> LocalSize; ///< null where it is unknown
};

/// Dimensions that \p Kernel asks for: 0 where it does not know of an NDRange.
unsigned dimensionsInUse(const llvm::Function &Kernel);

/// Reports what keeps the work-items of \p Kernel from running one after the
/// other.
llvm::Error checkWorkItem(const llvm::Function &Kernel,
                          const VariantRequest &Request);

/// Inserts the code of \p Kernel, whose arguments \p Into has too, at
/// \p Builder; insertion goes on behind it.
llvm::Error insertWorkItem(llvm::Function &Kernel,
                           const VariantRequest &Request,
                           const WorkItemIds &Ids, llvm::IRBuilder<> &Builder);

/// "FILE:LINE:COLUMN: ", as far as they are known.
std::string placePrefix(const llvm::Value &V);

} // namespace roofline

#endif
