// Writes structs as JSON, by their lists of fields.
#ifndef ROOFLINE_JSON_JSONWRITER_H
#define ROOFLINE_JSON_JSONWRITER_H

#include "roofline/Json/JsonFields.h"

#include <cmath>

namespace roofline {

class JsonWriter {
public:
  explicit JsonWriter(json::Object &O) : O(O) {}

  template <typename T>
  void operator()(const char *Key, const T &Value, const Rule & = {}) {
    O[Key] = write(Value);
  }
  template <typename T>
  void operator()(const char *Key, const std::optional<T> &Value,
                  const Rule & = {}) {
    if (Value)
      O[Key] = write(*Value);
  }
  template <typename T>
  void unless(const char *Key, const T &Value, const T &Default,
              const Rule & = {}) {
    if (Value != Default)
      O[Key] = write(Value);
  }
  template <typename T>
  void orNull(const char *Key, const std::optional<T> &Value,
              const Rule & = {}) {
    O[Key] = Value ? write(*Value) : json::Value(nullptr);
  }
  template <typename T>
  void derived(const char *Key, const T &Value, const Rule & = {}) {
    O[Key] = write(Value);
  }
  template <typename F> void group(const char *Key, F Fields) {
    json::Object Inner;
    JsonWriter W(Inner);
    Fields(W);
    O[Key] = std::move(Inner);
  }
  template <typename F> void mayGroup(const char *Key, bool IsThere, F Fields) {
    if (IsThere)
      group(Key, Fields);
  }
  template <typename T> void part(const char *, const std::optional<T> &Part) {
    if (Part)
      list(*this, const_cast<T &>(*Part));
  }
  void together(FieldKeys) {}
  void either(FieldKeys, FieldKeys) {}
  void says(const char *) {}
  void check(bool, const char *, llvm::StringLiteral) {}

  template <typename T> static json::Value write(const T &Value) {
    if constexpr (HasJsonForm<T>) {
      return JsonForm<T>::write(Value);
    } else if constexpr (std::is_enum_v<T>) {
      return nameOf(Value);
    } else if constexpr (std::is_same_v<T, uint64_t>) {
      return uint64_t(Value);
    } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      return int64_t(Value);
    } else if constexpr (std::is_floating_point_v<T>) {
      return std::isfinite(Value) ? json::Value(Value) : json::Value(nullptr);
    } else if constexpr (std::is_same_v<T, std::string>) {
      // A name of IR may have any bytes.
      return json::isUTF8(Value) ? json::Value(Value)
                                 : json::Value(json::fixUTF8(Value));
    } else if constexpr (std::is_arithmetic_v<T>) {
      return Value;
    } else {
      json::Object Result;
      JsonWriter W(Result);
      list(W, const_cast<T &>(Value));
      return Result;
    }
  }
  template <typename T> static json::Value write(const std::vector<T> &List) {
    json::Array Result;
    for (const T &Element : List)
      Result.push_back(write(Element));
    return Result;
  }
  template <typename T, size_t N>
  static json::Value write(const std::array<T, N> &List) {
    json::Array Result;
    for (const T &Element : List)
      Result.push_back(write(Element));
    return Result;
  }
  template <typename T, typename Order>
  static json::Value write(const std::map<std::string, T, Order> &Map) {
    json::Object Result;
    for (const auto &[Key, Value] : Map)
      Result[Key] = write(Value);
    return Result;
  }

private:
  json::Object &O;
};

} // namespace roofline

#endif
