// Finds operations of exclusive arms, of which a run executes one arm.
//
/// \file
/// Each time a run tests the condition, it executes `if` or `else`, or one case
/// of a switch. So the largest arm bounds each kind of operation, and replaces
/// the operations of that kind in the other arms. Only handles arms within one
/// iteration of the loop around them.
#ifndef ROOFLINE_LIB_CANONICAL_EXCLUSIVEARMS_H
#define ROOFLINE_LIB_CANONICAL_EXCLUSIVEARMS_H

#include "roofline/Kernel/KernelSummary.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace llvm {
class BasicBlock;
class DominatorTree;
class Loop;
class LoopInfo;
} // namespace llvm

namespace roofline {

class ExclusiveArms {
public:
  ExclusiveArms(const llvm::LoopInfo &LI, const llvm::DominatorTree &DT)
      : LI(LI), DT(DT) {}

  /// Adds that \p B executes \p T once; call before settle().
  void add(const llvm::BasicBlock *B, const Tally &T);

  /// Finds the largest arms.
  void settle();

  /// True when the operations of the kind of \p T in \p B are covered by a
  /// larger arm.
  bool isInStead(const llvm::BasicBlock *B, const Tally &T) const;

private:
  using Kind = std::tuple<std::string, ScalarKind, uint16_t, uint16_t, uint32_t,
                          AddressSpace, bool>;
  static Kind kindOf(const Tally &T);

  struct Arm {
    const llvm::BasicBlock *Branch; ///< tests the condition
    std::optional<uint32_t> Around; ///< arm around the branch
    std::map<Kind, uint64_t> Most;  ///< executions in one run of the arm
  };
  std::optional<uint32_t> armOf(const llvm::BasicBlock *B);
  std::optional<uint32_t> armOf(const llvm::BasicBlock *Branch,
                                const llvm::BasicBlock *B,
                                const llvm::Loop *Around);

  const llvm::LoopInfo &LI;
  const llvm::DominatorTree &DT;
  std::vector<Arm> Arms; ///< outer arms first
  std::map<std::pair<const llvm::BasicBlock *, unsigned>, uint32_t> ByEdge;
  llvm::DenseMap<const llvm::BasicBlock *, std::optional<uint32_t>> Known;
  /// The arm with most operations, by branch and kind.
  std::map<std::pair<const llvm::BasicBlock *, Kind>, uint32_t> Largest;
};

} // namespace roofline

#endif
