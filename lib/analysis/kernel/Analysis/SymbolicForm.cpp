// From scalar evolution to closed forms over arguments, NDRange and loops.
#include "roofline/Analysis/SymbolicForm.h"

#include "ConditionForm.h"

#include "roofline/Canonical/StructuralBuiltins.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace roofline {

bool isIndexVariable(StringRef Symbol) {
  return Symbol.starts_with("global_id(") || Symbol.starts_with("local_id(") ||
         Symbol.starts_with("group_id(") || Symbol.starts_with("loop:") ||
         Symbol.starts_with("sub_group_id(") ||
         Symbol.starts_with("sub_group_local_id(");
}

bool moves(const Expr &E) {
  return any_of(symbols(E), [](StringRef S) {
    return isIndexVariable(S) || S.starts_with("value:");
  });
}

std::optional<Expr> SymbolicForm::fail(Result &R, const Twine &Reason,
                                       const Value *V) {
  if (R.Reason.empty()) {
    R.Reason = Reason.str();
    R.ReasonLoc = sourceLocation(V);
  }
  return std::nullopt;
}

std::string SymbolicForm::atPlace(const SourceLocation &Loc) const {
  if (!Loc)
    return "";
  std::string Place =
      std::to_string(Loc.Line) + ":" + std::to_string(Loc.Column);
  if (Loc.File != File)
    Place = sys::path::filename(Loc.File).str() + ":" + Place;
  return " at " + Place;
}

/// As fail(), for what a path or an operation on bits decides: data, where data
/// is behind it.
std::optional<Expr> SymbolicForm::failByPath(Result &R, const Twine &Reason,
                                             const Value *V) {
  return fail(R, Varies.isData(V) ? "depends on data" : Reason, V);
}

/// The form that \p Visit gives. A test that chooses between constants, as in
/// `x - (x < n ? 0 : n)`, is a border's only where the whole moves with x.
SymbolicForm::Result
SymbolicForm::whole(bool AllowsValues,
                    function_ref<std::optional<Expr>(Result &)> Visit) {
  Result R;
  R.AllowsValues = AllowsValues;
  R.Form = Visit(R);
  auto IsOfForm = [&](const Expr &Border) {
    return moveTogether(Border, *R.Form);
  };
  if (!R.Form || all_of(R.Borders, IsOfForm))
    return R;
  R = Result();
  R.AllowsValues = AllowsValues;
  R.AllowsOffsets = false;
  R.Form = Visit(R);
  return R;
}

SymbolicForm::Result SymbolicForm::translate(const SCEV *S) {
  return whole(false, [&](Result &R) { return visit(S, R, 0); });
}

SymbolicForm::Result SymbolicForm::address(const SCEV *S) {
  return whole(true, [&](Result &R) { return visit(S, R, 0); });
}

SymbolicForm::Result SymbolicForm::coordinate(Value *V, unsigned Lane) {
  return whole(true, [&](Result &R) { return visitLane(V, Lane, R, 0); });
}

void SymbolicForm::Result::add(const Result &Other, const Expr &Scale) {
  assert(Form && Other.Form && "a form with values always is one");
  Form = *Form + Scale * *Other.Form;
  AssumesNoWrap |= Other.AssumesNoWrap;
  Clamped |= Other.Clamped;
  if (Reason.empty())
    Reason = Other.Reason, ReasonLoc = Other.ReasonLoc;
}

/// The symbol of a value without a closed form.
Expr SymbolicForm::valueOf(const void *Key, unsigned Lane,
                           std::vector<std::string> Along) {
  auto [It, IsNew] = ValueIds.try_emplace({Key, Lane}, ValueAlong.size());
  if (IsNew)
    ValueAlong.push_back(std::move(Along));
  return Expr::symbol("value:" + std::to_string(It->second));
}

