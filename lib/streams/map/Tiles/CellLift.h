// Replaces values of work-items by expressions of global elements.
#ifndef ROOFLINE_LIB_TILES_CELLLIFT_H
#define ROOFLINE_LIB_TILES_CELLLIFT_H

#include "CellFit.h"
#include "GroupNodes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/Error.h"

#include <map>

namespace roofline {

class CellLift {
public:
  /// \p Read is a load of local memory, or a phi. \p Positions are the
  /// positions along \p Axes, i64 each, which must be available at \p Read. An
  /// error when the expression reads more than \p MostBits of one buffer.
  CellLift(const GroupNodes &Nodes, llvm::ArrayRef<CellAxis> Axes,
           llvm::ArrayRef<llvm::Value *> Positions, llvm::Instruction &Read,
           uint64_t MostBits)
      : Nodes(Nodes), Axes(Axes), Positions(Positions), Read(Read),
        MostBits(MostBits) {}

  /// Replaces \p Read, whose values are the nodes of \p Instances, at least
  /// one.
  llvm::Error replace(const std::vector<CellInstance> &Instances);

private:
  using Known = std::map<std::vector<uint32_t>, llvm::Value *>;

  llvm::Value *lift(const CellInstances &Instances, llvm::Instruction *Before);
  llvm::Value *liftEqual(const CellInstances &Instances,
                         llvm::Instruction *Before);
  llvm::Value *liftOperation(const CellInstances &Copies,
                             llvm::Instruction *Before);
  llvm::Value *number(const CellInstances &Instances, llvm::Type *T,
                      llvm::IRBuilder<> &Builder);
  llvm::Value *choose(std::vector<CellInstances> Classes,
                      llvm::Instruction *Before);
  llvm::Value *isIn(const std::vector<AxisRun> &Runs, size_t Axis,
                    llvm::IRBuilder<> &Builder);
  llvm::Value *fail(const llvm::Twine &Text);

  const GroupNodes &Nodes;
  llvm::ArrayRef<CellAxis> Axes;
  llvm::ArrayRef<llvm::Value *> Positions;
  llvm::Instruction &Read;
  uint64_t MostBits;
  uint32_t NumOperations = 0;
  std::map<const llvm::Value *, uint64_t> Bits; ///< bits read, by buffer
  std::vector<Known> Scopes = {{}};
  std::optional<std::string> Problem;
};

} // namespace roofline

#endif
