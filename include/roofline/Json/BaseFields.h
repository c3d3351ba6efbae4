// Fields of the words that all rooms speak: places, types, amounts of FPGA
// resources, closed forms.
#ifndef ROOFLINE_JSON_BASEFIELDS_H
#define ROOFLINE_JSON_BASEFIELDS_H

#include "roofline/Base/Expr.h"
#include "roofline/Base/FabricResources.h"
#include "roofline/Base/SourceLocation.h"
#include "roofline/Base/ValueType.h"
#include "roofline/Json/JsonFields.h"

namespace roofline {

ROOFLINE_NAMES(ScalarKind, "none", "int", "float", "pointer");

template <typename V> void list(V &Visit, SourceLocation &S) {
  Visit.says("A place in the source; line 0: the IR carries none.");
  Visit("file", S.File);
  Visit("line", S.Line);
  Visit("column", S.Column);
}

/// A place that is known; null in files where it is not.
struct KnownPlace {
  SourceLocation Loc;
};
inline std::optional<KnownPlace> knownPlace(const SourceLocation &Loc) {
  return Loc ? std::optional(KnownPlace{Loc}) : std::nullopt;
}
template <typename V> void list(V &Visit, KnownPlace &S) {
  Visit("file", S.Loc.File);
  Visit("line", S.Loc.Line, {.Least = 1});
  Visit("column", S.Loc.Column);
}
template <typename V> void list(V &Visit, SourceRange &S) {
  Visit("begin", S.Begin);
  Visit("end", S.End);
}
template <typename V> void list(V &Visit, ValueType &S) {
  Visit("scalar", S.Scalar);
  Visit("bits", S.Bits);
  Visit("lanes", S.Lanes);
}

/// "int32", "float64": a type in a line of its own.
std::string typeText(const ValueType &T);
inline constexpr Rule TypeText = {.Pattern = "^(int|float)[0-9]+$"};

template <typename V> void list(V &Visit, FabricResources &S) {
  for (auto [Name, Member] : ResourceNames)
    Visit(Name, S.*Member);
}

/// Numbers and symbols as they are, operators as [operator, operand, ...].
template <> struct JsonForm<Expr> {
  static json::Value write(const Expr &E);
  static bool read(const json::Value &V, Expr &Out, json::Path P,
                   unsigned Depth = 0);
  static json::Object schema(json::Object &Definitions);
};

} // namespace roofline

#endif
