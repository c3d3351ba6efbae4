// Values of a launch as sums over its dimensions: f0(i0) + f1(i1) + f2(i2).
//
/// \file
/// Once the sizes of a launch are known, the index of an access is a concrete
/// function of the work-item. Along each dimension the function is a line, or
/// several lines where the kernel clamps, wraps or chooses at a border. All
/// spellings of a border in the source give the same lines.
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

/// The signed number Constant + sum of Axes.
struct IndexForm {
  int64_t Constant = 0;
  std::array<Axis, 3> Axes;
  bool operator==(const IndexForm &) const = default;
};

/// An index variable: a work-item id or the counter of a loop.
struct IndexVariable {
  unsigned Dimension = 0;
  int64_t Start = 0, Step = 1; ///< its value is Start + Step * index
};

/// A pointer into a buffer.
struct Place {
  const llvm::Value *Base = nullptr;
  IndexForm Offset; ///< [byte]
};

/// Finds the forms of values in a kernel. \p Sizes has the size of each
/// dimension of the launch.
class IndexForms {
public:
  IndexForms(std::array<int64_t, 3> Sizes,
             llvm::DenseMap<const llvm::Value *, IndexVariable> Variables,
             const llvm::DominatorTree &DT, const llvm::DataLayout &DL)
      : Sizes(Sizes), Variables(std::move(Variables)), DT(DT), DL(DL) {}

  /// Replaces the index variables and forgets all forms found so far.
  void walk(llvm::DenseMap<const llvm::Value *, IndexVariable> Others) {
    Variables = std::move(Others);
    Known.clear();
    Budget = AllLines;
  }

  /// Returns the form of \p V, or nothing where \p V depends on data, is no sum
  /// over the dimensions, or has too many lines: more than MaxLines, or more
  /// than AllLines together with the other forms of more than FewLines.
  const std::optional<IndexForm> &of(const llvm::Value *V);
  /// Returns the place that \p Pointer points to; Base is null where it is
  /// unknown. Nothing where the offset has no form.
  std::optional<Place> placeOf(const llvm::Value *Pointer);
  /// Returns the indices at which \p B may run. Uses only conditions that
  /// depend on one dimension.
  std::array<IndexSet, 3> runs(const llvm::BasicBlock *B);

private:
  std::optional<IndexForm> build(const llvm::Value *V);
  std::optional<IndexForm> buildInstruction(const llvm::Instruction &I);
  std::optional<IndexForm> buildBinary(const llvm::BinaryOperator &Op);
  std::optional<IndexForm> buildCast(const llvm::Instruction &I);
  /// Returns \p Evaluate of the operands along the dimension that they depend
  /// on; nothing where they depend on several. For \p IsStraight see combine().
  template <typename Fn>
  std::optional<IndexForm>
  tabulate(llvm::ArrayRef<const llvm::Value *> Inputs, Fn Evaluate,
           llvm::function_ref<bool(llvm::ArrayRef<Line>)> IsStraight);
  std::optional<IndexForm> sum(const IndexForm &L, const IndexForm &R,
                               int64_t Factor) const;
  std::optional<IndexForm> choose(const llvm::Value *Condition,
                                  const IndexForm &IfTrue,
                                  const IndexForm &IfFalse);
  std::optional<IndexForm> join(const llvm::PHINode &Phi);
  bool fits(const IndexForm &F, unsigned Bits) const;
  /// Keeps in \p Sets the indices at which \p Condition equals \p Holds.
  void restrict(const llvm::Value *Condition, bool Holds,
                std::array<IndexSet, 3> &Sets);
  /// Keeps in \p Sets the indices at which \p Switch goes to \p To.
  void restrict(const llvm::SwitchInst &Switch, const llvm::BasicBlock *To,
                std::array<IndexSet, 3> &Sets);
  /// Keeps in \p Sets the indices at which \p Asked is one of \p Values, or,
  /// without \p IsOne, none of them.
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

/// A choice between two values by a condition.
struct Choice {
  const llvm::Value *Condition = nullptr;
  const llvm::Value *IfTrue = nullptr, *IfFalse = nullptr;
};
/// Returns the choice that \p Phi makes: its two values come from the two sides
/// of one branch. Condition is null for any other phi.
Choice choiceOf(const llvm::PHINode &Phi, const llvm::DominatorTree &DT);

} // namespace roofline

#endif
