// Closed forms as short programs that evaluate fast.
#include "CompiledExpr.h"

#include <algorithm>
#include <bit>

namespace roofline {

static uint64_t bits(int64_t V) { return uint64_t(V); }

/// Adds \p E, where it is a number or a product of one with a symbol.
bool CompiledExpr::addLinear(const Expr &E, const SlotOf &Slot) {
  if (E.isConstant()) {
    Constant = int64_t(bits(Constant) + bits(E.Value));
    return true;
  }
  const bool IsScaled = E.K == Expr::Kind::Mul && E.Operands.size() == 2 &&
                        E.Operands[0].isConstant();
  const Expr &Term = IsScaled ? E.Operands[1] : E;
  if (Term.K != Expr::Kind::Symbol)
    return false;
  const auto Id = Slot(Term.Name);
  if (!Id)
    return false;
  Terms.push_back({*Id, IsScaled ? E.Operands[0].Value : 1});
  return true;
}

bool CompiledExpr::add(const Expr &E, const SlotOf &Slot) {
  int64_t Value = E.Value;
  if (E.K == Expr::Kind::Symbol) {
    const auto Id = Slot(E.Name);
    if (!Id)
      return false;
    Value = *Id;
  }
  for (const Expr &Op : E.Operands)
    if (!add(Op, Slot))
      return false;
  Code.push_back({E.K, uint32_t(E.Operands.size()), Value});
  return true;
}

std::optional<CompiledExpr> CompiledExpr::compile(const Expr &E,
                                                  const SlotOf &Slot) {
  CompiledExpr Result;
  const std::vector<Expr> Whole{E};
  bool HasCode = false;
  for (const Expr &Part : E.K == Expr::Kind::Add ? E.Operands : Whole) {
    if (Result.addLinear(Part, Slot))
      continue;
    if (!Result.add(Part, Slot))
      return std::nullopt;
    if (HasCode)
      Result.Code.push_back({Expr::Kind::Add, 2, 0});
    HasCode = true;
  }
  return Result;
}

static int64_t apply(Expr::Kind K, int64_t L, int64_t R) {
  switch (K) {
  case Expr::Kind::Add:
    return int64_t(bits(L) + bits(R));
  case Expr::Kind::Mul:
    return int64_t(bits(L) * bits(R));
  case Expr::Kind::Div:
    return R == 0 || R == -1 ? int64_t(-bits(L) * bits(R != 0)) : L / R;
  case Expr::Kind::Mod:
    return R == 0 || R == -1 ? 0 : L % R;
  case Expr::Kind::Min:
    return std::min(L, R);
  default:
    return std::max(L, R);
  }
}

int64_t CompiledExpr::operator()(const int64_t *Slots) const {
  uint64_t Sum = bits(Constant);
  for (const Term &T : Terms)
    Sum += bits(T.Coefficient) * bits(Slots[T.Slot]);
  if (Code.empty())
    return int64_t(Sum);
  thread_local std::vector<int64_t> Stack;
  Stack.clear();
  for (const Instruction &I : Code) {
    if (I.K == Expr::Kind::Constant) {
      Stack.push_back(I.Value);
    } else if (I.K == Expr::Kind::Symbol) {
      Stack.push_back(Slots[I.Value]);
    } else if (I.K == Expr::Kind::Log2) {
      int64_t &V = Stack.back();
      V = V < 1 ? -1 : int64_t(std::bit_width(bits(V))) - 1;
    } else if (I.K == Expr::Kind::Exp2) {
      int64_t &V = Stack.back();
      V = V < 0 || V > 62 ? 0 : int64_t(1) << V;
    } else {
      for (uint32_t N = 1; N < I.NumOperands; ++N) {
        // From the left, for quotients have two operands.
        const int64_t Right = Stack.back();
        Stack.pop_back();
        Stack.back() = apply(I.K, Stack.back(), Right);
      }
    }
  }
  return int64_t(Sum + bits(Stack.back()));
}

bool CompiledExpr::reads(uint32_t Slot) const {
  return std::any_of(Terms.begin(), Terms.end(),
                     [&](const Term &T) { return T.Slot == Slot; }) ||
         codeReads(Slot);
}

bool CompiledExpr::codeReads(uint32_t Slot) const {
  return std::any_of(Code.begin(), Code.end(), [&](const Instruction &I) {
    return I.K == Expr::Kind::Symbol && uint32_t(I.Value) == Slot;
  });
}

std::optional<int64_t> CompiledExpr::step(uint32_t Slot) const {
  if (codeReads(Slot))
    return std::nullopt;
  uint64_t Sum = 0;
  for (const Term &T : Terms)
    if (T.Slot == Slot)
      Sum += bits(T.Coefficient);
  return int64_t(Sum);
}

} // namespace roofline
