// Switches for the mechanisms of the model "board".
#ifndef ROOFLINE_BOARD_MECHANISMS_H
#define ROOFLINE_BOARD_MECHANISMS_H

namespace roofline {

/// Mechanisms of the model; false leaves a mechanism out.
struct BoardMechanisms {
  bool CompilerUnrolls = true; ///< small loops: unrolledByCompiler()
  bool Words = true;           ///< memory serves its words one after another
  bool Repeats = true;         ///< words that lanes share cost less
  bool Overlap = true;         ///< pipelines and memory hinder each other
  bool OwnLanes = true;        ///< lanes at distant addresses have own units
  bool Caches = true;          ///< loads that repeat addresses are cached
  bool Neighbours = true; ///< adjacent accesses of one condition share a unit
  bool Conditions = true; ///< affine conditions decide which code runs
  bool Latency = true;    ///< few work-items wait for each iteration
  bool Ports = true;      ///< stores share the ports of local arrays
  bool Arrays = true;     ///< private arrays indexed by data are memories
  bool Groups = true;     ///< loops behind a condition hold one work-group
  bool Slots = true;      ///< requests that straddle words take two passes
  bool Banks = true;      ///< buffers are in banks
  bool Mixes = true;      ///< streams of one memory slow each other down
  bool Rings = true;      ///< ways to memory have a rate of their own
  /// The compiler may rebalance sums of floating-point numbers: copies of an
  /// unrolled loop add up apart from what is carried (aoc -fp-relaxed).
  bool RebalancesSums = false;
};

} // namespace roofline

#endif
