// From scalar evolution to closed forms over arguments, NDRange and loops.
#include "roofline/Analysis/SymbolicForm.h"

#include "roofline/Analysis/StructuralBuiltins.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace roofline {

/// Depth of an expression beyond which it is not followed: real index
/// expressions are below 20.
static constexpr unsigned MaxDepth = 64;

SourceLocation sourceLocation(const Value *V) {
  const auto *I = dyn_cast_or_null<Instruction>(V);
  if (!I || !I->getDebugLoc())
    return {};
  const DILocation *Loc = I->getDebugLoc().get();
  return {Loc->getFilename().str(), Loc->getLine(), Loc->getColumn()};
}

bool isIndexVariable(StringRef Symbol) {
  return Symbol.starts_with("global_id(") || Symbol.starts_with("local_id(") ||
         Symbol.starts_with("group_id(") || Symbol.starts_with("loop:");
}

std::optional<Expr> SymbolicForm::fail(Result &R, const Twine &Reason,
                                       const Value *V) {
  if (R.Reason.empty()) {
    R.Reason = Reason.str();
    R.ReasonLoc = sourceLocation(V);
  }
  return std::nullopt;
}

SymbolicForm::Result SymbolicForm::translate(const SCEV *S) {
  Result R;
  R.Form = visit(S, R, 0);
  return R;
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
  if (Call.arg_size() != 1)
    return std::nullopt;
  const auto *Dim = dyn_cast<ConstantInt>(Call.getArgOperand(0));
  static constexpr std::pair<StringLiteral, StringLiteral> Queries[] = {
      {"get_global_id", "global_id"},     {"get_local_id", "local_id"},
      {"get_group_id", "group_id"},       {"get_global_size", "global_size"},
      {"get_local_size", "local_size"},   {"get_enqueued_local_size", "local_size"},
      {"get_num_groups", "num_groups"},   {"get_global_offset", "global_offset"}};
  for (auto [Builtin, Symbol] : Queries)
    if (Name == Builtin) {
      if (!Dim)
        return std::nullopt;
      // Outside the three dimensions ids are 0 and sizes are 1.
      if (Dim->getValue().uge(3))
        return Expr::constant(Symbol.ends_with("size") || Symbol == "num_groups");
      return Of(Symbol, Dim->getZExtValue());
    }
  return std::nullopt;
}

std::optional<Expr> SymbolicForm::visitValue(Value *V, Result &R, unsigned Depth) {
  if (const auto *A = dyn_cast<Argument>(V)) {
    auto It = Names.find(A);
    if (It != Names.end() && A->getType()->isIntegerTy())
      return Expr::symbol(It->second);
    return fail(R, "depends on an argument that is not an integer", V);
  }
  auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return fail(R, "depends on a constant address", V);
  if (auto *Call = dyn_cast<CallInst>(I)) {
    if (std::optional<Expr> Query = workItemQuery(*Call))
      return Query;
    const Function *Callee = Call->getCalledFunction();
    return fail(R, "depends on the result of " +
                       (Callee ? builtinName(Callee->getName()) : "a call"), V);
  }
  auto Binary = [&](auto Combine) -> std::optional<Expr> {
    auto L = visit(SE.getSCEV(I->getOperand(0)), R, Depth + 1);
    auto Rhs = L ? visit(SE.getSCEV(I->getOperand(1)), R, Depth + 1) : std::nullopt;
    return Rhs ? std::optional(Combine(*L, *Rhs)) : std::nullopt;
  };
  const APInt *Shift;
  switch (I->getOpcode()) {
  case Instruction::SDiv:
  case Instruction::UDiv:
    return Binary([](const Expr &L, const Expr &Rhs) { return div(L, Rhs); });
  case Instruction::SRem:
  case Instruction::URem:
    return Binary([](const Expr &L, const Expr &Rhs) { return mod(L, Rhs); });
  case Instruction::AShr:
  case Instruction::LShr:
    // Of a negative value this would round the other way; sizes and ids are not.
    if (match(I->getOperand(1), m_APInt(Shift)) && Shift->ult(63))
      if (auto L = visit(SE.getSCEV(I->getOperand(0)), R, Depth + 1)) {
        R.AssumesNoWrap = true;
        return div(*L, Expr::constant(int64_t(1) << Shift->getZExtValue()));
      }
    return fail(R, "is shifted by a variable amount", V);
  case Instruction::Shl:
    return fail(R, "is shifted by a variable amount", V);
  case Instruction::Freeze:
    return visit(SE.getSCEV(I->getOperand(0)), R, Depth + 1);
  case Instruction::Load:
    return fail(R, "is read from memory", V);
  case Instruction::PHI:
    return fail(R, "differs by the path or iteration that reaches it", V);
  case Instruction::Select:
    return fail(R, "is chosen by a condition", V);
  case Instruction::FPToSI:
  case Instruction::FPToUI:
    return fail(R, "is converted from floating point", V);
  case Instruction::ExtractElement:
    // A lane of a vector argument: OpenCL's name of it, "size.s1".
    if (const auto *A = dyn_cast<Argument>(I->getOperand(0)))
      if (const auto *Lane = dyn_cast<ConstantInt>(I->getOperand(1)))
        if (auto It = Names.find(A); It != Names.end())
          return Expr::symbol(It->second + ".s" +
                              utohexstr(Lane->getZExtValue(), /*LowerCase=*/true));
    return fail(R, "is a vector's lane", V);
  default:
    return fail(R, Twine("is computed by ") + I->getOpcodeName(), V);
  }
}

