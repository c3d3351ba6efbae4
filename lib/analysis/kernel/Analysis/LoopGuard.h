// The condition that a branch asks before a loop's first iteration.
#ifndef ROOFLINE_LIB_ANALYSIS_LOOPGUARD_H
#define ROOFLINE_LIB_ANALYSIS_LOOPGUARD_H

#include "roofline/Analysis/SymbolicForm.h"

#include "llvm/IR/InstrTypes.h"

#include <vector>

namespace roofline {

/// The tests of a rotated loop that the branch around it asks. Scalar evolution
/// counts iterations as though they held, and no form that it finds need hold
/// where it is not.
class LoopGuard {
public:
  LoopGuard(const llvm::Loop &L, llvm::ScalarEvolution &SE,
            SymbolicForm &Forms);

  /// True where a branch decides whether the loop is entered.
  bool exists() const { return Exists; }
  /// True for an order of numbers with a sign.
  bool isSignedOrder() const;

  /// 1 where the loop is entered, 0 elsewhere; nothing where a part of the
  /// condition has no form.
  std::optional<Expr> form() const;
  /// True where \p Trips is not above 0 wherever the loop is passed by. Other
  /// conditions that are joined with the loop's own are those of a branch.
  bool keepsBelowOne(const Expr &Trips) const;
  /// True where \p E is not negative wherever the loop is entered.
  bool keepsPositive(const Expr &E) const;

private:
  /// Left Predicate Right, all of which hold where the loop is entered.
  struct Test {
    llvm::CmpInst::Predicate Predicate;
    Expr Left, Right;
  };
  void add(llvm::Value *Condition, bool EntersIf, const llvm::Loop &L,
           llvm::ScalarEvolution &SE, SymbolicForm &Forms);
  static bool keepsBelowOne(const Expr &Trips, const Test &Failed);

  bool Exists = false;
  bool HasForm = true; ///< of all tests
  std::vector<llvm::CmpInst::Predicate> Asked;
  std::vector<Test> Tests;
};

/// Expression that is not negative where \p Left \p Predicate \p Right holds;
/// nothing for equalities.
std::optional<Expr> slackOf(llvm::CmpInst::Predicate Predicate,
                            const Expr &Left, const Expr &Right);

} // namespace roofline

#endif
