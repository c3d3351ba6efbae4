// The hierarchy of a kernel: sequences, branches, loops and blocks.
//
/// \file
/// Source: HPCA16 section 3.2 and Fig. 5. Built from dominance inside each loop
/// body with inner loops collapsed, so that loops with several exits, loops
/// that are not rotated and short-circuit conditions all have their place. A
/// block with nothing but a jump is no node; a loop's own zero-trip guard is no
/// branch. Each block appears once: code that several paths share is listed at
/// the first. Irreducible cycles are reported and listed as a flat sequence.
#ifndef ROOFLINE_ANALYSIS_HIERARCHY_H
#define ROOFLINE_ANALYSIS_HIERARCHY_H

#include "roofline/Kernel/KernelSummary.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <vector>

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
class Loop;
class LoopInfo;
} // namespace llvm

namespace roofline {

struct Hierarchy {
  std::vector<Node> Nodes; ///< Block nodes index Blocks, Loop nodes index Loops
  std::vector<const llvm::BasicBlock *> Blocks;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> BlockIds; ///< of Blocks
  std::vector<const llvm::Loop *> Loops; ///< outer before inner
  llvm::DenseMap<const llvm::Loop *, unsigned> LoopIds;
  /// Blocks that run under a condition other than a loop's guard or exit test.
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> Predicated;
  /// Branches that are a loop's own guard: whether it has any iteration.
  llvm::SmallPtrSet<const llvm::Instruction *, 8> OwnGuards;
  std::vector<Unknown> Unknowns;
};

Hierarchy buildHierarchy(const llvm::Function &F, const llvm::LoopInfo &LI);

} // namespace roofline

#endif
