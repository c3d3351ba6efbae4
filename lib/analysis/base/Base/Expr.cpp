// Closed forms over kernel arguments, NDRange sizes, work-item ids and loops.
#include "roofline/Base/Expr.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <map>

namespace roofline {
namespace {

using Kind = Expr::Kind;

/// A sum of products: each key is a sorted list of factors that are no sums and
/// no constants, each value its coefficient.
using Product = std::vector<Expr>;
struct ProductLess {
  bool operator()(const Product &L, const Product &R) const;
};
using ProductSum = std::map<Product, int64_t, ProductLess>;

/// A total order: by kind, then value, name and operands.
int compare(const Expr &L, const Expr &R) {
  if (L.K != R.K)
    return L.K < R.K ? -1 : 1;
  if (L.Value != R.Value)
    return L.Value < R.Value ? -1 : 1;
  if (int Order = L.Name.compare(R.Name))
    return Order;
  if (L.Operands.size() != R.Operands.size())
    return L.Operands.size() < R.Operands.size() ? -1 : 1;
  for (size_t I = 0; I < L.Operands.size(); ++I)
    if (int Order = compare(L.Operands[I], R.Operands[I]))
      return Order;
  return 0;
}

bool less(const Expr &L, const Expr &R) { return compare(L, R) < 0; }

/// Longer products first, constants last: N*N + N + 1.
bool ProductLess::operator()(const Product &L, const Product &R) const {
  if (L.size() != R.size())
    return L.size() > R.size();
  return std::lexicographical_compare(L.begin(), L.end(), R.begin(), R.end(),
                                      less);
}

Expr node(Kind K, std::vector<Expr> Operands) {
  Expr E;
  E.K = K;
  E.Operands = std::move(Operands);
  return E;
}

/// Adds \p Coefficient * \p Factors; false where 64 bits overflow.
bool addProduct(ProductSum &P, Product Factors, int64_t Coefficient) {
  auto [It, New] = P.try_emplace(std::move(Factors), 0);
  if (__builtin_add_overflow(It->second, Coefficient, &It->second))
    return false;
  if (It->second == 0)
    P.erase(It);
  return true;
}

/// The sum of products that \p E is, its own sums taken apart.
bool addTo(ProductSum &P, const Expr &E, int64_t Factor) {
  int64_t Coefficient = Factor;
  switch (E.K) {
  case Kind::Constant:
    return !__builtin_mul_overflow(Factor, E.Value, &Coefficient) &&
           addProduct(P, {}, Coefficient);
  case Kind::Add:
    return std::all_of(E.Operands.begin(), E.Operands.end(),
                       [&](const Expr &Op) { return addTo(P, Op, Factor); });
  case Kind::Mul: {
    Product Factors;
    for (const Expr &Op : E.Operands)
      if (!Op.isConstant())
        Factors.push_back(Op);
      else if (__builtin_mul_overflow(Coefficient, Op.Value, &Coefficient))
        return false;
    return addProduct(P, std::move(Factors), Coefficient);
  }
  default:
    return addProduct(P, Product(1, E), Factor);
  }
}

Expr fromPolynomial(ProductSum P) {
  std::vector<Expr> Addends;
  Addends.reserve(P.size());
  while (!P.empty()) {
    auto Term = P.extract(P.begin());
    Product &Operands = Term.key();
    if (Term.mapped() != 1 || Operands.empty())
      Operands.insert(Operands.begin(), Expr::constant(Term.mapped()));
    Addends.push_back(Operands.size() == 1
                          ? std::move(Operands.front())
                          : node(Kind::Mul, std::move(Operands)));
  }
  if (Addends.empty())
    return Expr::constant(0);
  return Addends.size() == 1 ? std::move(Addends.front())
                             : node(Kind::Add, std::move(Addends));
}

Expr addScaled(const Expr &L, const Expr &R, int64_t Factor) {
  ProductSum P;
  if (addTo(P, L, 1) && addTo(P, R, Factor))
    return fromPolynomial(std::move(P));
  return node(Kind::Add, {L, node(Kind::Mul, {Expr::constant(Factor), R})});
}

/// Min and Max: flattened, constants folded, each operand once, in order.
Expr extremum(Kind K, const Expr &L, const Expr &R) {
  std::vector<Expr> Operands;
  std::optional<int64_t> Constant;
  auto Add = [&](const Expr &E) {
    if (!E.isConstant())
      Operands.push_back(E);
    else if (!Constant)
      Constant = E.Value;
    else
      Constant = K == Kind::Min ? std::min(*Constant, E.Value)
                                : std::max(*Constant, E.Value);
  };
  for (const Expr *Side : {&L, &R})
    if (Side->K == K)
      std::for_each(Side->Operands.begin(), Side->Operands.end(), Add);
    else
      Add(*Side);
  std::sort(Operands.begin(), Operands.end(), less);
  Operands.erase(std::unique(Operands.begin(), Operands.end()), Operands.end());
  if (Constant)
    Operands.push_back(Expr::constant(*Constant));
  return Operands.size() == 1 ? Operands.front() : node(K, std::move(Operands));
}

std::optional<int64_t> apply(Kind K, int64_t L, int64_t R) {
  int64_t Result;
  switch (K) {
  case Kind::Add:
    if (__builtin_add_overflow(L, R, &Result))
      return std::nullopt;
    return Result;
  case Kind::Mul:
    if (__builtin_mul_overflow(L, R, &Result))
      return std::nullopt;
    return Result;
  case Kind::Div:
  case Kind::Mod:
    if (R == 0 || (L == INT64_MIN && R == -1))
      return std::nullopt;
    return K == Kind::Div ? L / R : L % R;
  case Kind::Min:
    return std::min(L, R);
  case Kind::Max:
    return std::max(L, R);
  case Kind::Constant:
  case Kind::Symbol:
  case Kind::Log2:
  case Kind::Exp2:
    break;
  }
  return std::nullopt;
}

/// Functions of one value.
std::optional<int64_t> apply(Kind K, int64_t V) {
  if (K == Kind::Log2)
    return V < 1 ? -1 : std::bit_width(uint64_t(V)) - 1;
  return V < 0 || V > 62 ? std::nullopt : std::optional(int64_t(1) << V);
}

bool isFunction(Kind K) { return K == Kind::Log2 || K == Kind::Exp2; }

Expr function(Kind K, const Expr &E) {
  if (E.isConstant())
    if (std::optional<int64_t> Value = apply(K, E.Value))
      return Expr::constant(*Value);
  return node(K, {E});
}

Expr combine(Kind K, const Expr &L, const Expr &R) {
  switch (K) {
  case Kind::Add:
    return L + R;
  case Kind::Mul:
    return L * R;
  case Kind::Div:
    return div(L, R);
  case Kind::Mod:
    return mod(L, R);
  case Kind::Min:
    return min(L, R);
  default:
    return max(L, R);
  }
}

} // namespace

Expr Expr::constant(int64_t Value) {
  Expr E;
  E.Value = Value;
  return E;
}

Expr Expr::symbol(std::string Name) {
  Expr E;
  E.K = Kind::Symbol;
  E.Name = std::move(Name);
  return E;
}

// Constants and the neutral operands, which most strides and offsets have, need
// no polynomial.
Expr operator+(const Expr &L, const Expr &R) {
  int64_t Sum;
  if (L.isConstant() && R.isConstant() &&
      !__builtin_add_overflow(L.Value, R.Value, &Sum))
    return Expr::constant(Sum);
  return R.isConstant(0) ? L : L.isConstant(0) ? R : addScaled(L, R, 1);
}
Expr operator-(const Expr &L, const Expr &R) {
  int64_t Difference;
  if (L.isConstant() && R.isConstant() &&
      !__builtin_sub_overflow(L.Value, R.Value, &Difference))
    return Expr::constant(Difference);
  return R.isConstant(0) ? L : addScaled(L, R, -1);
}

Expr sum(const std::vector<Expr> &Addends) {
  ProductSum P;
  for (const Expr &E : Addends)
    if (!addTo(P, E, 1))
      return node(Kind::Add, Addends);
  return fromPolynomial(std::move(P));
}

Expr operator*(const Expr &L, const Expr &R) {
  if (L.isConstant(1) || R.isConstant(0))
    return R;
  if (R.isConstant(1) || L.isConstant(0))
    return L;
  int64_t OfBoth;
  if (L.isConstant() && R.isConstant() &&
      !__builtin_mul_overflow(L.Value, R.Value, &OfBoth))
    return Expr::constant(OfBoth);
  ProductSum PL, PR, Result;
  bool Fits = addTo(PL, L, 1) && addTo(PR, R, 1);
  for (const auto &[FactorsL, CoefficientL] : PL)
    for (const auto &[FactorsR, CoefficientR] : PR) {
      Product Factors = FactorsL;
      Factors.insert(Factors.end(), FactorsR.begin(), FactorsR.end());
      std::sort(Factors.begin(), Factors.end(), less);
      int64_t Coefficient;
      Fits =
          Fits &&
          !__builtin_mul_overflow(CoefficientL, CoefficientR, &Coefficient) &&
          addProduct(Result, std::move(Factors), Coefficient);
    }
  return Fits ? fromPolynomial(std::move(Result)) : node(Kind::Mul, {L, R});
}

Expr div(const Expr &L, const Expr &R) {
  if (R.isConstant(1))
    return L;
  if (L.isConstant() && R.isConstant())
    if (auto Value = apply(Kind::Div, L.Value, R.Value))
      return Expr::constant(*Value);
  return node(Kind::Div, {L, R});
}

Expr mod(const Expr &L, const Expr &R) {
  if (R.isConstant(1))
    return Expr::constant(0);
  if (L.isConstant() && R.isConstant())
    if (auto Value = apply(Kind::Mod, L.Value, R.Value))
      return Expr::constant(*Value);
  return node(Kind::Mod, {L, R});
}

bool hasNegative(const Expr &E) {
  return E.isConstant()
             ? E.Value < 0
             : std::any_of(E.Operands.begin(), E.Operands.end(), hasNegative);
}

Expr lowBits(const Expr &E, unsigned Bits) {
  assert(Bits >= 1 && Bits <= 62 && "the low bits of a form are 1 to 62");
  const int64_t Modulus = int64_t(1) << Bits;
  // A factor that differs by a multiple of 2^Bits gives the same bits. One such
  // factor is not negative.
  std::vector<Expr> Addends;
  for (const Expr &Addend :
       E.K == Kind::Add ? E.Operands : std::vector<Expr>{E}) {
    Expr Factor = Expr::constant(1), Rest = Addend;
    if (Addend.isConstant()) {
      Factor = Addend;
      Rest = Expr::constant(1);
    } else if (Addend.K == Kind::Mul && Addend.Operands[0].isConstant()) {
      Factor = Addend.Operands[0];
      Rest = Expr::constant(1);
      for (size_t I = 1; I < Addend.Operands.size(); ++I)
        Rest = Rest * Addend.Operands[I];
    }
    if (Rest.K == Kind::Mod && Rest.Operands[1].isConstant() &&
        Rest.Operands[1].Value % Modulus == 0)
      Rest = Expr(Rest.Operands[0]);
    Addends.push_back(
        Expr::constant(((Factor.Value % Modulus) + Modulus) % Modulus) * Rest);
  }
  const Expr By = Expr::constant(Modulus), Positive = sum(Addends);
  return hasNegative(Positive) ? mod(mod(Positive, By) + By, By)
                               : mod(Positive, By);
}

Expr min(const Expr &L, const Expr &R) { return extremum(Kind::Min, L, R); }
Expr max(const Expr &L, const Expr &R) { return extremum(Kind::Max, L, R); }

Expr log2(const Expr &E) { return function(Kind::Log2, E); }
Expr exp2(const Expr &E) { return function(Kind::Exp2, E); }

std::optional<int64_t> evaluate(const Expr &E, const SymbolValue &Value) {
  if (E.K == Kind::Constant)
    return E.Value;
  if (E.K == Kind::Symbol)
    return Value(E.Name);
  if (isFunction(E.K)) {
    std::optional<int64_t> V = evaluate(E.Operands.front(), Value);
    return V ? apply(E.K, *V) : std::nullopt;
  }
  std::optional<int64_t> Result;
  for (const Expr &Op : E.Operands) {
    std::optional<int64_t> Next = evaluate(Op, Value);
    if (!Next)
      return std::nullopt;
    Result = Result ? apply(E.K, *Result, *Next) : Next;
    if (!Result)
      return std::nullopt;
  }
  return Result;
}

Expr substitute(const Expr &E, const SymbolValue &Value) {
  if (E.K == Kind::Constant)
    return E;
  if (E.K == Kind::Symbol) {
    std::optional<int64_t> V = Value(E.Name);
    return V ? Expr::constant(*V) : E;
  }
  Expr Result = substitute(E.Operands.front(), Value);
  if (isFunction(E.K))
    return function(E.K, Result);
  for (size_t I = 1; I < E.Operands.size(); ++I)
    Result = combine(E.K, Result, substitute(E.Operands[I], Value));
  return Result;
}

Expr replace(const Expr &E, const Expr &Node, const Expr &Replacement) {
  if (E == Node)
    return Replacement;
  if (E.Operands.empty())
    return E;
  Expr Result = replace(E.Operands.front(), Node, Replacement);
  if (isFunction(E.K))
    return function(E.K, Result);
  for (size_t I = 1; I < E.Operands.size(); ++I)
    Result = combine(E.K, Result, replace(E.Operands[I], Node, Replacement));
  return Result;
}

std::vector<std::string> symbols(const Expr &E) {
  std::vector<std::string> Result;
  auto Visit = [&](const Expr &Node, auto &&Self) -> void {
    if (Node.K == Kind::Symbol &&
        std::find(Result.begin(), Result.end(), Node.Name) == Result.end())
      Result.push_back(Node.Name);
    for (const Expr &Op : Node.Operands)
      Self(Op, Self);
  };
  Visit(E, Visit);
  return Result;
}

/// Binding strength of an operator as printed: sums 1, products 2, atoms 3.
static int strength(const Expr &E) {
  switch (E.K) {
  case Kind::Add:
    return 1;
  case Kind::Mul:
  case Kind::Div:
  case Kind::Mod:
    return 2;
  case Kind::Constant:
    return E.Value < 0 ? 1 : 3;
  default:
    return 3;
  }
}

static std::string inParentheses(const Expr &E, int Needed) {
  std::string Text = toString(E);
  return strength(E) < Needed ? "(" + Text + ")" : Text;
}

/// `a - 2*b` instead of `a + -2*b`.
static std::string sumToString(const Expr &E) {
  std::string Text;
  for (const Expr &Op : E.Operands) {
    bool Negative = (Op.isConstant() && Op.Value < 0) ||
                    (Op.K == Kind::Mul && Op.Operands[0].isConstant() &&
                     Op.Operands[0].Value < 0);
    std::string Addend = toString(Op);
    if (Text.empty())
      Text = Addend;
    else if (Negative && Addend.starts_with("-"))
      Text += " - " + Addend.substr(1);
    else
      Text += " + " + Addend;
  }
  return Text;
}

std::string toString(const Expr &E) {
  switch (E.K) {
  case Kind::Constant:
    return std::to_string(E.Value);
  case Kind::Symbol:
    return E.Name;
  case Kind::Add:
    return sumToString(E);
  case Kind::Mul: {
    std::string Text;
    size_t First = 0;
    if (E.Operands.size() > 1 && E.Operands[0].isConstant(-1)) {
      Text = "-";
      First = 1;
    }
    for (size_t I = First; I < E.Operands.size(); ++I) {
      // A quotient to the right of a product would be read from the left.
      bool IsLeft = I == First;
      const Expr &Op = E.Operands[I];
      int Needed = IsLeft || Op.K == Kind::Symbol ? 2 : 3;
      Text += (IsLeft ? "" : "*") + (Op.isConstant() && IsLeft
                                         ? std::to_string(Op.Value)
                                         : inParentheses(Op, Needed));
    }
    return Text;
  }
  case Kind::Div:
  case Kind::Mod:
    return inParentheses(E.Operands[0], 2) +
           (E.K == Kind::Div ? " / " : " % ") + inParentheses(E.Operands[1], 3);
  case Kind::Log2:
  case Kind::Exp2:
    return (E.K == Kind::Log2 ? "log2(" : "exp2(") +
           toString(E.Operands.front()) + ")";
  case Kind::Min:
  case Kind::Max: {
    std::string Text = E.K == Kind::Min ? "min(" : "max(";
    for (size_t I = 0; I < E.Operands.size(); ++I)
      Text += (I ? ", " : "") + toString(E.Operands[I]);
    return Text + ")";
  }
  }
  return "";
}

} // namespace roofline
