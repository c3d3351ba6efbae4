// The stages of a datapath.
#include "roofline/Core/StreamSchedule.h"

#include "Scheduler.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Core/StreamWalk.h"
#include "roofline/Core/TableChoices.h"
#include "roofline/Stream/DeadNodes.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>

namespace roofline {

constexpr int32_t Never = std::numeric_limits<int32_t>::max();

/// [step] from the operands of a unit with \p Latency registers to its value.
/// In steps of several cycles the unit works in all of them, and a register
/// takes the value at the end of a step.
static int64_t stepsOf(unsigned Latency, uint32_t Interval) {
  return Interval == 1 ? Latency : (Latency + Interval) / Interval;
}

/// [step] from any Previous of its cycle to each node, if floats keep their
/// registers in steps of \p Interval cycles.
std::vector<int64_t> Scheduler::lateness(uint32_t Interval) const {
  std::vector<int64_t> Late(K.Nodes.size());
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    const std::optional<uint32_t> Of = S.Cycles.NodeGroup[I];
    if (!Of)
      continue;
    for (uint32_t O : K.Nodes[I].Operands)
      if (S.Cycles.NodeGroup[O] == Of)
        Late[I] = std::max(Late[I], Late[O]);
    if (takesCycles(I))
      Late[I] += stepsOf(operatorUnit(K, I).Latency, Interval);
  }
  return Late;
}

/// True where each value of \p Group is ready when the position Distance later
/// reads it. A value that is ready no sooner is read straight from its
/// register, by units alone.
bool Scheduler::isInTime(uint32_t Group, uint32_t Interval) const {
  const std::vector<int64_t> Late = lateness(Interval);
  std::vector<bool> MayBeStraight(K.Recurrences.size(), true);
  for (uint32_t I = 0; I < K.Nodes.size(); ++I)
    if (S.Cycles.NodeGroup[I] && Late[I] == 0)
      for (uint32_t O : K.Nodes[I].Operands)
        if (K.Nodes[O].Op == DatapathOp::Previous)
          MayBeStraight[K.Nodes[O].Value] = false;
  for (uint32_t R = 0; R < K.Recurrences.size(); ++R)
    if (S.Cycles.Group[R] == Group) {
      const int64_t Left =
          K.Recurrences[R].Distance - Late[K.Recurrences[R].Value];
      if (Left < 0 || (Left == 0 && !MayBeStraight[R]))
        return false;
    }
  return true;
}

/// Finds the cycles on which floats keep their registers: a step takes as many
/// cycles as the values need to be in time, and not all of the latencies.
void Scheduler::pipelineCycles() {
  std::vector<uint32_t> Intervals(K.Recurrences.size()); // [cycle] by group
  const std::vector<int64_t> Whole = lateness(1);
  for (uint32_t I = 0; I < K.Nodes.size(); ++I)
    if (const auto Of = S.Cycles.NodeGroup[I]; Of && takesCycles(I))
      Intervals[*Of] = std::max(Intervals[*Of], uint32_t(Whole[I]) + 1);
  uint32_t Longest = 1;
  for (uint32_t G = 0; G < K.Recurrences.size(); ++G)
    for (uint32_t Cycles = 1; Cycles < Intervals[G]; ++Cycles)
      if (isInTime(G, Cycles)) {
        S.IsPipelined[G] = true;
        S.IsPaced[G] = Cycles > 1;
        Longest = std::max(Longest, Cycles);
        break;
      }
  if (Longest > 1)
    S.Interval = std::max(Longest, intervalOfOthers(/*All=*/true));
  const std::vector<int64_t> Paced = lateness(S.Interval);
  for (uint32_t R = 0; R < K.Recurrences.size(); ++R) {
    const uint32_t G = S.Cycles.Group[R], Value = K.Recurrences[R].Value;
    const int64_t Late = S.IsPaced[G] ? Paced[Value] : Whole[Value];
    S.IsPipelined[R] = S.IsPipelined[G];
    S.IsPaced[R] = S.IsPaced[G];
    S.IsStraight[R] = S.IsPipelined[R] && Late == K.Recurrences[R].Distance;
  }
}