/// Directions that \p S moves with: its loops, and what its values vary with.
std::vector<std::string> SymbolicForm::along(const SCEV *S) {
  struct Leaves {
    SmallVector<const SCEV *, 4> Found;
    bool follow(const SCEV *S) {
      if (isa<SCEVUnknown, SCEVAddRecExpr>(S))
        Found.push_back(S);
      return true;
    }
    bool isDone() const { return false; }
  } Visitor;
  visitAll(S, Visitor);
  std::vector<std::string> Result;
  for (const SCEV *Leaf : Visitor.Found) {
    if (const auto *Rec = dyn_cast<SCEVAddRecExpr>(Leaf)) {
      if (auto Id = LoopIds.find(Rec->getLoop()); Id != LoopIds.end())
        Result.push_back(symbolOfLoop(Id->second));
    } else {
      append_range(Result, Varies.along(cast<SCEVUnknown>(Leaf)->getValue()));
    }
  }
  return Result;
}

/// The size that intel_reqd_sub_group_size demands of \p Kernel.
static std::optional<int64_t> requiredSubGroupSize(const Function &Kernel) {
  const MDNode *Required = Kernel.getMetadata("intel_reqd_sub_group_size");
  const auto *Size =
      Required && Required->getNumOperands()
          ? mdconst::dyn_extract<ConstantInt>(Required->getOperand(0))
          : nullptr;
  return Size && Size->getZExtValue() ? std::optional(Size->getSExtValue())
                                      : std::nullopt;
}

/// The form of a query of sub-groups, which are \p Size neighbours in a group.
/// \p Id is the place in the group.
/// Source: cl_intel_required_subgroup_size; OpenCL C 6.15.19.
static std::optional<Expr>
subGroupQuery(StringRef Name, std::optional<int64_t> Size, const Expr &Id) {
  if (!Size)
    return std::nullopt;
  const Expr By = Expr::constant(*Size);
  if (Name == "get_sub_group_local_id")
    return mod(Id, By);
  if (Name == "get_sub_group_id")
    return div(Id, By);
  if (Name == "get_sub_group_size" || Name == "get_max_sub_group_size")
    return By;
  return std::nullopt;
}

/// The symbol of a work-item query, e.g. get_global_id(0).
static std::optional<Expr> workItemQuery(const CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return std::nullopt;
  StringRef Name = builtinName(Callee->getName());
  auto Of = [](StringRef What, unsigned D) {
    return Expr::symbol((What + "(" + Twine(D) + ")").str());
  };
  if (Name == "get_work_dim")
    return Expr::symbol("work_dim");
  // OpenCL C 2.0 6.13.1: linear ids, dimension 0 fastest.
  auto Linear = [&](StringRef Id, StringRef Size) {
    return Of(Id, 0) + Of(Size, 0) * (Of(Id, 1) + Of(Size, 1) * Of(Id, 2));
  };
  if (Name == "get_local_linear_id")
    return Linear("local_id", "local_size");
  if (Name == "get_global_linear_id")
    return Linear("global_id", "global_size");
  if (std::optional<Expr> Query =
          subGroupQuery(Name, requiredSubGroupSize(*Call.getFunction()),
                        Linear("local_id", "local_size")))
    return Query;
  if (Call.arg_size() != 1)
    return std::nullopt;
  const auto *Dim = dyn_cast<ConstantInt>(Call.getArgOperand(0));
  static constexpr std::pair<StringLiteral, StringLiteral> Queries[] = {
      {"get_global_id", "global_id"},
      {"get_local_id", "local_id"},
      {"get_group_id", "group_id"},
      {"get_global_size", "global_size"},
      {"get_local_size", "local_size"},
      {"get_enqueued_local_size", "local_size"},
      {"get_num_groups", "num_groups"},
      {"get_global_offset", "global_offset"}};
  for (auto [Builtin, Symbol] : Queries)
    if (Name == Builtin) {
      if (!Dim)
        return std::nullopt;
      // Outside the three dimensions ids are 0 and sizes are 1.
      if (Dim->getValue().uge(3))
        return Expr::constant(Symbol.ends_with("size") ||
                              Symbol == "num_groups");
      return Of(Symbol, Dim->getZExtValue());
    }
  return std::nullopt;
}

/// "c.width", or "c.byte4" where nothing names the field.
static std::string fieldSymbol(const ArgInfo &A, uint64_t Offset) {
  auto Field = A.Fields.find(Offset);
  return A.Name + "." +
         (Field == A.Fields.end() ? "byte" + std::to_string(Offset)
                                  : Field->second);
}

