// Values of a launch as sums over its dimensions: f0(i0) + f1(i1) + f2(i2).
//
/// \file
/// With the sizes of a launch at hand the index of an access is not a formula
/// but a function of the work-item that can be written down: along each
/// dimension a line, or several ones where the kernel clamps, wraps or chooses
/// at a border. However the source spells a border, the lines are the same.
#ifndef ROOFLINE_INDEXFORMS_INDEXFORM_H
#define ROOFLINE_INDEXFORMS_INDEXFORM_H

#include "roofline/IndexForms/Axis.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace llvm {
class BasicBlock;
class BinaryOperator;
class CmpInst;
class DataLayout;
class DominatorTree;
class GEPOperator;
class Instruction;
class PHINode;
class SwitchInst;
class Value;
} // namespace llvm

namespace roofline {

/// Constant + sum of Axes, as a signed number.
struct IndexForm {
  int64_t Constant = 0;
  std::array<Axis, 3> Axes;
  bool operator==(const IndexForm &) const = default;
};

/// An index variable: a work-item id or the counter of a loop.
struct IndexVariable {
  unsigned Dimension = 0;
  int64_t Start = 0, Step = 1;
};

/// A pointer into a buffer.
struct Place {
  const llvm::Value *Base = nullptr;
  IndexForm Offset; ///< [byte]
};

class IndexForms {
public:
  IndexForms(std::array<int64_t, 3> Sizes,
             llvm::DenseMap<const llvm::Value *, IndexVariable> Variables,
             const llvm::DominatorTree &DT, const llvm::DataLayout &DL)
      : Sizes(Sizes), Variables(std::move(Variables)), DT(DT), DL(DL) {}

  /// Other index variables; what is known of the old ones is forgotten.
  void walk(llvm::DenseMap<const llvm::Value *, IndexVariable> Others) {
    Variables = std::move(Others);
    Known.clear();
    Budget = AllLines;
  }

  /// Nothing where \p V depends on data, on more than sums of the indices, or
  /// needs more than MaxLines, or with others of more than FewLines more than
  /// AllLines.
  const std::optional<IndexForm> &of(const llvm::Value *V);
  /// Nothing where the offset has no such form; Base is null for nothing known.
  std::optional<Place> placeOf(const llvm::Value *Pointer);
  /// Where \p B may run, as far as conditions on single indices tell.
  std::array<IndexSet, 3> runs(const llvm::BasicBlock *B);

private:
  std::optional<IndexForm> build(const llvm::Value *V);
  std::optional<IndexForm> buildInstruction(const llvm::Instruction &I);
  std::optional<IndexForm> buildBinary(const llvm::BinaryOperator &Op);
  std::optional<IndexForm> buildCast(const llvm::Instruction &I);
  /// \p Evaluate along the dimension that the operands depend on; nothing
  /// where that is more than one. \p IsStraight: see combine().
  template <typename Fn>
  std::optional<IndexForm>
  tabulate(llvm::ArrayRef<const llvm::Value *> Of, Fn Evaluate,
           llvm::function_ref<bool(llvm::ArrayRef<Line>)> IsStraight);
  std::optional<IndexForm> sum(const IndexForm &L, const IndexForm &R,
                               int64_t Factor) const;
  std::optional<IndexForm> choose(const llvm::Value *Condition,
                                  const IndexForm &IfTrue,
                                  const IndexForm &IfFalse);
  std::optional<IndexForm> join(const llvm::PHINode &Phi);
  bool fits(const IndexForm &F, unsigned Bits) const;
  /// Leaves the positions where \p Condition \p Holds in \p Sets; those for
  /// which \p Switch goes to \p To; those at which \p Asked is one of \p
  /// Values, or none of them.
  void restrict(const llvm::Value *Condition, bool Holds,
                std::array<IndexSet, 3> &Sets);
  void restrict(const llvm::SwitchInst &Switch, const llvm::BasicBlock *To,
                std::array<IndexSet, 3> &Sets);
  void restrictTo(const llvm::Value *Asked, llvm::ArrayRef<int64_t> Values,
                  bool IsOne, std::array<IndexSet, 3> &Sets);

  static constexpr size_t FewLines = 4096, AllLines = size_t(1) << 21;

  std::array<int64_t, 3> Sizes;
  size_t Budget = AllLines;
  llvm::DenseMap<const llvm::Value *, IndexVariable> Variables;
  const llvm::DominatorTree &DT;
  const llvm::DataLayout &DL;
  llvm::DenseMap<const llvm::Value *, std::optional<IndexForm>> Known;
};

/// The condition of the branch at whose two sides \p Phi's values come from,
/// and which of them is taken where it holds; null where there is none such.
struct Choice {
  const llvm::Value *Condition = nullptr;
  const llvm::Value *IfTrue = nullptr, *IfFalse = nullptr;
};
Choice choiceOf(const llvm::PHINode &Phi, const llvm::DominatorTree &DT);

} // namespace roofline

#endif
