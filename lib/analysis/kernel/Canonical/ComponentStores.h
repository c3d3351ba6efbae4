// Stores of some components of a vector.
#ifndef ROOFLINE_LIB_CANONICAL_COMPONENTSTORES_H
#define ROOFLINE_LIB_CANONICAL_COMPONENTSTORES_H

#include "llvm/ADT/SmallBitVector.h"
#include "llvm/IR/PassManager.h"

#include <optional>

namespace llvm {
class Instruction;
class LoadInst;
class StoreInst;
class Type;
} // namespace llvm

namespace roofline {

/// `v[i].y = x`, for which clang loads the vector, puts x into its lane and
/// stores all of it. OpenCL writes the component alone.
/// Source: OpenCL C 6.4.2, components of vectors as lvalues.
struct ComponentStore {
  llvm::LoadInst *Old = nullptr; ///< gives the lanes that stay
  llvm::SmallBitVector Lanes;    ///< lanes that are written
};

/// Returns the lanes that \p Store writes; nothing where it writes all of them,
/// or where memory may have changed since the others were loaded.
std::optional<ComponentStore> componentStore(const llvm::StoreInst &Store);

/// Returns the part of \p Whole, the type that \p I loads or stores, that the
/// source reads or writes: some lanes of a vector, or all of it.
llvm::Type *movedPart(const llvm::Instruction &I, llvm::Type *Whole);
/// True for the load that only keeps the other components of a vector.
bool isOldValue(const llvm::Instruction &I);

/// Stores the written components alone, in runs of lanes that are neighbours.
struct StoreComponentsPass : llvm::PassInfoMixin<StoreComponentsPass> {
  llvm::PreservedAnalyses run(llvm::Function &F,
                              llvm::FunctionAnalysisManager &FAM);
};

} // namespace roofline

#endif
