// Pragmas, loops and arrays of C++ functions, as the parser knows them.
#include "roofline/Canonical/SourceDirectives.h"

#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace roofline {

static StringMap<SourceFunction> &functionTable() {
  static StringMap<SourceFunction> Table;
  return Table;
}

void recordFunction(StringRef Symbol, SourceFunction F) {
  functionTable()[Symbol] = std::move(F);
}

const SourceFunction *recordedFunction(StringRef Symbol) {
  auto It = functionTable().find(Symbol);
  return It == functionTable().end() ? nullptr : &It->second;
}

} // namespace roofline
