// JSON Schema of a struct, from its list of fields.
//
/// \file
/// Structs become definitions by the names that they have here; what is not in
/// a list of fields is no property.
/// Try: roofline-write-schemas out
#ifndef ROOFLINE_JSON_JSONSCHEMA_H
#define ROOFLINE_JSON_JSONSCHEMA_H

#include "roofline/Json/JsonFile.h"

#include "llvm/Support/TypeName.h"

namespace roofline {

class JsonSchema {
public:
  explicit JsonSchema(json::Object &Definitions) : Definitions(Definitions) {}

  template <typename T>
  void operator()(const char *Key, const T &Value, const Rule &R = {}) {
    need(Key, schema(Value), R);
  }
  template <typename T>
  void operator()(const char *Key, const std::optional<T> &,
                  const Rule &R = {}) {
    may(Key, schema(T()), R);
  }
  template <typename T>
  void unless(const char *Key, const T &Value, const T &Default,
              const Rule &R = {}) {
    if constexpr (std::is_same_v<T, bool>) // the other one is left out
      may(Key, json::Object{{"const", !Default}}, R);
    else
      may(Key, schema(Value), R);
  }
  template <typename T>
  void orNull(const char *Key, const std::optional<T> &, const Rule &R = {}) {
    needOrNull(Key, schema(T()), R);
  }
  template <typename T>
  void derived(const char *Key, const T &Value, const Rule &R = {}) {
    need(Key, schema(Value), R);
  }
  template <typename F> void group(const char *Key, F Fields) {
    JsonSchema S(Definitions);
    Fields(S);
    need(Key, S.object(), {});
  }
  template <typename F> void mayGroup(const char *Key, bool, F Fields) {
    JsonSchema S(Definitions);
    Fields(S);
    may(Key, S.object(), {});
  }
  template <typename T> void part(const char *Key, const std::optional<T> &) {
    JsonSchema S(Definitions);
    T Part;
    list(S, Part);
    addPart(Key, std::move(S));
  }
  void together(FieldKeys All);
  void either(FieldKeys Ones, FieldKeys Others) { either({Ones, Others}); }
  void either(std::initializer_list<FieldKeys> Ways);
  void with(const char *Key, FieldKeys Others);
  void without(const char *Key, FieldKeys Others);
  void says(const char *Text) { Description = Text; }
  void check(bool, const char *, llvm::StringLiteral) {}
  void constant(const char *Key, json::Value Value) {
    need(Key, json::Object{{"const", std::move(Value)}}, {});
  }

  /// A field of \p Type that has to be there, or may.
  void need(const char *Key, json::Object Type, const Rule &R);
  void may(const char *Key, json::Object Type, const Rule &R);
  /// A reference to the definition of \p Type, which \p Make makes at first.
  json::Object definition(llvm::StringRef Type,
                          llvm::function_ref<json::Object()> Make);

  /// The fields so far.
  json::Object object() const;

private:
  template <typename T> json::Object schema(const T &Value) {
    if constexpr (HasJsonForm<T>)
      return JsonForm<T>::schema(Definitions);
    else if constexpr (std::is_same_v<T, bool>)
      return json::Object{{"type", "boolean"}};
    else if constexpr (std::is_integral_v<T>)
      return integer(std::numeric_limits<T>::min(),
                     uint64_t(std::numeric_limits<T>::max()));
    else if constexpr (std::is_floating_point_v<T>)
      return json::Object{{"type", "number"}};
    else if constexpr (std::is_same_v<T, std::string>)
      return json::Object{{"type", "string"}};
    else if constexpr (std::is_enum_v<T>)
      return oneOf(Names<T>::Values);
    else
      return definition(llvm::getTypeName<T>(), [&] {
        JsonSchema S(Definitions);
        list(S, const_cast<T &>(Value));
        return S.object();
      });
  }
  template <typename T> json::Object schema(const std::vector<T> &) {
    return listOf(schema(T()), std::nullopt);
  }
  template <typename T, size_t N>
  json::Object schema(const std::array<T, N> &) {
    return listOf(schema(T()), N);
  }
  template <typename T, typename Order>
  json::Object schema(const std::map<std::string, T, Order> &) {
    return json::Object{{"type", "object"},
                        {"additionalProperties", schema(T())}};
  }

  void needOrNull(const char *Key, json::Object Type, const Rule &R);
  void addPart(llvm::StringRef Key, JsonSchema Part);
  static json::Object integer(int64_t Least, uint64_t Most);
  static json::Object oneOf(llvm::ArrayRef<const char *> Texts);
  static json::Object listOf(json::Object Element, std::optional<size_t> Size);

  json::Object &Definitions;
  json::Object Properties;
  json::Array Required;
  json::Object Together;
  json::Array Either, Never;
  const char *Description = nullptr;
};

/// Schema of a file of \p Format with the fields of \p Root.
template <typename T>
json::Value schemaOf(const FileFormat &Format, T Root = {}) {
  json::Object Definitions;
  JsonSchema S(Definitions);
  S.constant("format", Format.Name);
  S.constant("version", Format.Version);
  list(S, Root);
  return schemaFile(Format, S.object(), std::move(Definitions));
}

} // namespace roofline

#endif
