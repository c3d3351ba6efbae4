// Blocks of a kernel, the edges between them, and their effect on loops.
//
/// \file
/// Every instruction of a block runs as often as the block, and a block runs as
/// often as control leaves it. So counts of edges give all other counts. Loops
/// change at the edges that enter, repeat and leave them.
#ifndef ROOFLINE_TOOLS_PROFILER_BLOCKTABLE_H
#define ROOFLINE_TOOLS_PROFILER_BLOCKTABLE_H

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>

#include <cstdint>
#include <vector>

namespace roofline::profiler {

/// Effect on a loop when an edge is taken.
struct LoopStep {
  enum class Kind : uint8_t { Enter, Iterate, Leave };
  Kind K;
  uint32_t Loop; ///< index into BlockTable::Loops
};

struct Block {
  const llvm::BasicBlock *IR = nullptr;
  uint32_t FirstEdge = 0, NumEdges = 1; ///< by successor; one for a return
  /// Value that selects the successor, an i1 or a switch's value; null: none.
  const llvm::Value *Condition = nullptr;
  bool IsSwitch = false;
};

struct Edge {
  uint32_t FirstStep = 0, NumSteps = 0; ///< range in BlockTable::Steps
};

/// The loop statement's place.
struct LoopPlace {
  const llvm::DILocation *Loc = nullptr;
};

class BlockTable {
public:
  /// Adds the functions that \p Kernel reaches.
  explicit BlockTable(const llvm::Function &Kernel);

  const Block &blockOf(const llvm::Instruction *Terminator) const {
    return Blocks[BlockOf.find(Terminator)->second];
  }

  std::vector<Block> Blocks;
  std::vector<Edge> Edges;
  std::vector<LoopStep> Steps;
  std::vector<LoopPlace> Loops;

private:
  void addFunction(llvm::Function &F);

  llvm::DenseMap<const llvm::Instruction *, uint32_t> BlockOf;
};

} // namespace roofline::profiler

#endif
