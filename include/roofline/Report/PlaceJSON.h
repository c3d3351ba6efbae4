// Source places in JSON.
#ifndef ROOFLINE_REPORT_PLACEJSON_H
#define ROOFLINE_REPORT_PLACEJSON_H

#include "roofline/Base/SourceLocation.h"

#include "llvm/Support/JSON.h"

namespace roofline {

inline llvm::json::Value place(const SourceLocation &Loc) {
  if (!Loc)
    return nullptr;
  return llvm::json::Object{
      {"file", Loc.File}, {"line", Loc.Line}, {"column", Loc.Column}};
}

} // namespace roofline

#endif