Expr SymbolicForm::iterationOf(const llvm::Loop &L) const {
  return Expr::symbol(symbolOfLoop(LoopIds.at(&L)));
}

/// The form of \p V in \p L, with what it takes for granted; why there is none
/// is the caller's to say.
std::optional<Expr> SymbolicForm::visitPart(Value *V, const llvm::Loop *L,
                                            Result &R, unsigned Depth) {
  Scope Here(*this, L);
  Result Part;
  Part.AllowsOffsets = R.AllowsOffsets;
  auto Form = visit(SE.getSCEVAtScope(V, L), Part, Depth + 1);
  if (!Form)
    return std::nullopt;
  R.AssumesNoWrap |= Part.AssumesNoWrap;
  R.Clamped |= Part.Clamped;
  append_range(R.Borders, Part.Borders);
  return Form;
}

/// True for sizes, ids and arguments without a sign, and what they add up to.
bool SymbolicForm::isNeverNegative(const Expr &E) const {
  if (E.isConstant())
    return E.Value >= 0;
  if (E.K != Expr::Kind::Symbol)
    return all_of(E.Operands,
                  [&](const Expr &Part) { return isNeverNegative(Part); });
  for (const auto &[A, Info] : Names)
    if (Info.Name == E.Name)
      return StringRef(Info.Type).starts_with("u") || Info.Type == "size_t";
  return isIndexVariable(E.Name) || StringRef(E.Name).contains("size(") ||
         StringRef(E.Name).starts_with("num_groups(");
}

/// \p E >> \p Amount, which rounds down. Sizes and ids are not negative, and
/// rounding down is what a division does; a difference may be.
static Expr shiftedRight(const Expr &E, unsigned Amount) {
  const Expr Divisor = Expr::constant(int64_t(1) << Amount);
  if (!hasNegative(E) || Amount == 0)
    return div(E, Divisor);
  return div(E - lowBits(E, Amount), Divisor);
}

std::optional<Expr> SymbolicForm::visitValue(Value *V, Result &R,
                                             unsigned Depth) {
  if (const auto *A = dyn_cast<Argument>(V)) {
    auto It = Names.find(A);
    if (It != Names.end() && A->getType()->isIntegerTy())
      return Expr::symbol(It->second.Name);
    return fail(R, "depends on an argument that is not an integer", V);
  }
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return fail(R, "depends on a constant address", V);
  if (auto *Call = dyn_cast<CallInst>(I)) {
    if (std::optional<Expr> Query = workItemQuery(*Call))
      return Query;
    if (std::optional<Expr> Query = imageQuery(Call, 0, Names))
      return Query;
    if (std::optional<Expr> Form = visitBuiltin(*Call, R, Depth))
      return Form;
    const Function *Callee = Call->getCalledFunction();
    if (Callee && Callee->isIntrinsic()) {
      StringRef Name = Intrinsic::getBaseName(Callee->getIntrinsicID());
      Name.consume_front("llvm.");
      return failByPath(R, "is computed by '" + Name + "'", V);
    }
    return fail(R,
                "depends on the result of " +
                    (Callee ? builtinName(Callee->getName()) : "a call"),
                V);
  }
  auto Binary = [&](auto Combine) -> std::optional<Expr> {
    auto L = visit(SE.getSCEV(I->getOperand(0)), R, Depth + 1);
    auto Rhs =
        L ? visit(SE.getSCEV(I->getOperand(1)), R, Depth + 1) : std::nullopt;
    return Rhs ? std::optional(Combine(*L, *Rhs)) : std::nullopt;
  };
  const APInt *Shift;
  switch (I->getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
    return Binary([&](const Expr &L, const Expr &Rhs) {
      R.AssumesNoWrap |= I->getOpcode() == Instruction::UDiv && hasNegative(L);
      return div(L, Rhs);
    });
  case Instruction::URem:
  case Instruction::SRem:
    return Binary([&](const Expr &L, const Expr &Rhs) {
      R.AssumesNoWrap |= I->getOpcode() == Instruction::URem && hasNegative(L);
      return mod(L, Rhs);
    });
  case Instruction::AShr:
  case Instruction::LShr:
    if (match(I->getOperand(1), m_APInt(Shift)) && Shift->ult(63))
      if (auto L = visit(SE.getSCEV(I->getOperand(0)), R, Depth + 1)) {
        R.AssumesNoWrap = true;
        return shiftedRight(*L, Shift->getZExtValue());
      }
    R.AssumesNoWrap = true;
    return Binary(
        [](const Expr &L, const Expr &Amount) { return div(L, exp2(Amount)); });
  case Instruction::Shl:
    R.AssumesNoWrap = true;
    return Binary(
        [](const Expr &L, const Expr &Amount) { return L * exp2(Amount); });
  case Instruction::And:
    return visitBits(*I, R, Depth);
  case Instruction::ICmp:
    if (auto Form = visitComparison(*I, R, Depth))
      return Form;
    return failByPath(R, "is computed by 'icmp'", V);
  case Instruction::Freeze:
    return visit(SE.getSCEV(I->getOperand(0)), R, Depth + 1);
  case Instruction::Load:
    if (auto Field = fieldOfArgument(*cast<LoadInst>(I)))
      if (auto It = Names.find(Field->first); It != Names.end())
        return Expr::symbol(fieldSymbol(It->second, Field->second));
    return fail(R, "is read from memory", V);
  case Instruction::PHI:
    if (auto Form = visitPhi(*cast<PHINode>(I), R, Depth))
      return Form;
    return failByPath(R, "differs by the path or iteration that reaches it", V);
  case Instruction::Select:
    return visitSelect(*cast<SelectInst>(I), R, Depth);
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    return fail(R, "is converted from floating point", V);
  case Instruction::ExtractElement:
    if (const auto *Lane = dyn_cast<ConstantInt>(I->getOperand(1)))
      return visitLane(I->getOperand(0), Lane->getZExtValue(), R, Depth + 1);
    return failByPath(R, "is a vector's lane", V);
  default:
    return failByPath(R, Twine("is computed by '") + I->getOpcodeName() + "'",
                      V);
  }
}

