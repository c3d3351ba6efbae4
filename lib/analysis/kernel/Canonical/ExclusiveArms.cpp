// Arms by dominance: an edge of a branch dominates what only it leads to.
#include "ExclusiveArms.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"

using namespace llvm;

namespace roofline {

ExclusiveArms::Kind ExclusiveArms::kindOf(const Tally &T) {
  return {T.Name,     T.Type.Scalar, T.Type.Bits, T.Type.Lanes,
          T.NumBytes, T.Space,       T.AlsoAtExit};
}

/// The arm of \p Branch that \p B, of the same loop \p Around, stands in.
std::optional<uint32_t> ExclusiveArms::armOf(const BasicBlock *Branch,
                                             const BasicBlock *B,
                                             const llvm::Loop *Around) {
  const Instruction *Ends = Branch->getTerminator();
  if (LI.getLoopFor(Branch) != Around || Ends->getNumSuccessors() < 2)
    return std::nullopt;
  for (const BasicBlock *To : successors(Branch)) // a loop's own test has none
    if (Around && (!Around->contains(To) || To == Around->getHeader()))
      return std::nullopt;
  for (unsigned I = 0; I < Ends->getNumSuccessors(); ++I) {
    if (!DT.dominates(BasicBlockEdge(Branch, Ends->getSuccessor(I)), B))
      continue;
    auto It = ByEdge.find({Branch, I});
    if (It == ByEdge.end()) {
      const std::optional<uint32_t> Outer = armOf(Branch);
      It = ByEdge.try_emplace({Branch, I}, uint32_t(Arms.size())).first;
      Arms.push_back({Branch, Outer, {}});
    }
    return It->second;
  }
  return std::nullopt;
}

/// The innermost arm that \p B stands in.
std::optional<uint32_t> ExclusiveArms::armOf(const BasicBlock *B) {
  if (auto It = Known.find(B); It != Known.end())
    return It->second;
  const llvm::Loop *Around = LI.getLoopFor(B);
  std::optional<uint32_t> Arm;
  const BasicBlock *First = Around ? Around->getHeader() : nullptr;
  for (const BasicBlock *Block = B; !Arm && Block != First;) {
    const DomTreeNode *Node = DT.getNode(Block)->getIDom();
    if (!Node)
      break;
    Block = Node->getBlock();
    Arm = armOf(Block, B, Around);
  }
  return Known[B] = Arm;
}

void ExclusiveArms::add(const BasicBlock *B, const Tally &T) {
  if (const std::optional<uint32_t> Arm = armOf(B))
    ++Arms[*Arm].Most[kindOf(T)];
}

void ExclusiveArms::settle() {
  // Arms of one branch stand at several places, those inside of them behind.
  std::map<const BasicBlock *, std::vector<uint32_t>> ByBranch;
  std::vector<const BasicBlock *> Order;
  for (uint32_t I = 0; I < Arms.size(); ++I) {
    std::vector<uint32_t> &Own = ByBranch[Arms[I].Branch];
    if (Own.empty())
      Order.push_back(Arms[I].Branch);
    Own.push_back(I);
  }
  // A branch inside of an arm is deeper in the tree of dominators.
  std::stable_sort(Order.begin(), Order.end(),
                   [&](const BasicBlock *L, const BasicBlock *R) {
                     return DT.getNode(L)->getLevel() >
                            DT.getNode(R)->getLevel();
                   });
  for (const BasicBlock *Branch : Order) {
    std::map<Kind, uint64_t> Most;
    const std::vector<uint32_t> &Own = ByBranch[Branch];
    for (uint32_t Arm : Own)
      for (const auto &[K, Number] : Arms[Arm].Most)
        if (uint64_t &Best = Most[K]; Number > Best) {
          Best = Number;
          Largest[{Branch, K}] = Arm;
        }
    if (const std::optional<uint32_t> Around = Arms[Own.front()].Around)
      for (const auto &[K, Number] : Most)
        Arms[*Around].Most[K] += Number;
  }
}

bool ExclusiveArms::isInStead(const BasicBlock *B, const Tally &T) const {
  auto It = Known.find(B);
  const Kind K = kindOf(T);
  for (auto Arm = It == Known.end() ? std::nullopt : It->second; Arm;
       Arm = Arms[*Arm].Around)
    if (auto Best = Largest.find({Arms[*Arm].Branch, K});
        Best != Largest.end() && Best->second != *Arm)
      return true;
  return false;
}

} // namespace roofline
