// Structs as JSON, both ways and as a schema: one list of fields serves all.
//
/// \file
/// `list(Visit, S)` names the fields of a struct S once. Visit is a JsonWriter,
/// a JsonReader or a JsonSchema, and is told of each field with
///   Visit(Key, Member)               has to be there; a std::optional may lack
///   Visit.unless(Key, Member, Value) is left out where it is Value
///   Visit.orNull(Key, Member)        is null where the std::optional is empty
///   Visit.derived(Key, Value)        is written, and not read back
///   Visit.group(Key, Fields)         holds fields of S in an object of its own
///   Visit.mayGroup(Key, IsThere, Fields)  such an object, or none
///   Visit.part(Key, Optional)        has fields here, if Key is there
///   Visit.together({Key, ...})       are all there or none
///   Visit.either({Key, ...}, {Key, ...})  the ones or the others are there
///   Visit.says(Text)                 describes S in its schema
///   Visit.check(Holds, Key, Message) fails a reader where values contradict
/// each with a Rule where the type alone says too little. Enumerators have
/// ROOFLINE_NAMES; other values that are no objects have a JsonForm.
/// Try: roofline-write-schemas out
#ifndef ROOFLINE_JSON_JSONFIELDS_H
#define ROOFLINE_JSON_JSONFIELDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/JSON.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace roofline {

namespace json = llvm::json;

/// Texts of an enumeration in the order of its enumerators.
template <typename T> struct Names;
#define ROOFLINE_NAMES(Type, ...)                                              \
  template <> struct Names<Type> {                                             \
    static constexpr const char *Values[] = {__VA_ARGS__};                     \
  }

/// Text of an enumerator.
template <typename T> constexpr const char *nameOf(T Value) {
  return Names<T>::Values[size_t(Value)];
}

/// Specialised with write(), read() and schema() for a value that is neither a
/// plain number, text or list nor an object of fields.
template <typename T> struct JsonForm;
template <typename T>
concept HasJsonForm =
    requires(json::Object &Definitions) { JsonForm<T>::schema(Definitions); };

using FieldKeys = std::initializer_list<const char *>;

/// Values that a field may have, beyond its type; kept by the reader and told
/// by the schema.
struct Rule {
  const char *Says = nullptr; ///< meaning and unit
  /// Bounds of a number, of each number of an array, or of the length of a
  /// text or a list.
  std::optional<double> Least = {}, Most = {};
  /// Bounds of a number that are no values themselves.
  std::optional<double> Above = {}, Below = {};
  llvm::ArrayRef<const char *> OneOf = {}; ///< texts
  llvm::ArrayRef<uint32_t> OneOfNumbers = {};
  const char *Pattern = nullptr;   ///< of a text
  bool (*Holds)(double) = nullptr; ///< of a number; not in the schema
  const Rule *Each = nullptr;      ///< of the elements of a list or a map
  llvm::StringLiteral Expected = "outside of the field's range";
};
inline constexpr Rule FromZero = {.Least = 0}, FromOne = {.Least = 1};

} // namespace roofline

#endif
