// Types and closed forms as JSON.
#include "roofline/Json/BaseFields.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace roofline {

std::string typeText(const ValueType &T) {
  return (T.Scalar == ScalarKind::Float ? "float" : "int") +
         std::to_string(T.Bits);
}

/// Nesting beyond which a closed form is not ours; bounds the recursion.
static constexpr unsigned MaxExprDepth = 256;
static constexpr const char *Operators[] = {"",  "",    "+",   "*",    "/",
                                            "%", "min", "max", "log2", "exp2"};

/// Operands that an operator takes; nothing where any number from one on.
static std::optional<size_t> numOperands(Expr::Kind K) {
  switch (K) {
  case Expr::Kind::Div:
  case Expr::Kind::Mod:
    return 2;
  case Expr::Kind::Log2:
  case Expr::Kind::Exp2:
    return 1;
  default:
    return std::nullopt;
  }
}

json::Value JsonForm<Expr>::write(const Expr &E) {
  if (E.K == Expr::Kind::Constant)
    return E.Value;
  if (E.K == Expr::Kind::Symbol)
    return E.Name;
  json::Array Result{Operators[size_t(E.K)]};
  for (const Expr &Op : E.Operands)
    Result.push_back(write(Op));
  return Result;
}

static bool fail(json::Path P, StringLiteral Message) {
  P.report(Message);
  return false;
}

bool JsonForm<Expr>::read(const json::Value &V, Expr &Out, json::Path P,
                          unsigned Depth) {
  if (auto Number = V.getAsInteger()) {
    Out = Expr::constant(*Number);
    return true;
  }
  if (auto Text = V.getAsString()) {
    Out = Expr::symbol(Text->str());
    return true;
  }
  const json::Array *List = V.getAsArray();
  if (!List || List->size() < 2 || Depth > MaxExprDepth)
    return fail(P,
                "expected a number, a symbol or [operator, operand, operand]");
  auto Name = (*List)[0].getAsString();
  auto *It = find_if(Operators, [&](StringRef Op) {
    return !Op.empty() && Name && Op == *Name;
  });
  if (It == std::end(Operators))
    return fail(P.index(0), "expected one of + * / % min max log2 exp2");
  Out = Expr();
  Out.K = Expr::Kind(It - Operators);
  if (numOperands(Out.K).value_or(List->size() - 1) != List->size() - 1)
    return fail(P, "expected two operands of / or %, one of log2 or exp2");
  Out.Operands.resize(List->size() - 1);
  for (size_t I = 1; I < List->size(); ++I)
    if (!read((*List)[I], Out.Operands[I - 1], P.index(I), Depth + 1))
      return false;
  return true;
}

json::Object JsonForm<Expr>::schema(json::Object &Definitions) {
  const json::Object Self{{"$ref", "#/$defs/Expr"}};
  if (Definitions.get("Expr"))
    return Self;
  json::Array Forms{json::Object{{"type", "integer"},
                                 {"minimum", INT64_MIN},
                                 {"maximum", INT64_MAX}},
                    json::Object{{"type", "string"}}};
  for (auto [K, Name] : enumerate(Operators)) {
    if (!*Name)
      continue;
    json::Object Form{
        {"type", "array"},
        {"prefixItems", json::Array{json::Object{{"const", Name}}}},
        {"items", json::Object(Self)},
        {"minItems", 2}};
    if (auto Number = numOperands(Expr::Kind(K))) {
      Form["minItems"] = int64_t(1 + *Number);
      Form["maxItems"] = int64_t(1 + *Number);
    }
    Forms.push_back(std::move(Form));
  }
  Definitions["Expr"] =
      json::Object{{"description", "A closed form: a 64-bit integer, a symbol, "
                                   "or an operator and its operands."},
                   {"anyOf", std::move(Forms)}};
  return Self;
}

} // namespace roofline
