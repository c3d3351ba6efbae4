// Mechanisms of the model "board", each of which can be left out.
#ifndef ROOFLINE_BOARD_MECHANISMS_H
#define ROOFLINE_BOARD_MECHANISMS_H

namespace roofline {

/// Mechanisms of the model, to be left out one by one.
struct BoardMechanisms {
  bool CompilerUnrolls = true; ///< small loops: unrolledByCompiler()
  bool Words = true;           ///< memory serves a word a cycle
  bool Repeats = true;         ///< lanes that share a word cost less
  bool Overlap = true;         ///< pipelines and memory hinder each other
  bool OwnLanes = true;        ///< lanes that are apart are units of their own
  bool Caches = true;          ///< loads that repeat addresses are cached
  bool Neighbours = true;      ///< neighbours under one condition are one unit
  bool Conditions = true;      ///< affine conditions decide what runs
  bool Latency = true;         ///< few work-items wait for each iteration
  bool Ports = true;           ///< stores share the ports of local arrays
  bool Arrays = true;          ///< private arrays that data index are memories
  bool Groups = true;          ///< loops behind a condition hold one work-group
};

} // namespace roofline

#endif
