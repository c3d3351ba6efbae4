// Closed forms of vectors' lanes: coordinates of images, sizes in vectors.
#include "roofline/Analysis/SymbolicForm.h"
#include "roofline/Canonical/StructuralBuiltins.h"

#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace roofline {

std::optional<Expr> imageQuery(const Value *V, unsigned Lane,
                               const SymbolicForm::ArgumentNames &Names) {
  const auto *Call = dyn_cast<CallInst>(V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee || Call->arg_size() != 1)
    return std::nullopt;
  auto It = Names.find(dyn_cast<Argument>(Call->getArgOperand(0)));
  StringRef Name = builtinName(Callee->getName());
  if (It == Names.end() || !Name.consume_front("get_image_"))
    return std::nullopt;
  static constexpr StringLiteral Extents[] = {"width", "height", "depth"};
  if (Name == "dim" && Lane < 3)
    Name = Extents[Lane];
  else if (!is_contained(Extents, Name) && Name != "array_size")
    return std::nullopt;
  return Expr::symbol(It->second.Name + "." + Name.str());
}

/// Lane \p Lane of the vector \p V, or the scalar \p V; of floating-point
/// coordinates the integer part.
std::optional<Expr> SymbolicForm::visitLane(Value *V, unsigned Lane, Result &R,
                                            unsigned Depth) {
  auto Lanes = [&](auto Combine) -> std::optional<Expr> {
    auto *I = cast<Instruction>(V);
    auto L = visitLane(I->getOperand(0), Lane, R, Depth + 1);
    auto Rhs =
        L ? visitLane(I->getOperand(1), Lane, R, Depth + 1) : std::nullopt;
    return Rhs ? std::optional(Combine(*L, *Rhs)) : std::nullopt;
  };
  auto Fail = [&](const Twine &Reason) -> std::optional<Expr> {
    failByPath(R, Reason, V);
    if (!R.AllowsValues)
      return std::nullopt;
    return valueOf(V, Lane + 1, Varies.along(V));
  };
  if (Depth > MaxDepth)
    return Fail("is too deep an expression");
  if (V->getType()->isIntegerTy())
    return visit(SE.getSCEV(V), R, Depth + 1);
  if (const auto *T = dyn_cast<VectorType>(V->getType()))
    if (const ElementCount Count = T->getElementCount();
        Count.isScalable() || Lane >= Count.getFixedValue())
      return Fail("is a lane that the vector may not have");
  if (const auto *C = dyn_cast<Constant>(V)) {
    const Constant *Element =
        V->getType()->isVectorTy() ? C->getAggregateElement(Lane) : C;
    if (const auto *Int = dyn_cast_or_null<ConstantInt>(Element);
        Int && Int->getValue().getSignificantBits() <= 64)
      return Expr::constant(Int->getSExtValue());
    if (const auto *Float = dyn_cast_or_null<ConstantFP>(Element)) {
      APSInt Whole(64, /*isUnsigned=*/false);
      bool IsExact;
      APFloat::opStatus Status = Float->getValueAPF().convertToInteger(
          Whole, APFloat::rmTowardNegative, &IsExact);
      if (Status != APFloat::opInvalidOp)
        return Expr::constant(Whole.getExtValue());
    }
    return Fail("is a constant without a value");
  }
  if (std::optional<Expr> Query = imageQuery(V, Lane, Names))
    return Query;
  if (const auto *A = dyn_cast<Argument>(V)) {
    // OpenCL's name of a vector's lane: "size.s1".
    if (auto It = Names.find(A);
        It != Names.end() && V->getType()->isIntOrIntVectorTy())
      return Expr::symbol(It->second.Name + ".s" +
                          utohexstr(Lane, /*LowerCase=*/true));
    return Fail("depends on an argument that is not an integer");
  }
  auto *I = dyn_cast<Instruction>(V);
  switch (I ? I->getOpcode() : 0) {
  case Instruction::InsertElement:
    if (const auto *At = dyn_cast<ConstantInt>(I->getOperand(2)))
      return At->equalsInt(Lane)
                 ? visitLane(I->getOperand(1), 0, R, Depth + 1)
                 : visitLane(I->getOperand(0), Lane, R, Depth + 1);
    break;
  case Instruction::ShuffleVector: {
    int From = cast<ShuffleVectorInst>(I)->getMaskValue(Lane);
    unsigned Size =
        cast<FixedVectorType>(I->getOperand(0)->getType())->getNumElements();
    if (From >= 0)
      return visitLane(I->getOperand(unsigned(From) >= Size), From % Size, R,
                       Depth + 1);
    break;
  }
  case Instruction::Add:
  case Instruction::FAdd:
    return Lanes([](const Expr &L, const Expr &Rhs) { return L + Rhs; });
  case Instruction::Sub:
  case Instruction::FSub:
    return Lanes([](const Expr &L, const Expr &Rhs) { return L - Rhs; });
  case Instruction::Mul:
    return Lanes([](const Expr &L, const Expr &Rhs) { return L * Rhs; });
  case Instruction::SExt:
  case Instruction::ZExt:
  case Instruction::Trunc:
  case Instruction::SIToFP:
  case Instruction::UIToFP:
    R.AssumesNoWrap = true;
    return visitLane(I->getOperand(0), Lane, R, Depth + 1);
  default:
    break;
  }
  return Fail(V->getType()->isVectorTy() ? "is a vector's lane"
                                         : "is a coordinate in floating point");
}

} // namespace roofline
