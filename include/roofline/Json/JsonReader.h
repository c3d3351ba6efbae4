// Reads structs from JSON, by their lists of fields; errors have paths.
#ifndef ROOFLINE_JSON_JSONREADER_H
#define ROOFLINE_JSON_JSONREADER_H

#include "roofline/Base/Fresh.h"
#include "roofline/Json/JsonFields.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Regex.h"

#include <cmath>

namespace roofline {

class JsonReader {
public:
  /// Lenient: a field that is absent or null keeps its default, and other keys
  /// pass; for files of other versions.
  enum Strictness { Strict, Lenient };
  JsonReader(const json::Object &O, json::Path P, Strictness How = Strict)
      : O(O), P(P), How(How) {}

  template <typename T>
  void operator()(const char *Key, T &&Out, const Rule &R = {}) {
    if (const json::Value *V = find(Key, /*IsNeeded=*/true))
      take(*V, Out, Key, R);
  }
  template <typename T>
  void operator()(const char *Key, std::optional<T> &Out, const Rule &R = {}) {
    Out.reset();
    if (const json::Value *V = find(Key))
      take(*V, fresh(Out), Key, R);
  }
  template <typename T>
  void unless(const char *Key, T &Out, const T &Default, const Rule &R = {}) {
    Out = Default;
    if (const json::Value *V = find(Key))
      take(*V, Out, Key, R);
  }
  template <typename T>
  void orNull(const char *Key, std::optional<T> &Out, const Rule &R = {}) {
    Out.reset();
    const json::Value *V = find(Key, /*IsNeeded=*/true);
    if (V && V->kind() != json::Value::Null)
      take(*V, fresh(Out), Key, R);
  }
  template <typename T>
  void derived(const char *Key, T Value, const Rule &R = {}) {
    (*this)(Key, Value, R);
  }
  template <typename F> void group(const char *Key, F Fields) {
    const json::Value *V = find(Key, /*IsNeeded=*/true);
    if (V && Ok && !readObject(*V, P.field(Key), Fields))
      Ok = false;
  }
  template <typename F> void mayGroup(const char *Key, bool, F Fields) {
    if (O.get(Key))
      group(Key, Fields);
    else
      Known.push_back(Key);
  }
  template <typename T> void part(const char *Key, std::optional<T> &Out) {
    Out.reset();
    if (find(Key))
      list(*this, fresh(Out));
  }
  void together(FieldKeys All) {
    for (const char *Key : All)
      check(How == Lenient || O.get(Key) ||
                llvm::none_of(All, [&](auto *K) { return O.get(K); }),
            Key, "missing");
  }
  void either(FieldKeys Ones, FieldKeys Others) {
    auto Have = [&](const char *Key) { return O.get(Key) != nullptr; };
    check(How == Lenient || llvm::all_of(Ones, Have) ||
              llvm::all_of(Others, Have),
          *Ones.begin(), "missing");
  }
  void says(const char *) {}

  /// Tells of a value that contradicts another one.
  void check(bool Holds, const char *Key, llvm::StringLiteral Message) {
    if (Ok && !Holds)
      Ok = fail(P.field(Key), Message);
  }
  /// Takes note of a key that is read elsewhere.
  void known(llvm::StringLiteral Key) { Known.push_back(Key); }

  /// Fails where a key is none of the fields'.
  bool finish() {
    for (const auto &[Key, Value] : O)
      if (Ok && How == Strict &&
          !llvm::is_contained(Known, llvm::StringRef(Key)))
        Ok = fail(P.field(Key), "unknown key");
    return Ok;
  }