void Scheduler::classify() {
  const std::vector<bool> Within = tableChoices(K).Within;
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    const DatapathNode &N = K.Nodes[I];
    DatapathSchedule::Node &P = S.Nodes[I];
    P.Unit = operatorUnit(K, I);
    P.WithinTable = Within[I];
    // Seq, and cycles: a step lasts until they are ready.
    const bool IsLate = isPipelined(I) && takesCycles(I);
    if (Form != ElementForm::Pipe || (S.Cycles.NodeGroup[I] && !IsLate) ||
        Within[I])
      P.Unit.Latency = 0;
    else if (IsLate && S.IsPaced[*S.Cycles.NodeGroup[I]])
      P.Unit.Latency = unsigned(stepsOf(P.Unit.Latency, S.Interval));
    P.Invariant = N.Op == DatapathOp::Constant || N.Op == DatapathOp::Argument;
    P.Ahead = N.Op == DatapathOp::Position;
    P.PerSlot = Direct[I] = N.Op == DatapathOp::Input;
    if (N.Operands.empty())
      continue;
    P.Invariant = P.Ahead = true;
    for (uint32_t O : N.Operands) {
      const DatapathSchedule::Node &Of = S.Nodes[O];
      P.Invariant &= Of.Invariant;
      P.Ahead &= Of.Invariant || Of.Ahead;
      Direct[I] = Direct[I] || (P.Unit.Latency == 0 && Direct[O]);
      P.PerSlot |= Of.PerSlot || (isPosition(O) && K.Nodes[O].Value == 0);
      if (Of.Invariant)
        P.Start = std::max(P.Start, Of.ready());
    }
    P.Ahead &= !P.Invariant;
  }
}

void Scheduler::findReaders() {
  auto Read = [&](uint32_t N, Reader R) {
    S.Nodes[N].Used = true;
    if (K.Nodes[N].Op == DatapathOp::AtOffset) {
      R.Ahead = ahead(N);
      N = K.Nodes[N].Operands[0];
      S.Nodes[N].Used = true;
    }
    Readers[N].push_back(R);
  };
  for (uint32_t I = 0; I < K.Outputs.size(); ++I)
    forEachNode(K.Outputs[I],
                [&](uint32_t N) { Read(N, {Reader::Kind::Output, I}); });
  for (uint32_t I = 0; I < K.Reductions.size(); ++I)
    forEachNode(K.Reductions[I],
                [&](uint32_t N) { Read(N, {Reader::Kind::Reduction, I}); });
  for (uint32_t I = 0; I < K.Recurrences.size(); ++I)
    forEachNode(K.Recurrences[I],
                [&](uint32_t N) { Read(N, {Reader::Kind::Recurrence, I}); });
  for (uint32_t I = K.Nodes.size(); I-- > 0;)
    if (S.Nodes[I].Used && K.Nodes[I].Op != DatapathOp::AtOffset)
      for (uint32_t O : K.Nodes[I].Operands)
        Read(O, {Reader::Kind::Node, I});
}

/// As soon as possible, from the taps at stage 0, and from the recurrences.
void Scheduler::startNodes() {
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    const DatapathNode &N = K.Nodes[I];
    if (!isData(I))
      continue;
    S.Nodes[I].Start =
        N.Op == DatapathOp::Previous ? S.Recurrences[N.Value] : 0;
    for (uint32_t O : N.Operands)
      if (isData(O))
        S.Nodes[I].Start = std::max(S.Nodes[I].Start, readyFor(O, I));
  }
}

