// Schemas of file formats by their names.
#ifndef ROOFLINE_TOOLS_SCHEMAS_SCHEMAS_H
#define ROOFLINE_TOOLS_SCHEMAS_SCHEMAS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/JSON.h"

namespace roofline {

struct NamedSchema {
  llvm::StringLiteral Name; ///< "report" of report.schema.json
  llvm::json::Value (*Schema)();
};

/// The files of lib/streams.
llvm::ArrayRef<NamedSchema> streamSchemas();

} // namespace roofline

#endif
