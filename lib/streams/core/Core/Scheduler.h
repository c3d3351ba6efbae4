// Puts the nodes of a datapath into stages.
//
/// \file
/// First puts each node as early as possible, then where the fewest bits are
/// delayed: node by node, then whole trees whose values have no other reader.
#ifndef ROOFLINE_LIB_CORE_SCHEDULER_H
#define ROOFLINE_LIB_CORE_SCHEDULER_H

#include "roofline/Core/StreamLayout.h"
#include "roofline/Core/StreamSchedule.h"

#include <set>
#include <utility>
#include <vector>

namespace roofline {

/// A place that reads a node's value: another node, an output, a reduction or
/// a recurrence.
struct Reader {
  enum class Kind : uint8_t { Node, Output, Reduction, Recurrence } K;
  uint32_t Index;
  int32_t Ahead = 0; ///< [beat] ahead of the value's own beat
};

class Scheduler {
public:
  Scheduler(const StreamKernel &K, ElementForm Form, uint32_t Vector)
      : K(K), Form(Form), Vector(Vector), Readers(K.Nodes.size()),
        Lines(K.Nodes.size() + K.Inputs.size()), Direct(K.Nodes.size()) {
    S.Nodes.resize(K.Nodes.size());
    S.Outputs.resize(K.Outputs.size());
    S.Reductions.resize(K.Reductions.size());
    S.Recurrences.resize(K.Recurrences.size());
    S.Cycles.NodeGroup.resize(K.Nodes.size());
    if (Form == ElementForm::Pipe)
      S.Cycles = recurrenceCycles(K);
    S.IsPipelined.resize(K.Recurrences.size());
    S.IsPaced.resize(K.Recurrences.size());
    S.IsStraight.resize(K.Recurrences.size());
    if (Form == ElementForm::Pipe)
      pipelineCycles();
  }

  DatapathSchedule run() {
    classify();
    findReaders();
    startData();
    startAhead();
    startPositions();
    findLines();
    settle();
    if (Form == ElementForm::Pipe && moveTrees())
      settle();
    startPositions();
    finish();
    return std::move(S);
  }

private:
  const StreamKernel &K;
  ElementForm Form;
  uint32_t Vector;
  DatapathSchedule S;
  std::vector<std::vector<Reader>> Readers;
  /// Stages at which each delay line is read, with the reading node; by
  /// lineOf(). Ordered, so that a moving node finds the last other reader at
  /// once.
  std::vector<std::multiset<std::pair<int64_t, uint32_t>>> Lines;
  /// True for nodes without a register between an input's port and their value.
  std::vector<bool> Direct;

  /// True for nodes with stages of their own: no source, and not constant
  /// during a launch.
  bool isMovable(uint32_t N) const {
    return S.Nodes[N].Used && !S.Nodes[N].Invariant && !S.Cycles.NodeGroup[N] &&
           S.Nodes[N].Unit.Kind != UnitKind::Source;
  }
  bool isPosition(uint32_t N) const {
    return K.Nodes[N].Op == DatapathOp::Position;
  }
  /// [beat] Distance by which operand \p N is ahead of the value that it reads.
  int32_t ahead(uint32_t N) const {
    return int32_t(valuePlace(K, N, Vector - 1, Vector).Ahead);
  }
  /// [stage] First stage at which operand \p N can be read.
  int32_t readyAt(uint32_t N) const {
    if (K.Nodes[N].Op != DatapathOp::AtOffset)
      return S.Nodes[N].ready();
    return S.Nodes[K.Nodes[N].Operands[0]].ready() + std::max(0, ahead(N));
  }

  bool isData(uint32_t N) const {
    return !S.Nodes[N].Invariant && !S.Nodes[N].Ahead;
  }
  /// True where the value of \p N has no register, and is late in its stage.
  bool endsCycle(uint32_t N) const {
    return S.Cycles.NodeGroup[N] && (K.Nodes[N].Op == DatapathOp::Previous
                                         ? S.IsStraight[K.Nodes[N].Value]
                                         : S.Nodes[N].Unit.Latency == 0);
  }
  /// True where \p N is on a cycle whose floats keep their registers.
  bool isPipelined(uint32_t N) const {
    return S.Cycles.NodeGroup[N] && S.IsPipelined[*S.Cycles.NodeGroup[N]];
  }
  /// True where the unit of \p N, on a cycle, has registers: it takes several
  /// cycles of a step, or of several steps.
  bool takesCycles(uint32_t N) const {
    return operatorUnit(K, N).Kind == UnitKind::Float &&
           !onlyCompares(K.Nodes[N].Op);
  }
  /// [stage] First stage at which node \p Reader can read operand \p N.
  int32_t readyFor(uint32_t N, uint32_t Reader) const {
    return readyAt(N) + (endsCycle(N) &&
                         S.Cycles.NodeGroup[Reader] != S.Cycles.NodeGroup[N]);
  }
  /// [stage] Likewise for a result.
  int32_t readyForResult(uint32_t N) const { return readyAt(N) + endsCycle(N); }

  std::vector<int64_t> lateness(uint32_t Interval) const;
  bool isInTime(uint32_t Group, uint32_t Interval) const;
  void pipelineCycles();
  uint32_t intervalOfOthers(bool All) const;
  void classify();
  void findReaders();
  void startData();
  void startNodes();
  bool delayRecurrences();
  void startAhead();
  int32_t readAt(Reader R) const;
  int32_t firstRead(uint32_t N) const;
  void startPositions();
  uint32_t lineOf(uint32_t Operand) const;
  int64_t lineShift(uint32_t Operand) const;
  int64_t width(uint32_t N) const;
  void findLines();
  struct Pull;
  std::vector<uint32_t> treeOf(uint32_t Root) const;
  std::vector<Pull> pulls(const std::vector<uint32_t> &Moved) const;
  bool move(const std::vector<uint32_t> &Moved);
  void place(uint32_t N, int32_t Stage);
  bool moveAll();
  bool moveTrees();
  void settle();
  int32_t depth() const;
  void finish();
};

} // namespace roofline

#endif