/// Moves each recurrence to where its value is ready in time, and those that
/// depend on each other to one stage; false if they are there.
bool Scheduler::delayRecurrences() {
  if (K.Recurrences.empty())
    return false;
  const RecurrenceCycles All = recurrenceCycles(K);
  std::vector<int32_t> Stages(K.Recurrences.size());
  for (uint32_t I = 0; I < K.Nodes.size(); ++I)
    if (S.Cycles.NodeGroup[I] && !isPipelined(I))
      Stages[*S.Cycles.NodeGroup[I]] =
          std::max(Stages[*S.Cycles.NodeGroup[I]], S.Nodes[I].Start);
  for (uint32_t R = 0; R < K.Recurrences.size(); ++R) {
    const uint32_t Value = K.Recurrences[R].Value;
    int32_t &Stage = Stages[All.Group[R]];
    if (isData(Value))
      Stage = std::max<int32_t>(
          Stage,
          S.Cycles.NodeGroup[Value] == All.Group[R]
              ? readyAt(Value) - (leavingStage(K, S, R) - S.Recurrences[R])
              : readyForResult(Value));
  }
  bool Changed = false;
  for (uint32_t R = 0; R < K.Recurrences.size(); ++R) {
    const int32_t Stage = Stages[All.Group[R]];
    Changed |= S.Recurrences[R] != Stage;
    S.Recurrences[R] = Stage;
  }
  return Changed;
}

void Scheduler::startData() {
  do
    startNodes();
  while (delayRecurrences());
  auto Take = [&](int32_t &Stage, uint32_t N) {
    if (isData(N))
      Stage = std::max(Stage, readyForResult(N));
  };
  for (uint32_t I = 0; I < K.Outputs.size(); ++I) {
    S.Outputs[I] = 1;
    forEachNode(K.Outputs[I], [&](uint32_t N) {
      Take(S.Outputs[I], N);
      if (isData(N) && Direct[N]) // an output comes from a register
        S.Outputs[I] = std::max(S.Outputs[I], readyAt(N) + 1);
    });
  }
  for (uint32_t I = 0; I < K.Outputs.size(); ++I) // fields leave together
    for (uint32_t J = 0; J < K.Outputs.size(); ++J)
      if (sharePort(K.Outputs[I], K.Outputs[J]))
        S.Outputs[I] = std::max(S.Outputs[I], S.Outputs[J]);
  for (uint32_t I = 0; I < K.Reductions.size(); ++I)
    forEachNode(K.Reductions[I], [&](uint32_t N) { Take(S.Reductions[I], N); });
}

/// Starts nodes that depend on the position alone as late as they may.
void Scheduler::startAhead() {
  for (uint32_t I = K.Nodes.size(); I-- > 0;)
    if (S.Nodes[I].Ahead && isMovable(I)) {
      S.Nodes[I].Start = firstRead(I) - int32_t(S.Nodes[I].Unit.Latency);
      if (Form != ElementForm::Pipe) // before the output's register
        S.Nodes[I].Start = std::min(S.Nodes[I].Start, 0);
    }
}

int32_t Scheduler::readAt(Reader R) const {
  switch (R.K) {
  case Reader::Kind::Node:
    return S.Nodes[R.Index].Start;
  case Reader::Kind::Output:
    return S.Outputs[R.Index];
  case Reader::Kind::Reduction:
    return S.Reductions[R.Index];
  case Reader::Kind::Recurrence:
    return leavingStage(K, S, R.Index);
  }
  return 0;
}

int32_t Scheduler::firstRead(uint32_t N) const {
  int32_t First = Never;
  for (Reader R : Readers[N])
    First = std::min(First, readAt(R) - std::max(0, R.Ahead));
  return First;
}

/// Each where it is first read, or with others that are read a little before.
void Scheduler::startPositions() {
  std::vector<std::pair<int32_t, uint32_t>> Nodes; // by their first use
  for (uint32_t I = 0; I < K.Nodes.size(); ++I)
    if (isPosition(I) && S.Nodes[I].Used)
      Nodes.push_back({firstRead(I), I});
  std::sort(Nodes.begin(), Nodes.end());
  S.PositionStages.clear();
  for (auto [Stage, I] : Nodes) {
    if (S.PositionStages.empty() ||
        Stage - S.PositionStages.back() >= MinRingLength)
      S.PositionStages.push_back(Stage);
    S.Nodes[I].Start = S.PositionStages.back();
  }
}

