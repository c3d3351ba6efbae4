// Runs a loop kernel by its definition, and says what it did.
#ifndef ROOFLINE_LOOPS_EVALUATELOOPS_H
#define ROOFLINE_LOOPS_EVALUATELOOPS_H

#include "roofline/Loops/LoopKernel.h"
#include "roofline/Stream/EvaluateStreamKernel.h"

#include <functional>

namespace roofline {

/// How often a region ran.
struct RegionCount {
  uint64_t Entries = 0;    ///< with an iteration at least
  uint64_t Empty = 0;      ///< entries without one
  uint64_t Iterations = 0; ///< of all entries
  bool operator==(const RegionCount &) const = default;
};

/// Counts of one run. Cycles are a linear form of them.
struct LoopLog {
  std::vector<RegionCount> Leaves, Loops; ///< as in the kernel
  std::optional<std::string> Problem;     ///< an access out of bounds, or of a
                                          ///< word that nobody has written
  std::optional<uint32_t> Unwritten;      ///< memory of such a word
  bool operator==(const LoopLog &) const = default;
};

/// One access of a run.
struct AccessEvent {
  uint32_t Leaf = 0, Access = 0;
  bool Enabled = true;    ///< it took place
  uint64_t Entry = 0;     ///< of the leaf, from 0
  uint64_t Iteration = 0; ///< of the entry, from 0
  uint64_t Address = 0;   ///< [word]
};
using AccessObserver = std::function<void(const AccessEvent &)>;

/// Called after \p R has run, a leaf or a loop with a guard: of a loop when it
/// is asked.
using RegionObserver =
    std::function<void(const LoopRegion &R, uint64_t Iterations)>;

/// [iteration] Most iterations of leaves in one run.
constexpr uint64_t MaxRunIterations = uint64_t(1) << 26;

/// [iteration] Iterations of leaves in every run, whatever data decide.
double leastIterations(const LoopKernel &K);

/// [word] Most words of a buffer that grows.
constexpr uint64_t MaxProbedWords = uint64_t(1) << 22;

/// Runs \p K in order: the reference for cores. \p Memory has the buffers by
/// name and the scalars of \p K, and gets the results. Ends at the first
/// problem.
LoopLog evaluate(const LoopKernel &K, StreamMemory &Memory,
                 const AccessObserver &Observe = {},
                 const RegionObserver &HasRun = {});
/// As above where the sizes of buffers are not known yet: they grow as they are
/// reached, by 0. Scalars without a value are 1.
LoopLog probe(const LoopKernel &K, const AccessObserver &Observe);

} // namespace roofline

#endif
