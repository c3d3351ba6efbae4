// The accesses of a process to its FIFOs, as patterns of local cycles.
#ifndef ROOFLINE_LIB_DATAFLOW_ACCESSES_H
#define ROOFLINE_LIB_DATAFLOW_ACCESSES_H

#include "Schedule.h"

namespace roofline::dataflow {

/// When the iterations around a use issue, and its stage behind that.
struct IssuePattern {
  uint64_t Clock = 0;               ///< [cycle] of the first iteration
  std::vector<PatternLevel> Levels; ///< outermost first
  uint64_t Interval = 1;            ///< [cycle] of the pipeline
  uint64_t Stage = 0;               ///< [cycle]
  uint64_t TurnStep = 1;            ///< [cycle] between copies on one channel
};

/// Adds accesses to one process. All arguments must outlive the object.
class AccessAdder {
public:
  AccessAdder(const ScheduleRequest &R, const DataflowNetwork &N,
              DataflowProcess &P, std::vector<Unknown> &Missing)
      : R(R), K(*R.Kernel), N(N), P(P), Missing(Missing) {}

  /// Adds \p Use in the iterations of \p Issue in which its conditions hold;
  /// or why they are not followed.
  void add(const FifoUse &Use, const IssuePattern &Issue);

  bool isIn(const FifoUse &Use, uint32_t Loop) const;
  void miss(const std::string &Text, const SourceLocation &Loc);

private:
  const std::vector<uint32_t> &loopsAround(const FifoUse &Use) const;
  bool addConditions(const FifoUse &Use, PatternRequest &Pattern);

  const ScheduleRequest &R;
  const KernelSummary &K;
  const DataflowNetwork &N;
  DataflowProcess &P;
  std::vector<Unknown> &Missing;
};

} // namespace roofline::dataflow

#endif
