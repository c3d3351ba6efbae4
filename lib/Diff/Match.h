// Matches the loops, accesses and kernels of two reports.
//
/// \file
/// Lines move when others are inserted, so that no line decides. Both orders
/// are kept: of all pairings in order, the one whose pairs are most alike.
#ifndef ROOFLINE_LIB_DIFF_MATCH_H
#define ROOFLINE_LIB_DIFF_MATCH_H

#include "roofline/Diff/ReportedKernel.h"

#include <functional>

namespace roofline {

/// Indices of the same thing; one is missing where it is new or gone.
struct Match {
  std::optional<uint32_t> Old, New;
  bool operator==(const Match &) const = default;
};

/// Pairs \p Old things with \p New ones in order, so that the sum of \p
/// Likeness (0: never a pair) is largest. Things left between two pairs are
/// paired too where \p PairsRest and both sides have as many of them. The
/// result is in order.
std::vector<Match>
matchInOrder(const std::vector<uint32_t> &Old, const std::vector<uint32_t> &New,
             const std::function<double(uint32_t, uint32_t)> &Likeness,
             bool PairsRest);

/// Parents first; children are paired below paired parents.
std::vector<Match> matchLoops(const ReportedKernel &Old,
                              const ReportedKernel &New);

/// \p Loops: what matchLoops() gave.
std::vector<Match> matchAccesses(const ReportedKernel &Old,
                                 const ReportedKernel &New,
                                 const std::vector<Match> &Loops);

/// Kernels by name, and launches of one kernel in order.
std::vector<Match> matchKernels(const std::vector<ReportedKernel> &Old,
                                const std::vector<ReportedKernel> &New);

/// True where both have the same sizes and values of arguments.
bool isSameLaunch(const ReportedKernel &Old, const ReportedKernel &New);

/// \p Text without lines of the source: "line 9", "9:3", and those that trip()
/// and iteration() name.
std::string withoutLines(const std::string &Text);

} // namespace roofline

#endif
