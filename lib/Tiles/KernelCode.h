// A kernel and its launch, as its groups are run on symbols.
#ifndef ROOFLINE_LIB_TILES_KERNELCODE_H
#define ROOFLINE_LIB_TILES_KERNELCODE_H

#include "roofline/Kernel/Launch.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Error.h"

#include <map>

namespace roofline {

/// "FILE:LINE:COLUMN: TEXT" of \p I.
llvm::Error refusedAt(const llvm::Instruction &I, const llvm::Twine &Text);

/// The object in local memory that \p Pointer points into, or null.
const llvm::Value *localObject(const llvm::Value *Pointer);
/// The name of the builtin that \p I calls, or "".
llvm::StringRef calledBuiltin(const llvm::Instruction &I);
bool isGroupBarrier(const llvm::Instruction &I);

/// What a branch leads to until its ways meet.
struct BranchRegion {
  llvm::SetVector<const llvm::BasicBlock *> Blocks; ///< but for those two
  const llvm::BasicBlock *Join = nullptr;           ///< null: the end
  bool IsLoop = false; ///< leads back to the branch
  /// The first of each, or null.
  const llvm::Instruction *LocalRead = nullptr, *LocalWrite = nullptr,
                          *Barrier = nullptr;
};

class KernelCode {
public:
  KernelCode(const llvm::Function &F, const Launch &L);

  const llvm::Function &F;
  const Launch &L;
  std::array<int64_t, 3> Local = {1, 1, 1}, Groups = {1, 1, 1};
  llvm::DominatorTree DT;
  llvm::LoopInfo LI;
  llvm::DenseMap<const llvm::Value *, unsigned> Slots;
  std::vector<const llvm::Loop *> Loops;
  llvm::DenseMap<const llvm::Loop *, unsigned> LoopIndex;

  /// Those around \p B, the outermost first.
  llvm::SmallVector<unsigned, 3> loopsAround(const llvm::BasicBlock *B) const;
  const BranchRegion &regionOf(const llvm::BasicBlock *B) const;
  int64_t groupSize() const { return Local[0] * Local[1] * Local[2]; }

private:
  llvm::PostDominatorTree PDT;
  mutable std::map<const llvm::BasicBlock *, BranchRegion> Regions;
};

} // namespace roofline

#endif
