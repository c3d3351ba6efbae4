// Catches of a design, or of its source.
//
/// \file
/// Sentences for a report: where a factor does not fit the kernel, and where a
/// pragma says what is not so.
#ifndef ROOFLINE_HPCA16_DESIGNGUARDS_H
#define ROOFLINE_HPCA16_DESIGNGUARDS_H

#include "roofline/Hpca16/Bind.h"

#include <string>
#include <vector>

namespace roofline {

/// "12", or "body.h:12" where it is not the kernel's own file.
std::string lineName(const KernelSummary &Kernel, const SourceLocation &Loc);

/// True when the copies of an access in loop \p Id are wider than a
/// transaction.
bool isTooWide(const BoundKernel &Kernel, const Design &D, uint32_t Id);

/// The catches of the factors of \p D on \p Kernel: a trip count that one does
/// not divide, or that is a bound, copies that wait for each other.
std::vector<std::string> unrollGuards(const BoundKernel &Kernel,
                                      const Design &D);

/// True for a loop that some work-items of a group may pass by: a condition on
/// their ids, or on data, stands before it or a loop around.
bool mayBePassedBy(const KernelSummary &Kernel, uint32_t Loop);

/// A loop of \p D that work-items of one vector may run differently often: such
/// a kernel is not vectorised. Branches that go forward are predicated: on the
/// measured boards the lanes of Sobel filters with such branches are there
/// (bench/board/README.md).
std::optional<SourceLocation> divergentLoop(const BoundKernel &Kernel,
                                            const Design &D);

/// Demands of vectors of work-items on the kernel.
std::vector<std::string> simdGuards(const BoundKernel &Kernel, const Design &D,
                                    const Design &Compiled);
inline std::vector<std::string> simdGuards(const BoundKernel &Kernel,
                                           const Design &D) {
  return simdGuards(Kernel, D, D);
}

/// unrollGuards(), and by HPCA16: lanes beyond the transaction width. \p
/// Compiled has the loops that the compiler unrolls by itself, too.
std::vector<std::string> designGuards(const BoundKernel &Kernel,
                                      const Design &D, const Design &Compiled);
inline std::vector<std::string> designGuards(const BoundKernel &Kernel,
                                             const Design &D) {
  return designGuards(Kernel, D, D);
}

/// A loop, and what its author should know of it.
struct LoopWarning {
  SourceLocation Loc;
  std::string Text;
  SourceLocation Writer, Reader; ///< the ends of the dependence
  bool operator==(const LoopWarning &) const = default;
};

/// Where `#pragma ivdep` denies a dependence through memory that the addresses
/// show, in iterations that \p L has. Says nothing of what a condition decides.
std::vector<LoopWarning> falseIvdeps(const BoundKernel &Kernel,
                                     const Launch &L);

} // namespace roofline

#endif
