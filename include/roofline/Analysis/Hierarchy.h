// The hierarchy of a kernel: sequences, branches, loops and blocks.
//
/// \file
/// The hierarchy is built from dominance inside each loop body with inner loops
/// collapsed. Loops with several exits, loops that are not rotated and
/// short-circuit conditions therefore have a place. A block that only jumps is
/// no node, and a loop's own zero-trip guard is no branch. Each block appears
/// once: code that several paths share is listed at the first path. Irreducible
/// cycles are reported and listed as a flat sequence.
/// Source: HPCA16 section 3.2 and Fig. 5.
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

/// Nodes of the hierarchy, with the blocks and loops that they refer to.
struct Hierarchy {
  std::vector<Node> Nodes; ///< Block nodes index Blocks, Loop nodes index Loops
  std::vector<const llvm::BasicBlock *> Blocks;
  /// Index into Blocks.
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> BlockIds;
  std::vector<const llvm::Loop *> Loops; ///< outer before inner
  /// Index into Loops.
  llvm::DenseMap<const llvm::Loop *, unsigned> LoopIds;
  /// Blocks that run under a condition other than a loop's guard or exit test.
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> Predicated;
  /// Zero-trip tests of loops: branches that skip a loop without iterations.
  llvm::SmallPtrSet<const llvm::Instruction *, 8> OwnGuards;
  std::vector<Unknown> Unknowns;
};

/// Returns the hierarchy of \p F; Unknowns names the irreducible cycles.
Hierarchy buildHierarchy(const llvm::Function &F, const llvm::LoopInfo &LI);

} // namespace roofline

#endif
