// Directives and arrays of C++ kernels.
#ifndef ROOFLINE_KERNEL_HLSSOURCE_H
#define ROOFLINE_KERNEL_HLSSOURCE_H

#include "roofline/Base/SourceLocation.h"
#include "roofline/Base/ValueType.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofline {

/// A pragma or directive of high-level synthesis: `#pragma HLS unroll
/// factor=4`, or the same in a project's Tcl or cfg file.
struct Directive {
  struct Option {
    std::string Name;  ///< lower case: "factor"
    std::string Value; ///< evaluated; empty for a flag, as "complete"
    bool operator==(const Option &) const = default;
  };
  std::string Name; ///< lower case: "unroll"
  std::vector<Option> Options;
  /// Function in whose body it stands, by its name in the source.
  std::string Function;
  /// Innermost loop in whose body it stands; none where that is the function.
  std::optional<uint32_t> Loop = {};
  bool IsLoopLost = false; ///< simplification has dissolved that loop
  SourceLocation Loc;
  bool operator==(const Directive &) const = default;
};

/// A call in the source, which inlining has dissolved.
struct CallSite {
  std::string Function; ///< that is called, by its name in the source
  SourceLocation Loc;   ///< of the call
  bool operator==(const CallSite &) const = default;
};

/// Returns the value of option \p Name of \p D, "" of a flag; nothing where it
/// is not given.
std::optional<std::string> optionOf(const Directive &D, std::string_view Name);

/// Returns \p D as a pragma has it: "unroll factor=4".
std::string directiveText(const Directive &D);

/// An array of a C++ kernel: local, static, global, or an argument.
struct Memory {
  std::string Name; ///< as MemoryAccess::Base names it
  ValueType Element;
  /// [element] of each dimension, outermost first; 0 where the source leaves
  /// the first one open.
  std::vector<uint64_t> Dimensions;
  bool IsArgument = false;
  bool IsStatic = false;     ///< keeps its contents between calls
  bool IsConstant = false;   ///< a table that nothing writes
  std::string Function = {}; ///< that declares it; empty for a global one
  SourceLocation Loc;
  bool operator==(const Memory &) const = default;
};

} // namespace roofline

#endif
