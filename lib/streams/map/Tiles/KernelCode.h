// A kernel and its launch, for runs of groups on symbols.
#ifndef ROOFLINE_LIB_TILES_KERNELCODE_H
#define ROOFLINE_LIB_TILES_KERNELCODE_H

#include "roofline/Canonical/ErrorAt.h"
#include "roofline/Kernel/Launch.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"

#include <map>

namespace roofline {

bool isBufferStore(const llvm::Instruction &I);
/// Returns the object of a pointer into local memory; null for other pointers.
const llvm::Value *localObject(const llvm::Value *Pointer);
/// Name of the builtin that \p I calls, or "".
llvm::StringRef calledBuiltin(const llvm::Instruction &I);
bool isGroupBarrier(const llvm::Instruction &I);

/// Result of a builtin as a sum over the group and the item in the group.
struct PlaceSum {
  int64_t Constant = 0;
  std::array<int64_t, 3> PerGroup = {0, 0, 0}, PerItem = {0, 0, 0};
};

/// Builds the global id of dimension \p D as i64.
llvm::Value *globalId(llvm::IRBuilderBase &Builder, unsigned D);

/// Blocks between a branch and the join of its paths.
struct BranchRegion {
  /// Without the branch and Join.
  llvm::SetVector<const llvm::BasicBlock *> Blocks;
  const llvm::BasicBlock *Join = nullptr; ///< null: the kernel's end
  bool IsLoop = false;                    ///< leads back to the branch
  bool IsMarched = false; ///< decides the iterations of the marched loop
  bool Stores = false;    ///< stores to buffers
  /// First instruction of each kind, or null.
  const llvm::Instruction *LocalRead = nullptr, *LocalWrite = nullptr,
                          *Barrier = nullptr;
};

class KernelCode {
public:
  KernelCode(const llvm::Function &F, const Launch &L);

  const llvm::Function &F;
  const Launch &L;
  /// Size of a group [work-item], one by default, and of the launch [group].
  std::array<int64_t, 3> Local = {1, 1, 1}, Groups = {1, 1, 1};
  llvm::DominatorTree DT;
  llvm::LoopInfo LI;
  llvm::DenseMap<const llvm::Value *, unsigned> Slots;
  std::vector<const llvm::Loop *> Loops;
  llvm::DenseMap<const llvm::Loop *, unsigned> LoopIndex;
  const llvm::Loop *March = nullptr; ///< becomes a dimension of the launch

  /// Returns the indices of the loops around \p B, the outermost first.
  llvm::SmallVector<unsigned, 3> loopsAround(const llvm::BasicBlock *B) const;
  const BranchRegion &regionOf(const llvm::BasicBlock *B) const;
  int64_t groupSize() const { return Local[0] * Local[1] * Local[2]; }
  std::array<int64_t, 3> idOf(uint32_t Item) const {
    return {Item % Local[0], Item / Local[0] % Local[1],
            Item / Local[0] / Local[1]};
  }
  /// Returns the result of a work-item function; nothing for other calls.
  std::optional<PlaceSum> answerOf(const llvm::CallInst &I) const;

private:
  llvm::PostDominatorTree PDT;
  mutable std::map<const llvm::BasicBlock *, BranchRegion> Regions;
};

} // namespace roofline

#endif