std::optional<Expr> SymbolicForm::visit(const SCEV *S, Result &R, unsigned Depth) {
  if (Depth > MaxDepth)
    return fail(R, "is too deep an expression");
  auto Fold = [&](const SCEVNAryExpr *N, auto Combine) -> std::optional<Expr> {
    std::optional<Expr> Sum = visit(N->getOperand(0), R, Depth + 1);
    for (const SCEV *Op : drop_begin(N->operands())) {
      auto Next = Sum ? visit(Op, R, Depth + 1) : std::nullopt;
      if (!Next)
        return std::nullopt;
      Sum = Combine(*Sum, *Next);
    }
    return Sum;
  };
  switch (S->getSCEVType()) {
  case scConstant: {
    const APInt &Value = cast<SCEVConstant>(S)->getAPInt();
    if (Value.getSignificantBits() > 64)
      return fail(R, "has a constant of more than 64 bits");
    return Expr::constant(Value.getSExtValue());
  }
  case scTruncate:
    // Narrow types wrap on purpose (x & 255, a uchar counter); the 24 bits of
    // mad24 are a promise that nothing is cut off.
    if (S->getType()->getIntegerBitWidth() < 24)
      return fail(R, "is narrowed to " + Twine(S->getType()->getIntegerBitWidth()) +
                         " bits");
    [[fallthrough]];
  case scZeroExtend:
  case scSignExtend:
    R.AssumesNoWrap = true;
    return visit(cast<SCEVCastExpr>(S)->getOperand(), R, Depth + 1);
  case scPtrToInt:
    return visit(cast<SCEVCastExpr>(S)->getOperand(), R, Depth + 1);
  case scAddExpr:
    return Fold(cast<SCEVNAryExpr>(S),
                [](const Expr &L, const Expr &Rhs) { return L + Rhs; });
  case scMulExpr:
    return Fold(cast<SCEVNAryExpr>(S),
                [](const Expr &L, const Expr &Rhs) { return L * Rhs; });
  case scSMaxExpr:
  case scUMaxExpr:
    return Fold(cast<SCEVNAryExpr>(S),
                [](const Expr &L, const Expr &Rhs) { return max(L, Rhs); });
  case scSMinExpr:
  case scUMinExpr:
  case scSequentialUMinExpr:
    return Fold(cast<SCEVNAryExpr>(S),
                [](const Expr &L, const Expr &Rhs) { return min(L, Rhs); });
  case scUDivExpr: {
    const auto *Div = cast<SCEVUDivExpr>(S);
    auto L = visit(Div->getLHS(), R, Depth + 1);
    auto Rhs = L ? visit(Div->getRHS(), R, Depth + 1) : std::nullopt;
    return Rhs ? std::optional(div(*L, *Rhs)) : std::nullopt;
  }
  case scAddRecExpr: {
    const auto *Rec = cast<SCEVAddRecExpr>(S);
    auto Id = LoopIds.find(Rec->getLoop());
    if (!Rec->isAffine() || Id == LoopIds.end())
      return fail(R, "does not grow linearly with the loop",
                  Rec->getLoop()->getHeader()->getTerminator());
    auto Start = visit(Rec->getStart(), R, Depth + 1);
    auto Step = Start ? visit(Rec->getOperand(1), R, Depth + 1) : std::nullopt;
    if (!Step)
      return std::nullopt;
    return *Start + *Step * Expr::symbol("loop:" + std::to_string(Id->second));
  }
  case scUnknown:
    return visitValue(cast<SCEVUnknown>(S)->getValue(), R, Depth);
  case scVScale:
  case scCouldNotCompute:
    break;
  }
  return fail(R, "has no closed form");
}

