// Builds the datapaths of regions, and the variables between them.
#ifndef ROOFLINE_LIB_LOOPFORMS_DATAPATHSBUILDER_H
#define ROOFLINE_LIB_LOOPFORMS_DATAPATHSBUILDER_H

#include "KernelMemories.h"

#include "roofline/Base/LowMask.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"

#include <map>

namespace roofline {

constexpr ValueType Flag = {ScalarKind::Int, 1, 1};
constexpr ValueType AddressType = {ScalarKind::Int, 40, 1};

/// Unsigned numbers up to \p Most.
inline ValueType intOf(uint64_t Most) {
  return {ScalarKind::Int, uint16_t(bitsFor(Most)), 1};
}

class DatapathsBuilder;

/// The variables that count work-items, of the loops over them around a region.
using ItemCounters = std::map<std::pair<ItemQuery, unsigned>, uint32_t>;

/// One datapath: that of a leaf, or of control in loops over work-items.
struct PartBuilder {
  PartBuilder(DatapathsBuilder &All, LoopDatapath &Path, uint32_t Leaf,
              ItemCounters Items);

  DatapathsBuilder &All;
  LoopDatapath &Path;
  uint32_t Leaf; ///< NoLeaf: control
  ItemCounters Items;
  ValueNodes Nodes;
  llvm::DenseMap<const llvm::Instruction *, uint32_t> Slots; ///< of accesses
  llvm::DenseMap<const llvm::Instruction *, uint32_t> Words; ///< nodes of loads

  static constexpr uint32_t NoLeaf = ~uint32_t(0);

  uint32_t source(LoopSourceKind Kind, uint32_t Index, ValueType Type);
  uint32_t loaded(const llvm::LoadInst &L);
  uint32_t offsetOf(const llvm::Value *Pointer, const llvm::Instruction &I);
  uint32_t addressOf(const llvm::Instruction &I);
  uint32_t resized(uint32_t Node, ValueType To);
  uint32_t both(std::optional<uint32_t> L, uint32_t R) {
    return L ? Nodes.add(DatapathOp::And, Flag, {*L, R}) : R;
  }
  uint32_t selected(uint32_t If, uint32_t Then, uint32_t Else) {
    return Nodes.add(DatapathOp::Select, Path.Graph.Nodes[Then].Type,
                     {If, Then, Else});
  }
  std::optional<uint32_t> enableOf(const llvm::Instruction &I,
                                   const AccessPlan &A);
  void finish();
};

class DatapathsBuilder {
public:
  DatapathsBuilder(CodeFacts &Code, RegionPlan &Plan, llvm::Function &Original)
      : Code(Code), Plan(Plan), Original(Original), Mem(Code, Original, K) {}

  llvm::Expected<LoopKernel> run();

  CodeFacts &Code;
  RegionPlan &Plan;
  llvm::Function &Original;
  LoopKernel K;
  KernelMemories Mem;
  std::vector<std::unique_ptr<PartBuilder>> Parts;
  /// All of the one control datapath: the same value is another one for the
  /// work-items of another loop.
  std::map<ItemCounters, std::unique_ptr<PartBuilder>> Controls;
  /// Leaf and level of each loop within one; leaf of each access.
  llvm::DenseMap<const llvm::Loop *, std::pair<uint32_t, uint32_t>> Levels;
  llvm::DenseMap<const llvm::Instruction *, uint32_t> LeafOf;
  llvm::MapVector<const llvm::Loop *, uint32_t> Outer; ///< into Plan.Loops
  /// Variables by value: of outer phis, of loads, of values that leave loops.
  llvm::MapVector<const llvm::Value *, uint32_t> Variables;
  std::vector<ItemCounters> ItemsOfLeaf, ItemsOfLoop;

  uint32_t addVariable(std::string Name, ValueType Type) {
    K.Variables.push_back({std::move(Name), Type});
    return uint32_t(K.Variables.size() - 1);
  }
  uint32_t variableOf(const llvm::Value *V) {
    auto [It, IsNew] = Variables.try_emplace(V, 0);
    if (IsNew) {
      const uint32_t N = addVariable("v" + std::to_string(K.Variables.size()),
                                     *streamType(V->getType()));
      Variables[V] = N;
    }
    return Variables.lookup(V);
  }
  /// True where \p Leaf runs for several work-items each time.
  bool isOfItems(uint32_t Leaf) const {
    return llvm::any_of(Plan.Leaves[Leaf].Levels,
                        [](const LevelPlan &L) { return !L.Code; });
  }

private:
  /// Each variable that is read has code that writes it.
  llvm::Error checkVariables() const;
  void place();
  void placeItems(const LoopRegion &R, const ItemCounters &Items);
  llvm::Expected<PartBuilder *> controlIn(const ItemCounters &Items);

  // Defines what a part's code reads from outside.
  llvm::Error define(PartBuilder &P);
  void defineItems(PartBuilder &P);
  uint32_t itemNode(PartBuilder &P, ItemQuery Query, unsigned D);
  llvm::Error definePhis(PartBuilder &P, uint32_t Level);
  void defineLeaving(PartBuilder &P);
  uint32_t affine(PartBuilder &P, const llvm::SCEVAddRecExpr &Rec,
                  const llvm::Instruction &Phi, uint32_t Counter);
  const llvm::SCEVAddRecExpr *affineForm(const llvm::PHINode &Phi) const {
    if (!Phi.getType()->isIntegerTy())
      return nullptr;
    const auto *Rec = llvm::dyn_cast<llvm::SCEVAddRecExpr>(
        Code.SE.getSCEV(const_cast<llvm::PHINode *>(&Phi)));
    return Rec && Rec->isAffine() &&
                   llvm::isa<llvm::SCEVConstant>(Rec->getStart()) &&
                   llvm::isa<llvm::SCEVConstant>(Rec->getOperand(1)) &&
                   Rec->getLoop()->getHeader() == Phi.getParent()
               ? Rec
               : nullptr;
  }

  /// The form of \p Phi where it follows from the counter of outer loop \p
  /// Index, whose iterations data decide; else null.
  const llvm::SCEVAddRecExpr *countOf(const llvm::PHINode &Phi,
                                      uint32_t Index) const {
    return Plan.Loops[Index].Level.Test ? affineForm(Phi) : nullptr;
  }

  struct OpenPhi {
    const llvm::PHINode *Phi;
    uint32_t Level, Value, Carried;
  };
  std::map<uint32_t, std::vector<OpenPhi>> OpenPhis; ///< by leaf

  llvm::Error buildLeaf(uint32_t L);
  llvm::Error setTrips(PartBuilder &P, LoopTrips &To,
                       std::optional<uint32_t> &Guard, const LevelPlan &Level,
                       const llvm::BasicBlock *Where);
  llvm::Error buildControl();
  llvm::Error buildResults();
};

} // namespace roofline

#endif
