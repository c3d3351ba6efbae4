// From the closed form of an address to its index along ids and loops.
#include "roofline/Analysis/SymbolicForm.h"

#include "ConditionForm.h"
#include "IndexTerms.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"

using namespace llvm;

namespace roofline {

/// True when \p E mentions a work-item id or a loop counter.
static bool mentionsIndexVariable(const Expr &E) {
  return any_of(symbols(E), [](StringRef S) { return isIndexVariable(S); });
}

static void addTerm(AffineIndex &Index, const std::string &Variable,
                    const Expr &Coefficient) {
  auto It = find_if(Index.Terms,
                    [&](const IndexTerm &T) { return T.Variable == Variable; });
  if (It == Index.Terms.end())
    Index.Terms.push_back({Variable, Coefficient});
  else
    It->Coefficient = It->Coefficient + Coefficient;
}

void normalize(AffineIndex &Index) {
  erase_if(Index.Terms,
           [](const IndexTerm &T) { return T.Coefficient.isConstant(0); });
  sort(Index.Terms, [](const IndexTerm &L, const IndexTerm &R) {
    return L.Variable < R.Variable;
  });
}

/// `i - min(i, 1)`, as `i == 0 ? 0 : i - 1` becomes, stops at 0: inside it is i
/// less the limit. Puts the limit in the place of such a min or max of the sum
/// \p E.
static Expr withoutStops(Expr E, bool &Clamped) {
  auto IsExtreme = [](const Expr &Op) {
    return (Op.K == Expr::Kind::Min || Op.K == Expr::Kind::Max) &&
           Op.Operands.size() == 2 && moves(Op.Operands[0]) &&
           !moves(Op.Operands[1]);
  };
  const std::vector<Expr> Addends = E.Operands;
  for (const Expr &Addend : Addends) {
    const Expr *Node = IsExtreme(Addend) ? &Addend : nullptr;
    if (Addend.K == Expr::Kind::Mul)
      for (const Expr &Factor : Addend.Operands)
        if (IsExtreme(Factor))
          Node = &Factor;
    if (!Node || holdsInside(*Node))
      continue;
    const auto Left = symbols(replace(E, *Node, Node->Operands[0])),
               Others = symbols(E - Addend);
    const bool Cancels =
        any_of(symbols(Node->Operands[0]), [&](const std::string &S) {
          return isIndexVariable(S) && is_contained(Others, S) &&
                 !is_contained(Left, S);
        });
    if (!Cancels)
      continue;
    E = replace(E, *Node, Node->Operands[1]);
    Clamped = true;
  }
  return E;
}

/// Where min and max hold an index inside fixed limits, as at the border of an
/// image, the operand that moves is what the index is in the interior.
static Expr insideLimits(const Expr &E, bool &Clamped) {
  if (E.K == Expr::Kind::Constant || E.K == Expr::Kind::Symbol)
    return E;
  // `i + (i < n - 1)` is i + 1 but at the border.
  if (const std::optional<bool> Holds =
          moves(E) ? holdsInside(E) : std::nullopt) {
    Clamped = true;
    return Expr::constant(*Holds);
  }
  bool IsLimit = E.K == Expr::Kind::Min || E.K == Expr::Kind::Max;
  if (IsLimit && count_if(E.Operands, moves) == 1) {
    Clamped = true;
    return insideLimits(*find_if(E.Operands, moves), Clamped);
  }
  if (E.K != Expr::Kind::Add && E.K != Expr::Kind::Mul)
    return E;
  if (E.K == Expr::Kind::Add)
    if (const Expr Going = withoutStops(E, Clamped); Going != E)
      return insideLimits(Going, Clamped);
  Expr Result = insideLimits(E.Operands.front(), Clamped);
  for (const Expr &Op : drop_begin(E.Operands))
    Result = E.K == Expr::Kind::Add ? Result + insideLimits(Op, Clamped)
                                    : Result * insideLimits(Op, Clamped);
  return Result;
}

bool addAddend(AffineIndex &Index, const Expr &Addend) {
  if (!moves(Addend)) {
    Index.Offset = Index.Offset + Addend;
    return true;
  }
  Expr Coefficient = Expr::constant(1);
  std::string Variable;
  auto Factors =
      Addend.K == Expr::Kind::Mul ? Addend.Operands : std::vector<Expr>{Addend};
  for (const Expr &Factor : Factors) {
    if (!moves(Factor))
      Coefficient = Coefficient * Factor;
    else if (Factor.K == Expr::Kind::Symbol && isIndexVariable(Factor.Name) &&
             Variable.empty())
      Variable = Factor.Name;
    else
      return false;
  }
  addTerm(Index, Variable, Coefficient);
  return true;
}

void SymbolicForm::addIrregular(AffineIndex &Index, const Expr &Addend) const {
  Index.Irregular = Index.Irregular + Addend;
  for (const std::string &S : symbols(Addend)) {
    unsigned Id;
    StringRef Name = S;
    if (isIndexVariable(Name))
      Index.IrregularAlong.push_back(S);
    else if (Name.consume_front("value:") && !Name.getAsInteger(10, Id))
      append_range(Index.IrregularAlong, ValueAlong[Id]);
  }
}

AffineIndex SymbolicForm::index(const Result &Offset, const llvm::Loop *L,
                                std::string &Reason) const {
  AffineIndex Index;
  Index.AssumesNoWrap = Offset.AssumesNoWrap;
  Index.Clamped = Offset.Clamped;
  Expr Form = insideLimits(*Offset.Form, Index.Clamped);
  auto Addends =
      Form.K == Expr::Kind::Add ? Form.Operands : std::vector<Expr>{Form};
  std::string NotLinear;
  for (const Expr &Addend : Addends) {
    if (addAddend(Index, Addend))
      continue;
    addIrregular(Index, Addend);
    if (NotLinear.empty() && mentionsIndexVariable(Addend))
      NotLinear = "index is not linear in work-item ids and loop counters: " +
                  toString(Addend);
  }
  normalize(Index);
  // Loops that are over by then stand still, whatever they left behind.
  SmallVector<std::string, 4> Running;
  for (; L; L = L->getParentLoop())
    if (auto Id = LoopIds.find(L); Id != LoopIds.end())
      Running.push_back("loop:" + std::to_string(Id->second));
  auto &Along = Index.IrregularAlong;
  erase_if(Along, [&](StringRef V) {
    return V.starts_with("loop:") && !is_contained(Running, V);
  });
  sort(Along);
  Along.erase(llvm::unique(Along), Along.end());
  if (Along.empty())
    return Index;
  Reason = NotLinear;
  if (!Offset.Reason.empty())
    Reason = "index " + Offset.Reason + atPlace(Offset.ReasonLoc);
  return Index;
}

} // namespace roofline
