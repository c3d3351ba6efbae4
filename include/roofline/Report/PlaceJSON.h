// Source places and optional numbers in JSON.
#ifndef ROOFLINE_REPORT_PLACEJSON_H
#define ROOFLINE_REPORT_PLACEJSON_H

#include "roofline/Base/SourceLocation.h"

#include "llvm/Support/JSON.h"

#include <optional>

namespace roofline {

inline llvm::json::Value place(const SourceLocation &Loc) {
  if (!Loc)
    return nullptr;
  return llvm::json::Object{
      {"file", Loc.File}, {"line", Loc.Line}, {"column", Loc.Column}};
}

inline llvm::json::Value orNull(std::optional<double> Value) {
  return Value ? llvm::json::Value(*Value) : llvm::json::Value(nullptr);
}

} // namespace roofline

#endif