/// True where \p Bits bits hold \p E for certain: no device has groups of 2^15
/// work-items in one dimension.
static bool fitsIn(const Expr &E, unsigned Bits) {
  return Bits >= 15 && E.K == Expr::Kind::Symbol &&
         StringRef(E.Name).starts_with("local_id(");
}

/// A number with the low bits of \p S: a shift to the right rounds down.
std::optional<Expr> SymbolicForm::visitBitsOf(const SCEV *S, Result &R,
                                              unsigned Depth) {
  const auto *Shift = dyn_cast<SCEVUDivExpr>(S);
  const auto *By = Shift ? dyn_cast<SCEVConstant>(Shift->getRHS()) : nullptr;
  if (!By || !By->getAPInt().isPowerOf2() || By->getAPInt().logBase2() > 61)
    return visit(S, R, Depth);
  auto E = visit(Shift->getLHS(), R, Depth + 1);
  return E ? std::optional(shiftedRight(*E, By->getAPInt().logBase2())) : E;
}

/// Masks of low bits are a remainder, of high bits what is left without it.
std::optional<Expr> SymbolicForm::visitBits(Instruction &And, Result &R,
                                            unsigned Depth) {
  const APInt *Mask;
  if (!match(And.getOperand(1), m_APInt(Mask)) || Mask->getBitWidth() > 64)
    return failByPath(R, "is computed by 'and'", &And);
  bool Low = (*Mask + 1).isPowerOf2(), High = Mask->isNegatedPowerOf2();
  if (!Low && !High)
    return failByPath(R, "is computed by 'and'", &And);
  auto E = visitBitsOf(SE.getSCEV(And.getOperand(0)), R, Depth + 1);
  if (!E)
    return std::nullopt;
  R.AssumesNoWrap = true; // a negative number would have another remainder
  if (Low && fitsIn(*E, Mask->countr_one()))
    return E;
  Expr Rest = lowBits(*E, Low ? Mask->countr_one() : Mask->countr_zero());
  return Low ? Rest : *E - Rest;
}

std::optional<Expr> SymbolicForm::visit(const SCEV *S, Result &R,
                                        unsigned Depth) {
  std::optional<Expr> E = visitNode(S, R, Depth);
  if (E || !R.AllowsValues)
    return E;
  return valueOf(S, 0, along(S));
}

