// Projects of high-level synthesis: a Tcl script or a cfg file.
//
/// \file
/// The parts of Vitis HLS's two forms that decide what is built: top functions,
/// files, clock, part and directives. A script is not run: variables, `expr`,
/// environment, names of files and `source` are followed, and loops and
/// procedures are not.
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
  struct Source {
    std::string Path;                   ///< that can be opened
    std::vector<std::string> ClangArgs; ///< -I, -D, -include, -std of this file
    bool operator==(const Source &) const = default;
  };
  std::string Path;
  std::string Folder; ///< that relative names start from
  std::vector<std::string> Tops;
  std::vector<Source> Files;          ///< without those of the test bench
  std::vector<std::string> ClangArgs; ///< of all files
  std::string Part;
  std::optional<Hertz> Clock;
  bool UnsafeMath = false;
  /// The flow of kernels for Vitis: a bus has a latency of 64 cycles.
  bool IsVitisFlow = false;
  std::optional<uint32_t> BusLatency; ///< [cycle] m_axi_latency
  std::vector<LabelledDirective> Directives;
};

/// Reads \p Path, a cfg file by its suffix ".cfg" or else Tcl. Errors have file
/// and line.
llvm::Expected<HlsProject> loadHlsProject(llvm::StringRef Path);

/// Adds the directives of \p P to \p Kernel, made of the function or calling
/// it. One whose label no loop has is one of a loop that is lost, with option
/// `label`.
void addDirectives(const HlsProject &P, KernelSummary &Kernel);

} // namespace roofline

#endif
