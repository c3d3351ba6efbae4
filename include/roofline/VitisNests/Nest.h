// The loops of a kernel, and what the compiler decides for each of them.
//
/// \file
/// Trip counts are the greatest that the source allows, as the vendor's report
/// counts them.
#ifndef ROOFLINE_VITISNESTS_NEST_H
#define ROOFLINE_VITISNESTS_NEST_H

#include "roofline/Kernel/KernelSummary.h"
#include "roofline/VitisNests/VitisOptions.h"

#include <optional>
#include <string_view>
#include <vector>

namespace roofline::vitis {

/// A loop with its directives and the compiler's decisions.
struct NestLoop {
  uint32_t Node = 0; ///< index into KernelSummary::Nodes
  std::optional<uint32_t> Parent;
  std::vector<uint32_t> Inner; ///< loops directly inside
  double Least = 0, Most = 0;  ///< [iteration] per entry
  bool IsKnown = false;        ///< the trip count is a constant
  bool IsMissing = false;      ///< no bound is known
  uint64_t Factor = 1;         ///< copies of the body
  bool HasFactor = false;      ///< a directive asks for it
  bool IsInFull = false;       ///< unrolled in full: the loop is gone
  bool IsFullByTool = false;   ///< without a directive of its own
  bool WantsPipeline = false;
  bool RefusesPipeline = false, RefusesFlatten = false, RefusesUnroll = false;
  std::optional<uint32_t> WantedInterval; ///< [cycle]
  /// An enclosing pipeline could not unroll a loop of variable bounds.
  bool IsHindered = false;
  bool IsPipelined = false;
};

struct Nest {
  const KernelSummary *Kernel = nullptr;
  std::vector<NestLoop> Loops;       ///< as KernelSummary::Loops
  std::vector<uint32_t> Roots;       ///< loops outside any other
  std::vector<Unknown> Missing;      ///< trip counts without a bound
  std::vector<uint32_t> ParentNodes; ///< of each node
};

/// Decides factors and pipelines of \p Kernel's loops.
Nest decideNest(const KernelSummary &Kernel, const VitisOptions &Options);

struct FormBounds {
  int64_t Least = 0, Most = 0;
};
/// Iteration numbers of loops that a copy of an unrolled loop takes.
using LoopRanges = std::vector<std::optional<FormBounds>>;

/// Returns least and greatest value of \p Form over all iterations of the loops
/// of \p N, or those of \p Ranges; nothing where it holds another symbol.
std::optional<FormBounds> rangeOf(const Expr &Form, const Nest &N,
                                  const LoopRanges *Ranges = nullptr);

} // namespace roofline::vitis

#endif