/// True for `i & 7` or `(uchar)i` of a wider counter i, which begins anew; a
/// counter of few bits itself would not end a loop that it wraps in.
bool SymbolicForm::isNarrowed(const SCEVAddRecExpr &Rec) const {
  return Rec.getType()->isIntegerTy() && // it may be a pointer that steps
         Rec.getType()->getIntegerBitWidth() < LeastUnwrapped &&
         !Rec.hasNoUnsignedWrap() && !Rec.hasNoSignedWrap() &&
         none_of(
             Rec.getLoop()->getHeader()->phis(),
             [&](PHINode &Phi) { return Phi.getType() == Rec.getType(); });
}

/// g x - g c (x / c), as scalar evolution writes g (x % c).
static Expr asRemainder(const Expr &Sum) {
  if (Sum.K != Expr::Kind::Add)
    return Sum;
  for (const Expr &Addend : Sum.Operands) {
    if (Addend.K != Expr::Kind::Mul || Addend.Operands.size() != 2 ||
        !Addend.Operands[0].isConstant() ||
        Addend.Operands[1].K != Expr::Kind::Div)
      continue;
    const Expr &Quotient = Addend.Operands[1], &By = Quotient.Operands[1];
    if (!By.isConstant() || By.Value <= 0 ||
        Addend.Operands[0].Value % By.Value != 0)
      continue;
    const Expr Scale = Expr::constant(-(Addend.Operands[0].Value / By.Value));
    const Expr Others = Sum - Addend - Scale * Quotient.Operands[0];
    if (!moves(Others))
      return Others + Scale * mod(Quotient.Operands[0], By);
  }
  return Sum;
}

std::optional<Expr> SymbolicForm::visitSum(const SCEVNAryExpr &S, Result &R,
                                           unsigned Depth) {
  std::vector<Expr> Addends;
  // The sum of 1 and x in one bit is the complement of x.
  if (S.getType()->isIntegerTy(1) && S.getNumOperands() == 2 &&
      S.getOperand(0)->isAllOnesValue())
    if (auto Bit = visit(S.getOperand(1), R, Depth + 1))
      return Expr::constant(1) - *Bit;
  for (const SCEV *Op : S.operands()) {
    std::optional<Expr> Next = visit(Op, R, Depth + 1);
    if (!Next)
      return std::nullopt;
    Addends.push_back(std::move(*Next));
  }
  return asRemainder(sum(Addends));
}

/// True where \p S is a sum or product of few bits, which wraps where it is
/// not \p Known not to.
static bool mayWrap(const SCEV *S, SCEV::NoWrapFlags Known) {
  const auto *Computed = dyn_cast<SCEVCommutativeExpr>(S);
  return isa_and_nonnull<SCEVAddExpr, SCEVMulExpr>(Computed) &&
         S->getType()->getIntegerBitWidth() < SymbolicForm::LeastUnwrapped &&
         Computed->getNoWrapFlags(Known) == SCEV::FlagAnyWrap;
}

/// True where a part of \p S is cut to few bits, whose form has no sign.
bool SymbolicForm::hasCut(const SCEV *S) const {
  return SCEVExprContains(S, [this](const SCEV *Part) {
    const auto *Rec = dyn_cast<SCEVAddRecExpr>(Part);
    return (Rec && isNarrowed(*Rec)) ||
           (isa<SCEVTruncateExpr>(Part) &&
            Part->getType()->getIntegerBitWidth() < LeastUnwrapped);
  });
}

/// Narrow types wrap on purpose (x & 255, a uchar counter); the 24 bits of
/// mad24 are a promise that nothing is cut off.
std::optional<Expr> SymbolicForm::visitTruncated(const SCEVTruncateExpr &Cast,
                                                 Result &R, unsigned Depth) {
  R.AssumesNoWrap = true;
  const unsigned Bits = Cast.getType()->getIntegerBitWidth();
  if (Bits >= LeastUnwrapped)
    return visit(Cast.getOperand(), R, Depth + 1);
  auto E = visitBitsOf(Cast.getOperand(), R, Depth + 1);
  if (!E || fitsIn(*E, Bits))
    return E;
  return lowBits(*E, Bits);
}

