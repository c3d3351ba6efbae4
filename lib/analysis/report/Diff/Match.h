// Matches the loops, accesses and kernels of two reports.
//
/// \file
/// Line numbers move when other lines are inserted, so they do not decide. Of
/// all pairings that keep both orders, we take the one whose pairs are most
/// alike.
#ifndef ROOFLINE_LIB_DIFF_MATCH_H
#define ROOFLINE_LIB_DIFF_MATCH_H

#include "roofline/Diff/ReportedKernel.h"

#include <functional>

namespace roofline {

/// Indices of the same part; one is absent when the part is new or gone.
struct Match {
  std::optional<uint32_t> Old, New;
  bool operator==(const Match &) const = default;
};

/// Pairs \p Old parts with \p New parts in order, with the largest sum of
/// \p Likeness (0: never a pair). With \p PairsRest, equal numbers of parts
/// left between two pairs are paired too. The result is in order.
std::vector<Match>
matchInOrder(const std::vector<uint32_t> &Old, const std::vector<uint32_t> &New,
             const std::function<double(uint32_t, uint32_t)> &Likeness,
             bool PairsRest);

/// Matches loops, parents first; children match below matched parents alone.
std::vector<Match> matchLoops(const ReportedKernel &Old,
                              const ReportedKernel &New);

/// Matches accesses; \p Loops is the result of matchLoops().
std::vector<Match> matchAccesses(const ReportedKernel &Old,
                                 const ReportedKernel &New,
                                 const std::vector<Match> &Loops);

/// Matches kernels by name, and launches of one kernel in order.
std::vector<Match> matchKernels(const std::vector<ReportedKernel> &Old,
                                const std::vector<ReportedKernel> &New);

/// True when both have the same sizes and argument values.
bool isSameLaunch(const ReportedKernel &Old, const ReportedKernel &New);

/// \p Text without line numbers: "line 9", "9:3", and those in trip() and
/// iteration().
std::string withoutLines(const std::string &Text);

} // namespace roofline

#endif
