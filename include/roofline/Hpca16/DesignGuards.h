// Catches of a design or of its source, as sentences for a report.
//
/// \file
/// Finds factors that do not suit the kernel, and pragmas that are wrong.
#ifndef ROOFLINE_HPCA16_DESIGNGUARDS_H
#define ROOFLINE_HPCA16_DESIGNGUARDS_H

#include "roofline/Hpca16/Bind.h"

#include <string>
#include <vector>

namespace roofline {

/// Returns the line as text: "12", or "body.h:12" outside the kernel's own
/// file.
std::string lineName(const KernelSummary &Kernel, const SourceLocation &Loc);

/// True when all copies of an access directly in loop \p Id are together wider
/// than a memory transaction.
bool isTooWide(const BoundKernel &Kernel, const Design &D, uint32_t Id);

/// Returns the catches of the unroll factors of \p D on \p Kernel: a factor
/// that does not divide the trip count, a trip count that is only a bound, or
/// copies that wait for each other.
std::vector<std::string> unrollGuards(const BoundKernel &Kernel,
                                      const Design &D);

/// True where some work-items of a group may skip \p Loop: a condition on
/// work-item ids or on data guards this loop or a loop around it.
bool mayBePassedBy(const KernelSummary &Kernel, uint32_t Loop);

/// Returns the place of a loop in \p D whose trip count may differ between
/// work-items of a vector; nothing without such a loop. Compilers do not
/// vectorise a kernel with one. Forward branches are no obstacle, as they are
/// predicated: on the measured boards, Sobel filters with such branches have
/// their lanes (bench/board/README.md).
std::optional<SourceLocation> divergentLoop(const BoundKernel &Kernel,
                                            const Design &D);

/// Returns the catches of the SIMD width of \p D. \p Compiled is \p D with the
/// loops that the compiler unrolls by itself.
std::vector<std::string> simdGuards(const BoundKernel &Kernel, const Design &D,
                                    const Design &Compiled);
inline std::vector<std::string> simdGuards(const BoundKernel &Kernel,
                                           const Design &D) {
  return simdGuards(Kernel, D, D);
}

/// Returns all catches of \p D: simdGuards() where it has SIMD, unrollGuards(),
/// and loops for which isTooWide() holds. \p Compiled is \p D with the loops
/// that the compiler unrolls by itself.
std::vector<std::string> designGuards(const BoundKernel &Kernel,
                                      const Design &D, const Design &Compiled);
inline std::vector<std::string> designGuards(const BoundKernel &Kernel,
                                             const Design &D) {
  return designGuards(Kernel, D, D);
}

/// Warning about a loop, or about launches that a channel connects.
struct LoopWarning {
  SourceLocation Loc;
  std::string Text;
  SourceLocation Writer, Reader; ///< ends of the dependence, or the channel
  bool IsOfLaunches = false;
  bool operator==(const LoopWarning &) const = default;
};

/// Returns the loops whose `#pragma ivdep` denies a dependence through memory
/// that the addresses prove within the iterations of \p L. Skips accesses under
/// a condition.
std::vector<LoopWarning> falseIvdeps(const BoundKernel &Kernel,
                                     const Launch &L);

} // namespace roofline

#endif