std::optional<Expr> SymbolicForm::visitUnsigned(const SCEVZeroExtendExpr &Cast,
                                                Result &R, unsigned Depth) {
  R.AssumesNoWrap = true;
  const SCEV *S = Cast.getOperand();
  const unsigned Bits = S->getType()->getIntegerBitWidth();
  auto E = visit(S, R, Depth + 1);
  if (!E)
    return std::nullopt;
  const auto *Rec = dyn_cast<SCEVAddRecExpr>(S);
  const auto *Start = Rec && !isNarrowed(*Rec)
                          ? dyn_cast<SCEVConstant>(Rec->getStart())
                          : nullptr;
  if (Start && Start->getAPInt().isNegative() && Bits < 63)
    return *E + Expr::constant(int64_t(1) << Bits); // 200 in 8 bits is no -56
  return mayWrap(S, SCEV::FlagNUW) ? lowBits(*E, Bits) : E;
}

/// The lowest \p Bits bits of \p E as a number with a sign.
static Expr signedBits(const Expr &E, unsigned Bits) {
  const Expr Half = Expr::constant(int64_t(1) << (Bits - 1));
  return lowBits(E + Half, Bits) - Half;
}

std::optional<Expr> SymbolicForm::visitSigned(const SCEVSignExtendExpr &Cast,
                                              Result &R, unsigned Depth) {
  const SCEV *S = Cast.getOperand();
  const unsigned Bits = S->getType()->getIntegerBitWidth();
  if (Bits == 1) {
    auto Bit = visit(S, R, Depth + 1);
    return Bit ? std::optional(Expr::constant(0) - *Bit) : std::nullopt;
  }
  R.AssumesNoWrap = true;
  const auto *Narrow = dyn_cast<SCEVTruncateExpr>(S);
  const bool Cuts = Narrow && Bits < LeastUnwrapped;
  const SCEV *Whole = S;
  if (Cuts)
    Whole = Narrow->getOperand();
  auto E = visit(Whole, R, Depth + 1);
  if (!E || (Cuts && fitsIn(*E, Bits - 1)))
    return E;
  const bool Changes =
      Bits < LeastUnwrapped && (Cuts || hasCut(S) || mayWrap(S, SCEV::FlagNSW));
  return Changes ? signedBits(*E, Bits) : E;
}

std::optional<Expr> SymbolicForm::fold(ArrayRef<SCEVUse> Operands,
                                       Expr (*Combine)(const Expr &,
                                                       const Expr &),
                                       Result &R, unsigned Depth) {
  std::optional<Expr> Whole = visit(Operands.front(), R, Depth + 1);
  for (const SCEV *Op : Operands.drop_front()) {
    auto Next = Whole ? visit(Op, R, Depth + 1) : std::nullopt;
    if (!Next)
      return std::nullopt;
    Whole = Combine(*Whole, *Next);
  }
  return Whole;
}

std::optional<Expr> SymbolicForm::visitProduct(const SCEVMulExpr &S, Result &R,
                                               unsigned Depth) {
  // As scalar evolution writes x & ~3: 4 (x / 4), also of a negative x.
  const auto *By = dyn_cast<SCEVConstant>(S.getOperand(0));
  const auto *Div = dyn_cast<SCEVUDivExpr>(S.getOperand(1));
  if (By && Div && S.getNumOperands() == 2 && Div->getRHS() == By &&
      By->getAPInt().isPowerOf2() && By->getAPInt().logBase2() < 62)
    if (auto E = visit(Div->getLHS(), R, Depth + 1)) {
      const unsigned Bits = By->getAPInt().logBase2();
      return shiftedRight(*E, Bits) * Expr::constant(int64_t(1) << Bits);
    }
  return fold(
      S.operands(), [](const Expr &L, const Expr &Rhs) { return L * Rhs; }, R,
      Depth);
}

