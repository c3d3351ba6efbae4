// Structs as JSON, both ways without loss: one list of fields serves both.
//
/// \file
/// `list(Visit, S)` names the fields of a struct S in the order of the file;
/// Visit is a JsonWriter or a JsonReader. Enumerators have Names.
#ifndef ROOFLINE_LIB_REPORT_JSONFIELDS_H
#define ROOFLINE_LIB_REPORT_JSONFIELDS_H

#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Stream/StreamKernel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace roofline {

namespace json = llvm::json;

template <typename T> struct Names;
#define ROOFLINE_NAMES(Type, ...)                                              \
  template <> struct Names<Type> {                                             \
    static constexpr const char *Values[] = {__VA_ARGS__};                     \
  }
ROOFLINE_NAMES(ScalarKind, "none", "int", "float", "pointer");
/// Deepest closed form that we read; bounds the recursion.
constexpr unsigned MaxExprDepth = 256;
constexpr const char *ExprOperators[] = {"",  "",    "+",   "*",    "/",
                                         "%", "min", "max", "log2", "exp2"};

class JsonWriter {
public:
  explicit JsonWriter(json::Object &O) : O(O) {}
  template <typename T> void operator()(const char *Key, const T &Value) {
    O[Key] = write(Value);
  }
  template <typename T>
  void operator()(const char *Key, const std::optional<T> &Value) {
    if (Value)
      O[Key] = write(*Value);
  }

  /// Writes a field unless it equals \p Default.
  template <typename T>
  void unless(const char *Key, const T &Value, const T &Default) {
    if (Value != Default)
      O[Key] = write(Value);
  }

  static json::Value write(const std::string &Text) { return Text; }
  static json::Value write(DatapathOp Op) { return llvm::StringRef(name(Op)); }
  static json::Value write(bool Value) { return Value; }
  static json::Value write(const Expr &E) {
    if (E.K == Expr::Kind::Constant)
      return E.Value;
    if (E.K == Expr::Kind::Symbol)
      return E.Name;
    json::Array Result{ExprOperators[size_t(E.K)]};
    for (const Expr &Op : E.Operands)
      Result.push_back(write(Op));
    return Result;
  }
  template <typename T>
    requires std::is_integral_v<T>
  static json::Value write(T Value) {
    if constexpr (std::is_unsigned_v<T> && sizeof(T) == 8)
      return uint64_t(Value);
    return int64_t(Value);
  }
  template <typename T>
    requires std::is_enum_v<T>
  static json::Value write(T Value) {
    return Names<T>::Values[size_t(Value)];
  }
  template <typename T> static json::Value write(const std::vector<T> &List) {
    json::Array Result;
    for (const T &Element : List)
      Result.push_back(write(Element));
    return Result;
  }
  template <typename T>
  static json::Value write(const std::array<T, 3> &Sizes) {
    return json::Array{Sizes[0], Sizes[1], Sizes[2]};
  }
  template <typename T>
    requires std::is_class_v<T>
  static json::Value write(const T &S) {
    json::Object Result;
    JsonWriter W(Result);
    list(W, const_cast<T &>(S));
    return Result;
  }

private:
  json::Object &O;
};

class JsonReader {
public:
  JsonReader(const json::Object &O, json::Path P) : O(O), P(P) {}

  template <typename T> void operator()(const char *Key, T &Out) {
    const json::Value *V = O.get(Key);
    if (!V) {
      P.field(Key).report("missing");
      Ok = false;
    } else if (!read(*V, Out, P.field(Key))) {
      Ok = false;
    }
    Known.push_back(Key);
  }
  template <typename T>
  void operator()(const char *Key, std::optional<T> &Out) {
    Out.reset();
    if (const json::Value *V = O.get(Key))
      Ok = read(*V, Out.emplace(), P.field(Key)) && Ok;
    Known.push_back(Key);
  }

  template <typename T> void unless(const char *Key, T &Out, const T &Default) {
    Out = Default;
    if (const json::Value *V = O.get(Key))
      Ok = read(*V, Out, P.field(Key)) && Ok;
    Known.push_back(Key);
  }

  bool finish() {
    for (const auto &[Key, Value] : O)
      if (Ok && !llvm::is_contained(Known, llvm::StringRef(Key))) {
        P.field(Key).report("unknown key");
        Ok = false;
      }
    return Ok;
  }