int32_t Scheduler::depth() const {
  std::vector<int32_t> Of(K.Nodes.size());
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    if (S.Nodes[I].Invariant || S.Nodes[I].Ahead)
      continue;
    for (uint32_t O : K.Nodes[I].Operands)
      Of[I] = std::max(Of[I], Of[O]);
    Of[I] += int32_t(S.Nodes[I].Unit.Latency);
  }
  int32_t Depth = K.Outputs.empty() ? 0 : 1;
  forEachResult(K, [&](uint32_t N) { Depth = std::max(Depth, Of[N]); });
  return Depth;
}

/// [cycle] that a step takes for sums of floats, for cycles without registers
/// and in form Seq; \p All: also for what nothing reads.
uint32_t Scheduler::intervalOfOthers(bool All) const {
  uint32_t Interval = 1;
  std::vector<unsigned> Depth(K.Nodes.size()); // [cycle] until a node is ready
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    if (Form != ElementForm::Seq && (!S.Cycles.NodeGroup[I] || isPipelined(I)))
      continue;
    for (uint32_t O : K.Nodes[I].Operands)
      if (S.Cycles.NodeGroup[O] == S.Cycles.NodeGroup[I])
        Depth[I] = std::max(Depth[I], Depth[O]);
    const OperatorUnit Unit = operatorUnit(K, I);
    if ((Form == ElementForm::Seq && !S.Nodes[I].WithinTable) || takesCycles(I))
      Depth[I] += Unit.Latency;
    if (All || S.Nodes[I].Used)
      Interval = std::max(Interval, Depth[I] + 1);
  }
  for (const Reduction &R : K.Reductions)
    forEachValue(R, [&](uint32_t N) {
      const unsigned Own = R.Interleave > 1 ? 0 : reductionLatency(R);
      Interval = std::max(Interval, Depth[N] + Own + 1);
    });
  return Interval;
}

void Scheduler::finish() {
  for (const InputStream &In : K.Inputs) {
    S.Halos.push_back(halo(K, In));
    S.TapHalos.push_back(tapHalo(K, In));
  }
  S.Depth = depth();
  S.Behind = valuesBehind(K);
  for (int32_t Stage : S.Outputs)
    S.Latency = std::max(S.Latency, Stage);
  for (int32_t Stage : S.Reductions)
    S.Latency = std::max(S.Latency, Stage);
  for (int32_t Stage : S.Recurrences)
    S.Latency = std::max(S.Latency, Stage);
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    if (K.Nodes[I].Op == DatapathOp::AtOffset)
      S.Nodes[I].Start = readyAt(I);
    if (isPosition(I) && S.Nodes[I].Used)
      S.Lead = std::max(S.Lead, -S.Nodes[I].Start);
    if (S.Nodes[I].Used && S.Nodes[I].Invariant)
      for (Reader R : Readers[I])
        if (R.K != Reader::Kind::Node || !S.Nodes[R.Index].Invariant)
          S.Lead = std::max(S.Lead, S.Nodes[I].ready() - readAt(R));
  }
  S.Interval = std::max(S.Interval, intervalOfOthers(/*All=*/false));
  if (!K.Finish.empty())
    S.FinishCycles = 1 + launchCycles(K.Finish.front(), StreamDesign());
}

DatapathSchedule scheduleDatapath(const StreamKernel &K, ElementForm Form,
                                  uint32_t Vector) {
  assert(std::has_single_bit(Vector) &&
         "the positions of a beat are a power of two");
  return Scheduler(K, Form, Vector).run();
}

} // namespace roofline
