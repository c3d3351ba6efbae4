// Pragmas, loops and arrays of C++ functions, as the parser knows them.
//
/// \file
/// The code that Clang emits shall not depend on the plugin. So the parser
/// keeps what it knows of a function in a table of the process, by the
/// function's name in the object file, and the canonical clone finds loops in
/// it by their places.
#ifndef ROOFLINE_CANONICAL_SOURCEDIRECTIVES_H
#define ROOFLINE_CANONICAL_SOURCEDIRECTIVES_H

#include "roofline/Base/ValueType.h"

#include "llvm/ADT/StringRef.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace roofline {

/// A place in the file of a function.
struct LinePlace {
  uint32_t Line = 0, Column = 0;
  auto operator<=>(const LinePlace &) const = default;
};

/// A pragma of high-level synthesis.
struct SourceDirective {
  std::string Name; ///< lower case: "array_partition"
  /// Name and value; a flag has none.
  std::vector<std::pair<std::string, std::string>> Options;
  LinePlace Place;
  /// The loop statement in whose body it stands; none: the function's.
  std::optional<LinePlace> Loop;
};

/// An array that a function declares, or an argument that points.
struct SourceArray {
  std::string Name;
  ValueType Element;
  /// [element] Outermost first; 0 where the source leaves the first one open.
  std::vector<uint64_t> Dimensions;
  bool IsStatic = false, IsConstant = false;
  LinePlace Place;
};

/// A function of C or C++ as the parser knows it.
struct SourceFunction {
  std::string Name; ///< in the source, with its scopes: "fir::run"
  std::string File;
  LinePlace Place;
  std::vector<SourceDirective> Directives;
  std::vector<std::pair<LinePlace, std::string>> Labels; ///< of loops
  std::vector<SourceArray> Arrays;    ///< in the order of the source
  std::vector<SourceArray> Arguments; ///< arrays and pointers
};

/// Records \p F under \p Symbol, its name in the object file, for the rest of
/// the process.
void recordFunction(llvm::StringRef Symbol, SourceFunction F);

/// Returns what is recorded of \p Symbol; null where nothing is.
const SourceFunction *recordedFunction(llvm::StringRef Symbol);

} // namespace roofline

#endif
