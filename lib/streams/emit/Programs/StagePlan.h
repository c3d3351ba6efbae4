// State of one stage of a program, and the schedule of its values.
//
/// \file
/// A stage takes a beat of each input at every step and gives a beat of each
/// output Delay steps later. Offsets are read from lines, the last beats of an
/// input or of a value that is computed ahead of its readers. A line consists
/// of runs of registers, at positions with readers, and of rings in memory
/// between them.
#ifndef ROOFLINE_PROGRAMS_STAGEPLAN_H
#define ROOFLINE_PROGRAMS_STAGEPLAN_H

#include "roofline/Stream/StreamKernel.h"

#include <map>
#include <set>

namespace roofline {

inline std::string number(int64_t N) { return std::to_string(N); }

/// The last beats of one input or value.
struct StageLine {
  /// Consecutive beats in registers.
  struct Run {
    int64_t First = 0; ///< [beat] from the leaving beat to its oldest beat
    int64_t Beats = 1;
    int64_t last() const { return First + Beats - 1; }
  };
  std::string Name;
  ValueType Type;
  std::vector<Run> Runs; ///< the oldest first; the last takes new beats
  /// Names of its registers and rings, by run; a ring follows the run of its
  /// index.
  std::vector<std::string> RunNames, RingNames;

  /// [beat] Length of the ring between runs \p I and \p I + 1.
  int64_t ringBeats(size_t I) const {
    return Runs[I + 1].First - Runs[I].last() - 1;
  }
  /// [beat] Length of the whole line.
  int64_t beats() const { return Runs.back().last() - Runs.front().First + 1; }
};

/// Nodes that are computed for the beat Lead beats ahead of the leaving one.
struct StageGroup {
  int64_t Lead = 0;            ///< [beat]
  std::vector<uint32_t> Nodes; ///< in the kernel's order
  bool HasPosition = false;    ///< uses coordinates
};

struct StagePlan {
  /// With \p WithWhole each input also leaves the stage, at its own position.
  StagePlan(const StreamKernel &K, uint32_t Vector, bool WithWhole);

  const StreamKernel &K;
  uint32_t Vector;
  bool WithWhole;
  int64_t Delay = 0; ///< [beat] from the arriving to the leaving beat
  std::vector<StageLine> Inputs; ///< by input
  /// By node: values with readers at other beats.
  std::map<uint32_t, StageLine> Values;
  std::map<uint32_t, int64_t> ValueLeads;
  std::vector<StageGroup> Groups; ///< by falling lead; the last one's is 0

  int64_t beats() const { return K.Space.volume() / Vector; }
  /// The line of elements of \p T that pass the stage unchanged.
  StageLine through(const ValueType &T) const { return line(T, {0, Delay}); }

private:
  void findLeads();
  void findDelay();
  void addLines();
  void addGroups();
  StageLine line(const ValueType &T, std::set<int64_t> Beats) const;
  /// [beat] First and last beat that the slots of a beat reach at \p Distance
  /// [position].
  int64_t firstBeat(int64_t Distance) const;
  int64_t lastBeat(int64_t Distance) const;

  /// By node: leads at which it is needed.
  std::vector<std::set<int64_t>> Leads;
  std::vector<bool> IsLine; ///< by node: its values are kept in a line
};

} // namespace roofline

#endif
