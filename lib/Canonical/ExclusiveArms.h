// Finds the operations that exclusive arms execute in each other's stead.
//
/// \file
/// A run executes `if` or `else`, or one case of a switch, each time it asks
/// the condition. The largest arm therefore bounds each kind of operation; the
/// other arms' operations of that kind come in its stead. Looks at arms within
/// one iteration of the loop around alone.
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

  /// \p B executes \p T once; before settle().
  void add(const llvm::BasicBlock *B, const Tally &T);

  /// Finds the largest arms.
  void settle();

  /// True where what \p B executes of the kind of \p T comes in the stead of a
  /// larger arm's.
  bool isInStead(const llvm::BasicBlock *B, const Tally &T) const;

private:
  using Kind = std::tuple<std::string, ScalarKind, uint16_t, uint16_t, uint32_t,
                          AddressSpace, bool>;
  static Kind kindOf(const Tally &T);

  struct Arm {
    const llvm::BasicBlock *Branch; ///< asks the condition
    std::optional<uint32_t> Around; ///< arm that the branch stands in
    std::map<Kind, uint64_t> Most;  ///< executions of one run of the arm
  };
  std::optional<uint32_t> armOf(const llvm::BasicBlock *B);
  std::optional<uint32_t> armOf(const llvm::BasicBlock *Branch,
                                const llvm::BasicBlock *B,
                                const llvm::Loop *Around);

  const llvm::LoopInfo &LI;
  const llvm::DominatorTree &DT;
  std::vector<Arm> Arms; ///< an arm after those around it
  std::map<std::pair<const llvm::BasicBlock *, unsigned>, uint32_t> ByEdge;
  llvm::DenseMap<const llvm::BasicBlock *, std::optional<uint32_t>> Known;
  /// By branch and kind, the arm that has the most.
  std::map<std::pair<const llvm::BasicBlock *, Kind>, uint32_t> Largest;
};

} // namespace roofline

#endif