  static bool fail(json::Path P, llvm::StringLiteral Message) {
    P.report(Message);
    return false;
  }
  static bool read(const json::Value &V, std::string &Out, json::Path P) {
    auto Text = V.getAsString();
    if (!Text)
      return fail(P, "expected a string");
    Out = *Text;
    return true;
  }
  static bool read(const json::Value &V, bool &Out, json::Path P) {
    auto Flag = V.getAsBoolean();
    if (!Flag)
      return fail(P, "expected true or false");
    Out = *Flag;
    return true;
  }
  static bool read(const json::Value &V, Expr &Out, json::Path P,
                   unsigned Depth = 0) {
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
      return fail(
          P, "expected a number, a symbol or [operator, operand, operand]");
    auto Name = (*List)[0].getAsString();
    auto *It = llvm::find_if(ExprOperators, [&](llvm::StringRef Op) {
      return !Op.empty() && Name && Op == *Name;
    });
    if (It == std::end(ExprOperators))
      return fail(P.index(0), "expected one of + * / % min max");
    Out = Expr();
    Out.K = Expr::Kind(It - ExprOperators);
    if ((Out.K == Expr::Kind::Div || Out.K == Expr::Kind::Mod) &&
        List->size() != 3)
      return fail(P, "expected two operands of / or %");
    Out.Operands.resize(List->size() - 1);
    for (size_t I = 1; I < List->size(); ++I)
      if (!read((*List)[I], Out.Operands[I - 1], P.index(I), Depth + 1))
        return false;
    return true;
  }
  template <typename T>
    requires std::is_integral_v<T>
  static bool read(const json::Value &V, T &Out, json::Path P) {
    if constexpr (std::is_unsigned_v<T> && sizeof(T) == 8) {
      auto Large = V.getAsUINT64();
      Out = Large.value_or(0);
      return Large || fail(P, "expected an integer of the field's range");
    }
    auto Number = V.getAsInteger();
    if (!Number || (std::is_unsigned_v<T> && *Number < 0) ||
        (sizeof(T) < 8 && *Number > int64_t(std::numeric_limits<T>::max())))
      return fail(P, "expected an integer of the field's range");
    Out = T(*Number);
    return true;
  }
  static bool read(const json::Value &V, DatapathOp &Out, json::Path P) {
    auto Text = V.getAsString();
    std::optional<DatapathOp> Op =
        Text ? datapathOp(std::string_view(Text->data(), Text->size()))
             : std::nullopt;
    Out = Op.value_or(DatapathOp());
    return Op || fail(P, "unknown operation");
  }
  template <typename T>
    requires std::is_enum_v<T>
  static bool read(const json::Value &V, T &Out, json::Path P) {
    auto Text = V.getAsString();
    for (auto [I, Name] : llvm::enumerate(Names<T>::Values))
      if (Text && *Text == Name) {
        Out = T(I);
        return true;
      }
    return fail(P, "unknown name");
  }
  template <typename T>
  static bool read(const json::Value &V, std::vector<T> &Out, json::Path P) {
    const json::Array *List = V.getAsArray();
    if (!List)
      return fail(P, "expected a list");
    Out.clear();
    Out.resize(List->size());
    for (size_t I = 0; I < List->size(); ++I)
      if (!read((*List)[I], Out[I], P.index(I)))
        return false;
    return true;
  }
  template <typename T>
  static bool read(const json::Value &V, std::array<T, 3> &Out, json::Path P) {
    const json::Array *List = V.getAsArray();
    if (!List || List->size() != 3)
      return fail(P, "expected three sizes");
    for (size_t I = 0; I < 3; ++I)
      if (!read((*List)[I], Out[I], P.index(I)))
        return false;
    return true;
  }
  template <typename T>
    requires std::is_class_v<T>
  static bool read(const json::Value &V, T &Out, json::Path P) {
    const json::Object *Object = V.getAsObject();
    if (!Object)
      return fail(P, "expected an object");
    JsonReader R(*Object, P);
    list(R, Out);
    return R.finish();
  }

private:
  const json::Object &O;
  json::Path P;
  bool Ok = true;
  llvm::SmallVector<llvm::StringRef, 16> Known;
};

template <typename V> void list(V &Visit, SourceLocation &S) {
  Visit("file", S.File);
  Visit("line", S.Line);
  Visit("column", S.Column);
}
template <typename V> void list(V &Visit, ValueType &S) {
  Visit("scalar", S.Scalar);
  Visit("bits", S.Bits);
  Visit("lanes", S.Lanes);
}

} // namespace roofline

#endif
