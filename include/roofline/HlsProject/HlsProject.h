// Projects of high-level synthesis: a Tcl script or a cfg file.
//
/// \file
/// The parts of Vitis HLS's two forms that decide what is built: top functions,
/// files, clock, part and directives. A script is not run: variables, `expr`,
/// environment and `source` are followed, and loops and procedures are not.
/// Source: AMD UG1399, "Tcl Commands" and "HLS Config File Commands".
#ifndef ROOFLINE_HLSPROJECT_HLSPROJECT_H
#define ROOFLINE_HLSPROJECT_HLSPROJECT_H

#include "roofline/Base/Units.h"
#include "roofline/Kernel/KernelSummary.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace roofline {

struct HlsProject {
  /// A directive, and the label of its loop; empty: it is the function's.
  struct LabelledDirective {
    Directive D;
    std::string Label;
  };
  std::string Path;
  std::vector<std::string> Tops;
  std::vector<std::string> Files;     ///< sources, as paths that can be opened
  std::vector<std::string> ClangArgs; ///< -I, -D of the sources
  std::string Part;
  std::optional<Hertz> Clock;
  bool UnsafeMath = false;
  std::vector<LabelledDirective> Directives;
};

/// Reads \p Path, a cfg file by its suffix ".cfg" or else Tcl. Errors have file
/// and line.
llvm::Expected<HlsProject> loadHlsProject(llvm::StringRef Path);

/// Adds the directives of \p P to \p Kernel, made of the function or calling
/// it. A label that no loop has is an error.
llvm::Error addDirectives(const HlsProject &P, KernelSummary &Kernel);

} // namespace roofline

#endif