/// True when \p E mentions a work-item id or a loop counter.
static bool mentionsIndexVariable(const Expr &E) {
  return any_of(symbols(E), [](StringRef S) { return isIndexVariable(S); });
}

static void addTerm(AffineIndex &Index, const std::string &Variable,
                    const Expr &Coefficient) {
  auto It = find_if(Index.Terms, [&](const IndexTerm &T) {
    return T.Variable == Variable;
  });
  if (It == Index.Terms.end())
    Index.Terms.push_back({Variable, Coefficient});
  else
    It->Coefficient = It->Coefficient + Coefficient;
}

/// Terms in order, none with coefficient 0: equal indices compare equal.
static void normalize(AffineIndex &Index) {
  erase_if(Index.Terms,
           [](const IndexTerm &T) { return T.Coefficient.isConstant(0); });
  sort(Index.Terms, [](const IndexTerm &L, const IndexTerm &R) {
    return L.Variable < R.Variable;
  });
}

AffineIndex addIndex(const AffineIndex &L, const AffineIndex &R) {
  AffineIndex Sum = L;
  Sum.Offset = L.Offset + R.Offset;
  Sum.AssumesNoWrap |= R.AssumesNoWrap;
  Sum.Clamped |= R.Clamped;
  for (const IndexTerm &Term : R.Terms)
    addTerm(Sum, Term.Variable, Term.Coefficient);
  normalize(Sum);
  return Sum;
}

/// Where min and max hold an index inside fixed limits, as at the border of an
/// image, the operand that moves is what the index is in the interior.
static Expr insideLimits(const Expr &E, bool &Clamped) {
  if (E.K == Expr::Kind::Constant || E.K == Expr::Kind::Symbol)
    return E;
  bool IsLimit = E.K == Expr::Kind::Min || E.K == Expr::Kind::Max;
  if (IsLimit && count_if(E.Operands, mentionsIndexVariable) == 1) {
    Clamped = true;
    return insideLimits(*find_if(E.Operands, mentionsIndexVariable), Clamped);
  }
  if (E.K != Expr::Kind::Add && E.K != Expr::Kind::Mul)
    return E;
  Expr Result = insideLimits(E.Operands.front(), Clamped);
  for (const Expr &Op : drop_begin(E.Operands))
    Result = E.K == Expr::Kind::Add ? Result + insideLimits(Op, Clamped)
                                    : Result * insideLimits(Op, Clamped);
  return Result;
}

/// Adds \p Addend, a product, to \p Index; false where it is not affine.
static bool addAddend(AffineIndex &Index, const Expr &Addend) {
  if (!mentionsIndexVariable(Addend)) {
    Index.Offset = Index.Offset + Addend;
    return true;
  }
  Expr Coefficient = Expr::constant(1);
  std::string Variable;
  auto Factors = Addend.K == Expr::Kind::Mul ? Addend.Operands
                                             : std::vector<Expr>{Addend};
  for (const Expr &Factor : Factors) {
    if (!mentionsIndexVariable(Factor))
      Coefficient = Coefficient * Factor;
    else if (Factor.K == Expr::Kind::Symbol && Variable.empty())
      Variable = Factor.Name;
    else
      return false;
  }
  addTerm(Index, Variable, Coefficient);
  return true;
}

std::optional<AffineIndex> SymbolicForm::affineIndex(const SCEV *S,
                                                     std::string &Reason) {
  Result R = translate(S);
  if (!R.Form) {
    Reason = "index " + R.Reason;
    if (R.ReasonLoc)
      Reason += " at " + std::to_string(R.ReasonLoc.Line) + ":" +
                std::to_string(R.ReasonLoc.Column);
    return std::nullopt;
  }
  AffineIndex Index;
  Index.AssumesNoWrap = R.AssumesNoWrap;
  Expr Form = insideLimits(*R.Form, Index.Clamped);
  auto Addends = Form.K == Expr::Kind::Add ? Form.Operands : std::vector<Expr>{Form};
  for (const Expr &Addend : Addends)
    if (!addAddend(Index, Addend)) {
      Reason = "index is not linear in work-item ids and loop counters: " +
               toString(Addend);
      return std::nullopt;
    }
  normalize(Index);
  return Index;
}

} // namespace roofline
