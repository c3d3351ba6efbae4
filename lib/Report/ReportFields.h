// Fields of a JSON report, read with their paths.
//
/// \file
/// `null` and an absent field mean unknown. A wrong type is an error; the first
/// error stays.
#ifndef ROOFLINE_LIB_REPORT_REPORTFIELDS_H
#define ROOFLINE_LIB_REPORT_REPORTFIELDS_H

#include "roofline/Base/SourceLocation.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"

#include <cmath>
#include <optional>
#include <string>

namespace roofline {

namespace json = llvm::json;

class ReportFields {
public:
  ReportFields(const json::Value &V, json::Path P, bool &Ok)
      : Object(V.getAsObject()), P(P), Ok(Ok) {
    if (!Object)
      fail(P, "expected an object");
  }

  void fail(json::Path At, llvm::StringLiteral Message) const {
    if (Ok)
      At.report(Message);
    Ok = false;
  }

  /// The value of \p Key; null when it is absent or JSON null.
  const json::Value *find(llvm::StringLiteral Key) const {
    const json::Value *V = Object ? Object->get(Key) : nullptr;
    return V && V->kind() != json::Value::Null ? V : nullptr;
  }

  std::optional<double> number(llvm::StringLiteral Key) const {
    const json::Value *V = find(Key);
    if (!V)
      return std::nullopt;
    std::optional<double> Number = V->getAsNumber();
    if (!Number || !std::isfinite(*Number)) {
      fail(P.field(Key), "expected a number or null");
      return std::nullopt;
    }
    return Number;
  }

  /// Text of \p Key; empty when it is absent.
  std::string text(llvm::StringLiteral Key) const {
    const json::Value *V = find(Key);
    if (!V)
      return "";
    if (auto Text = V->getAsString())
      return Text->str();
    fail(P.field(Key), "expected a string");
    return "";
  }

  bool flag(llvm::StringLiteral Key) const {
    const json::Value *V = find(Key);
    if (V && V->kind() != json::Value::Boolean)
      fail(P.field(Key), "expected true or false");
    return V && V->getAsBoolean().value_or(false);
  }

  /// Fails when \p Key is absent.
  void need(llvm::StringLiteral Key) const {
    if (!find(Key))
      fail(P.field(Key), "missing");
  }

  /// Calls \p Take with the object of \p Key, if there is one.
  void object(llvm::StringLiteral Key,
              llvm::function_ref<void(const ReportFields &)> Take) const {
    if (const json::Value *V = find(Key))
      Take(ReportFields(*V, P.field(Key), Ok));
  }

  /// Calls \p Take with every object of the list \p Key, if there is one.
  void list(llvm::StringLiteral Key,
            llvm::function_ref<void(const ReportFields &)> Take) const {
    const json::Value *V = find(Key);
    if (!V)
      return;
    const json::Array *List = V->getAsArray();
    if (!List)
      return fail(P.field(Key), "expected a list");
    for (size_t I = 0; I < List->size() && Ok; ++I)
      Take(ReportFields((*List)[I], P.field(Key).index(I), Ok));
  }

  /// Calls \p Take with the numbers of the object \p Key by their keys.
  void numbers(llvm::StringLiteral Key,
               llvm::function_ref<void(llvm::StringRef, double)> Take) const {
    object(Key, [&](const ReportFields &F) {
      if (!F.Object)
        return;
      for (const auto &[Name, Value] : *F.Object) {
        auto Number = Value.getAsNumber();
        if (!Number || !std::isfinite(*Number))
          return F.fail(F.P.field(Name), "expected a number");
        Take(Name, *Number);
      }
    });
  }

  SourceLocation place(llvm::StringLiteral Key) const {
    SourceLocation Loc;
    object(Key, [&](const ReportFields &F) {
      Loc.File = F.text("file");
      Loc.Line = F.position("line");
      Loc.Column = F.position("column");
    });
    return Loc;
  }

  uint32_t position(llvm::StringLiteral Key) const {
    const double Number = number(Key).value_or(0);
    if (Number >= 0 && Number <= double(UINT32_MAX) &&
        Number == std::floor(Number))
      return uint32_t(Number);
    fail(P.field(Key), "expected a line or column");
    return 0;
  }

  json::Path path(llvm::StringLiteral Key) const { return P.field(Key); }

private:
  const json::Object *Object;
  json::Path P;
  bool &Ok;
};

} // namespace roofline

#endif