  static bool fail(json::Path P, llvm::StringLiteral Message) {
    P.report(Message);
    return false;
  }
  bool read(const json::Value &V, std::string &Out, json::Path P) const {
    auto Text = V.getAsString();
    Out = Text.value_or("");
    return Text || fail(P, "expected a string");
  }
  bool read(const json::Value &V, bool &Out, json::Path P) const {
    auto Flag = V.getAsBoolean();
    Out = Flag.value_or(false);
    return Flag || fail(P, "expected true or false");
  }
  bool read(const json::Value &V, double &Out, json::Path P) const {
    auto Number = V.getAsNumber();
    Out = Number.value_or(0);
    return (Number && std::isfinite(Out)) || fail(P, "expected a number");
  }
  template <typename T>
    requires std::is_integral_v<T>
  bool read(const json::Value &V, T &Out, json::Path P) const {
    if constexpr (std::is_unsigned_v<T> && sizeof(T) == 8) {
      auto Large = V.getAsUINT64();
      Out = Large.value_or(0);
      return Large || fail(P, "expected an integer of the field's range");
    }
    auto Number = V.getAsInteger();
    if (!Number || (std::is_unsigned_v<T> && *Number < 0) ||
        (sizeof(T) < 8 && (*Number > int64_t(std::numeric_limits<T>::max()) ||
                           *Number < int64_t(std::numeric_limits<T>::min()))))
      return fail(P, "expected an integer of the field's range");
    Out = T(*Number);
    return true;
  }
  template <typename T>
    requires std::is_enum_v<T> && (!HasJsonForm<T>)
  bool read(const json::Value &V, T &Out, json::Path P) const {
    auto Text = V.getAsString();
    for (auto [I, Name] : llvm::enumerate(Names<T>::Values))
      if (Text && *Text == Name) {
        Out = T(I);
        return true;
      }
    return fail(P, "unknown name");
  }
  template <typename T>
  bool read(const json::Value &V, std::vector<T> &Out, json::Path P) const {
    const json::Array *List = V.getAsArray();
    if (!List)
      return fail(P, "expected a list");
    Out.clear();
    Out.resize(List->size());
    return readEach(*List, Out, P);
  }
  template <typename T, size_t N>
  bool read(const json::Value &V, std::array<T, N> &Out, json::Path P) const {
    const json::Array *List = V.getAsArray();
    if (!List || List->size() != N)
      return fail(P, N == 3 ? llvm::StringLiteral("expected three sizes")
                            : "expected a list of another length");
    return readEach(*List, Out, P);
  }
  template <typename T, typename Order>
  bool read(const json::Value &V, std::map<std::string, T, Order> &Out,
            json::Path P) const {
    const json::Object *Object = V.getAsObject();
    if (!Object)
      return fail(P, "expected an object");
    Out.clear();
    for (const auto &[Key, Value] : *Object)
      if (!read(Value, Out[Key.str()], P.field(Key)))
        return false;
    return true;
  }
  template <HasJsonForm T>
  bool read(const json::Value &V, T &Out, json::Path P) const {
    return JsonForm<T>::read(V, Out, P);
  }
  template <typename T>
    requires std::is_class_v<T> && (!HasJsonForm<T>)
  bool read(const json::Value &V, T &Out, json::Path P) const {
    return readObject(V, P, [&](JsonReader &R) { list(R, Out); });
  }

private:
  const json::Value *find(const char *Key, bool IsNeeded = false) {
    Known.push_back(Key);
    const json::Value *V = O.get(Key);
    if (How == Lenient)
      return V && V->kind() != json::Value::Null ? V : nullptr;
    if (!V && IsNeeded && Ok)
      Ok = fail(P.field(Key), "missing");
    return V;
  }
  template <typename T>
  void take(const json::Value &V, T &Out, const char *Key, const Rule &R) {
    if (!Ok) // the first error stays
      return;
    if (!read(V, Out, P.field(Key)))
      Ok = false;
    else
      Ok = check(Out, R, P.field(Key));
  }
  /// Reports the first value that \p R does not allow.
  template <typename T>
  static bool check(const T &Value, const Rule &R, json::Path P) {
    if (!keeps(Value, R))
      return fail(P, R.Expected);
    if constexpr (requires(T List) { List.push_back(List[0]); }) {
      for (size_t I = 0; R.Each && I < Value.size(); ++I)
        if (!check<typename T::value_type>(Value[I], *R.Each, P.index(I)))
          return false;
    } else if constexpr (requires { typename T::mapped_type; }) {
      for (const auto &[Key, Element] : Value)
        if (R.Each && !check(Element, *R.Each, P.field(Key)))
          return false;
    } else if constexpr (requires { std::tuple_size<T>::value; }) {
      for (size_t I = 0; I < Value.size(); ++I)
        if (!check(Value[I], R, P.index(I)))
          return false;
    }
    return true;
  }
  /// Without its elements.
  template <typename T> static bool keeps(const T &Value, const Rule &R) {
    if constexpr (std::is_arithmetic_v<T>)
      return !(R.Least && double(Value) < *R.Least) &&
             !(R.Most && double(Value) > *R.Most) &&
             !(R.Above && double(Value) <= *R.Above) &&
             !(R.Below && double(Value) >= *R.Below) &&
             (R.OneOfNumbers.empty() ||
              llvm::is_contained(R.OneOfNumbers, double(Value))) &&
             (!R.Holds || R.Holds(double(Value)));
    auto IsOneOf = [&](llvm::StringRef Text) {
      return R.OneOf.empty() || llvm::is_contained(R.OneOf, Text);
    };
    if constexpr (std::is_enum_v<T> && !HasJsonForm<T>)
      return IsOneOf(nameOf(Value));
    if constexpr (std::is_same_v<T, std::string>)
      return IsOneOf(Value) && keeps(Value.size(), R) &&
             (!R.Pattern || llvm::Regex(R.Pattern).match(Value));
    else if constexpr (requires(T List) { List.push_back(List[0]); })
      return keeps(Value.size(), R);
    return true;
  }
  template <typename List>
  bool readEach(const json::Array &From, List &Out, json::Path P) const {
    for (size_t I = 0; I < From.size(); ++I)
      if (!read(From[I], Out[I], P.index(I)))
        return false;
    return true;
  }
  template <typename F>
  bool readObject(const json::Value &V, json::Path P, F Fields) const {
    const json::Object *Object = V.getAsObject();
    if (!Object)
      return fail(P, "expected an object");
    JsonReader R(*Object, P, How);
    Fields(R);
    return R.finish();
  }

  const json::Object &O;
  json::Path P;
  const Strictness How;
  bool Ok = true;
  llvm::SmallVector<llvm::StringRef, 16> Known;
};

} // namespace roofline

#endif
