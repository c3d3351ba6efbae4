// Runs a box of groups on symbols from barrier to barrier.
#ifndef ROOFLINE_LIB_TILES_GROUPRUN_H
#define ROOFLINE_LIB_TILES_GROUPRUN_H

#include "GroupMemory.h"
#include "GroupNodes.h"
#include "KernelCode.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace roofline {

/// Value that a load of local memory reads, value at the begin of an iteration
/// of the marched loop, or address that a store to a buffer writes.
struct SeenValue {
  uint32_t Item = 0;                         ///< work-item in the group
  llvm::SmallVector<uint32_t, 2> Iterations; ///< of the loops around it
  uint32_t Node = 0;
};

/// All seen values in the groups of a box.
struct GroupValues {
  /// By instruction, in the order in which they are first met.
  llvm::MapVector<const llvm::Instruction *, std::vector<SeenValue>> Seen;
  std::vector<bool> Stores; ///< by item: writes global memory
};

using FollowedCode = llvm::DenseSet<const llvm::Instruction *>;

/// Instructions of \p Code that decide its control flow, its addresses, what it
/// keeps in local or private memory and what an iteration of the marched loop
/// begins with. Nothing else is run: a sum that is only stored to a buffer.
FollowedCode followedCode(const KernelCode &Code);

class GroupRun {
public:
  /// \p Steps is the budget [instruction]; run() reduces it.
  GroupRun(const KernelCode &Code, const FollowedCode &Followed,
           GroupNodes &Nodes, const GroupBox &Box, uint64_t &Steps);

  /// Runs the box; returns nothing, or where to cut the box first. The error
  /// names a use of local memory that is not handled.
  llvm::Expected<std::optional<GroupCut>> run(GroupValues &Into);

private:
  /// A value in a work-item.
  struct Value {
    enum KindOf : uint8_t { Symbol, Number, Pointer } Kind = Symbol;
    uint32_t Node = 0; ///< a symbol; for a pointer without base the reason
    const llvm::Value *Base = nullptr;
    GroupForm Form; ///< a number, or the offset [byte] of a pointer
  };
  struct WorkItem {
    std::array<int64_t, 3> Id = {0, 0, 0}; ///< place in the group
    uint32_t Index = 0;
    std::vector<Value> Values;
    const llvm::BasicBlock *Block = nullptr;
    llvm::BasicBlock::const_iterator Next;
    std::vector<uint32_t> Iterations; ///< by loop
    PrivateMemory Private;
    const llvm::Instruction *Waits = nullptr;
    bool IsDone = false;
  };
  enum class Step : uint8_t { Go, Waits, Done, Cut, Failed };

  Step runTo(const llvm::BasicBlock *Stop);
  Step execute(const llvm::Instruction &I);
  Step load(const llvm::LoadInst &I);
  Step loadLocal(const llvm::LoadInst &I, const Value &From);
  Step store(const llvm::StoreInst &I);
  Step address(const llvm::GetElementPtrInst &I);
  Step select(const llvm::SelectInst &I);
  Step operation(const llvm::Instruction &I);
  Step call(const llvm::CallInst &I);
  Step branch(const llvm::Instruction &I);
  Step branchOnData(const llvm::Instruction &I);
  Step bothWays(const llvm::Instruction &I, const BranchRegion &Region);
  void forgetRegion(const llvm::Instruction &I, const BranchRegion &Region);
  void enter(const llvm::BasicBlock *To, bool IsKnown);
  Step cut(const llvm::Instruction &I, uint32_t Node,
           GroupNodes::Choice Chosen);
  Step fail(const llvm::Instruction &I, const llvm::Twine &Text);
  Step failAtomic(const llvm::Instruction &I, const llvm::Twine &Name);
  llvm::Error checkTogether() const;

  Value get(const llvm::Value *V) const;
  Value argument(const llvm::Argument &A) const;
  uint32_t node(const Value &V, llvm::Type *T) const;
  uint32_t opaque(const llvm::Value *V) const;
  static Value number(const GroupForm &F);
  void note(const llvm::Instruction &I, uint32_t Node);
  void set(const llvm::Instruction &I, const Value &V);
  std::string why(uint32_t Node) const;

  const KernelCode &Code;
  const FollowedCode &Followed;
  GroupNodes &Nodes;
  GroupBox Box;
  uint64_t &Steps;
  const llvm::DataLayout &DL;
  std::vector<WorkItem> Items;
  WorkItem *Me = nullptr;
  LocalMemory Local;
  unsigned Phase = 1;
  GroupValues *Into = nullptr;
  std::optional<GroupCut> Wanted;
  std::optional<std::string> Problem;
};

} // namespace roofline

#endif
