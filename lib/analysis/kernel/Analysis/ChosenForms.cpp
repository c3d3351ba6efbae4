// Values that a test or a builtin chooses, as closed forms.
#include "roofline/Analysis/SymbolicForm.h"

#include "ConditionForm.h"

#include "roofline/Canonical/StructuralBuiltins.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace roofline {

/// min(), max(), clamp(), abs() of integers, which are calls in the source's
/// form.
std::optional<Expr> SymbolicForm::visitBuiltin(CallInst &Call, Result &R,
                                               unsigned Depth) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Call.getType()->isIntegerTy() || !Call.arg_size())
    return std::nullopt;
  StringRef Name = builtinName(Callee->getName());
  const unsigned NumArgs = StringSwitch<unsigned>(Name)
                               .Case("min", 2)
                               .Case("max", 2)
                               .Case("mul24", 2)
                               .Case("clamp", 3)
                               .Case("mad24", 3)
                               .Case("abs", 1)
                               .Default(0);
  if (NumArgs != Call.arg_size())
    return std::nullopt;
  std::vector<Expr> Args;
  for (Value *Arg : Call.args()) {
    auto Form = visit(SE.getSCEV(Arg), R, Depth + 1);
    if (!Form)
      return std::nullopt;
    Args.push_back(std::move(*Form));
  }
  if (Name == "abs")
    return max(Args[0], Expr::constant(0) - Args[0]);
  if (Name == "mul24")
    return Args[0] * Args[1];
  if (Name == "mad24")
    return Args[0] * Args[1] + Args[2];
  if (Name == "clamp")
    return min(max(Args[0], Args[1]), Args[2]);
  return Name == "min" ? min(Args[0], Args[1]) : max(Args[0], Args[1]);
}

/// A comparison of integers as 0 or 1.
std::optional<Expr> SymbolicForm::visitComparison(Instruction &Test, Result &R,
                                                  unsigned Depth) {
  auto &Compare = cast<ICmpInst>(Test);
  if (!Compare.getOperand(0)->getType()->isIntegerTy())
    return std::nullopt;
  std::vector<Expr> Sides;
  for (Value *Side : Compare.operands()) {
    Result Part;
    Part.AllowsOffsets = R.AllowsOffsets;
    auto Form = visit(SE.getSCEV(Side), Part, Depth + 1);
    if (!Form || Part.Clamped)
      return std::nullopt;
    R.AssumesNoWrap |= Part.AssumesNoWrap;
    Sides.push_back(std::move(*Form));
  }
  CmpInst::Predicate Asked = Compare.getPredicate();
  if (ICmpInst::isUnsigned(Asked)) {
    if (!isNeverNegative(Sides[0]) || !isNeverNegative(Sides[1]))
      return std::nullopt;
    Asked = ICmpInst::getSignedPredicate(Asked);
  }
  return comparisonForm(Asked, Sides[0], Sides[1]);
}

/// `x < limit ? x : limit`, `x < 0 ? x + n : x`: a test for the border of an
/// array. Inside the border the index is the arm that goes with what is tested.
std::optional<Expr> SymbolicForm::visitSelect(SelectInst &Select, Result &R,
                                              unsigned Depth) {
  auto Fail = [&] {
    return failByPath(R, "is chosen by a condition", &Select);
  };
  auto *Test = dyn_cast<ICmpInst>(Select.getCondition());
  if (!Test || !Test->getOperand(0)->getType()->isIntegerTy())
    return Fail();
  Result Parts[4];
  Value *Operands[] = {Test->getOperand(0), Test->getOperand(1),
                       Select.getTrueValue(), Select.getFalseValue()};
  for (auto [Part, Operand] : zip_equal(Parts, Operands)) {
    if (!Operand->getType()->isIntegerTy())
      return Fail();
    Part.Form = visit(SE.getSCEV(Operand), Part, Depth + 1);
    if (!Part.Form)
      return Fail();
  }
  const Expr &Left = *Parts[0].Form, &Right = *Parts[1].Form;
  const bool Same = Left == *Parts[2].Form && Right == *Parts[3].Form,
             Swapped = Left == *Parts[3].Form && Right == *Parts[2].Form;
  if (Test->isRelational() && (Same || Swapped)) {
    for (const Result &Part : Parts) {
      R.AssumesNoWrap |= Part.AssumesNoWrap;
      R.Clamped |= Part.Clamped;
      append_range(R.Borders, Part.Borders);
    }
    const bool IsLess = ICmpInst::isLT(Test->getPredicate()) ||
                        ICmpInst::isLE(Test->getPredicate());
    return IsLess == Same ? min(Left, Right) : max(Left, Right);
  }
  if (moves(Left) == moves(Right))
    return Fail();
  const Expr &Tested = moves(Left) ? Left : Right;
  const Expr &True = *Parts[2].Form, &False = *Parts[3].Form;
  const Expr *Inside = nullptr;
  if (Test->isEquality())
    Inside = Test->getPredicate() == ICmpInst::ICMP_EQ ? &False : &True;
  else if (moves(True) != moves(False))
    Inside = moves(True) ? &True : &False;
  else if (bool TrueFollows = !moves(True - Tested);
           TrueFollows != !moves(False - Tested) || True == False)
    Inside = TrueFollows ? &True : &False;
  else if (!moves(True - False))
    Inside = &True; // both follow; they differ by an offset
  if (!Inside)
    return Fail();
  if (!moves(*Inside) && R.AllowsOffsets)
    R.Borders.push_back(Tested);
  else if (!moveTogether(*Inside, Tested))
    return Fail();
  R.Clamped = true;
  for (const Result &Part : Parts)
    R.AssumesNoWrap |= Part.AssumesNoWrap;
  return *Inside;
}

} // namespace roofline