std::optional<Expr> SymbolicForm::visitRecurrence(const SCEVAddRecExpr &Rec,
                                                  Result &R, unsigned Depth) {
  const Instruction *End = Rec.getLoop()->getHeader()->getTerminator();
  if (Within && !Rec.getLoop()->contains(*Within)) {
    auto Last = lastOf(Rec, R, Depth);
    return Last ? Last : fail(R, "is left by a loop without a trip count", End);
  }
  auto Id = LoopIds.find(Rec.getLoop());
  if (!Rec.isAffine() || Id == LoopIds.end())
    return fail(R, "does not grow linearly with the loop", End);
  auto Start = visit(Rec.getStart(), R, Depth + 1);
  auto Step = Start ? visit(Rec.getOperand(1), R, Depth + 1) : std::nullopt;
  if (!Step)
    return std::nullopt;
  Expr Value = *Start + *Step * Expr::symbol(symbolOfLoop(Id->second));
  if (!isNarrowed(Rec))
    return Value;
  R.AssumesNoWrap = true;
  return lowBits(Value, Rec.getType()->getIntegerBitWidth());
}

/// \p Operands of an order or a quotient, as numbers: of few bits the form of
/// one may be another with the same lowest bits.
SmallVector<SCEVUse, 4> SymbolicForm::widened(ArrayRef<SCEVUse> Operands,
                                              bool IsSigned) const {
  SmallVector<SCEVUse, 4> Wide;
  for (const SCEV *Operand : Operands) {
    Type *T = Operand->getType();
    const bool IsNarrow =
        T->isIntegerTy() && T->getIntegerBitWidth() < LeastUnwrapped;
    Type *Number = Type::getInt64Ty(T->getContext());
    Wide.push_back(!IsNarrow  ? Operand
                   : IsSigned ? SE.getSignExtendExpr(Operand, Number)
                              : SE.getZeroExtendExpr(Operand, Number));
  }
  return Wide;
}

std::optional<Expr> SymbolicForm::visitNode(const SCEV *S, Result &R,
                                            unsigned Depth) {
  if (Depth > MaxDepth)
    return fail(R, "is too deep an expression");
  switch (scevKind(*S)) {
  case scConstant: {
    const APInt &Value = cast<SCEVConstant>(S)->getAPInt();
    if (Value.getSignificantBits() > 64)
      return fail(R, "has a constant of more than 64 bits");
    return Expr::constant(Value.getSExtValue());
  }
  case scTruncate:
    return visitTruncated(*cast<SCEVTruncateExpr>(S), R, Depth);
  case scZeroExtend:
    return visitUnsigned(*cast<SCEVZeroExtendExpr>(S), R, Depth);
  case scSignExtend:
    return visitSigned(*cast<SCEVSignExtendExpr>(S), R, Depth);
  case scPtrToInt:
    return visit(cast<SCEVCastExpr>(S)->getOperand(), R, Depth + 1);
  case scAddExpr:
    return visitSum(*cast<SCEVNAryExpr>(S), R, Depth);
  case scMulExpr:
    return visitProduct(*cast<SCEVMulExpr>(S), R, Depth);
  case scSMaxExpr:
    return fold(widened(S->operands(), true), max, R, Depth);
  case scUMaxExpr:
    return fold(widened(S->operands(), false), max, R, Depth);
  case scSMinExpr:
    return fold(widened(S->operands(), true), min, R, Depth);
  case scUMinExpr:
  case scSequentialUMinExpr:
    // Without a sign -10 is the largest of all.
    if (const auto *First = dyn_cast<SCEVConstant>(S->operands()[0]);
        First && First->getAPInt().isNegative() && S->operands().size() == 2)
      return visit(S->operands()[1], R, Depth + 1);
    return fold(widened(S->operands(), false), min, R, Depth);
  case scUDivExpr: {
    const auto Sides = widened(S->operands(), false);
    auto L = visit(Sides[0], R, Depth + 1);
    auto Rhs = L ? visit(Sides[1], R, Depth + 1) : std::nullopt;
    R.AssumesNoWrap |= Rhs && hasNegative(*L);
    return Rhs ? std::optional(div(*L, *Rhs)) : std::nullopt;
  }
  case scAddRecExpr:
    return visitRecurrence(*cast<SCEVAddRecExpr>(S), R, Depth);
  case scUnknown:
    return visitValue(cast<SCEVUnknown>(S)->getValue(), R, Depth);
  default:
    return fail(R, "has no closed form");
  }
}

} // namespace roofline
