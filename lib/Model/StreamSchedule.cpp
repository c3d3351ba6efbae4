// The stages of a datapath.
#include "roofline/Model/StreamSchedule.h"

#include <algorithm>
#include <limits>

namespace roofline {
namespace {

constexpr int32_t Never = std::numeric_limits<int32_t>::max();

/// A place that reads a node's value: another node, an output or a reduction.
struct Reader {
  enum class Kind : uint8_t { Node, Output, Reduction } K;
  uint32_t Index;
};

class Scheduler {
public:
  Scheduler(const StreamKernel &K, ElementForm Form)
      : K(K), Form(Form), Readers(K.Nodes.size()), Taps(K.Inputs.size()) {
    S.Nodes.resize(K.Nodes.size());
    S.Outputs.resize(K.Outputs.size());
    S.Reductions.resize(K.Reductions.size());
  }

  DatapathSchedule run() {
    classify();
    findReaders();
    startData();
    startAhead();
    S.PositionStage = firstUseOfPosition();
    for (unsigned Pass = 0; Pass < 16 && moveAll(); ++Pass)
      ;
    S.PositionStage = firstUseOfPosition();
    finish();
    return std::move(S);
  }

private:
  const StreamKernel &K;
  ElementForm Form;
  DatapathSchedule S;
  std::vector<std::vector<Reader>> Readers;
  std::vector<std::vector<uint32_t>> Taps; ///< nodes, by input stream

  /// Has stages of its own: not a source, and changes during a launch.
  bool isMovable(uint32_t N) const {
    return S.Nodes[N].Used && !S.Nodes[N].Invariant &&
           S.Nodes[N].Unit.Kind != UnitKind::Source;
  }
  bool isPosition(uint32_t N) const {
    return K.Nodes[N].Op == DatapathOp::Position;
  }

  void classify();
  void findReaders();
  void startData();
  void startAhead();
  int32_t readAt(Reader R) const;
  int32_t firstRead(uint32_t N) const;
  int32_t firstUseOfPosition() const;
  int64_t lineCost(uint32_t N) const;
  int64_t costAround(uint32_t N) const;
  bool move(uint32_t N);
  bool moveAll();
  void finish();
};

void Scheduler::classify() {
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    const DatapathNode &N = K.Nodes[I];
    DatapathSchedule::Node &P = S.Nodes[I];
    P.Unit = operatorUnit(K, I);
    if (Form != ElementForm::Pipe) // Seq: a step lasts until they are ready
      P.Unit.Latency = 0;
    P.Invariant = N.Op == DatapathOp::Constant || N.Op == DatapathOp::Argument;
    P.Ahead = N.Op == DatapathOp::Position;
    P.PerSlot = N.Op == DatapathOp::Input;
    if (N.Op == DatapathOp::Input)
      Taps[N.Value].push_back(I);
    if (N.Operands.empty())
      continue;
    P.Invariant = P.Ahead = true;
    for (uint32_t O : N.Operands) {
      const DatapathSchedule::Node &Of = S.Nodes[O];
      P.Invariant &= Of.Invariant;
      P.Ahead &= Of.Invariant || Of.Ahead;
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
    Readers[N].push_back(R);
  };
  for (uint32_t I = 0; I < K.Outputs.size(); ++I) {
    Read(K.Outputs[I].Value, {Reader::Kind::Output, I});
    if (K.Outputs[I].Enable)
      Read(*K.Outputs[I].Enable, {Reader::Kind::Output, I});
  }
  for (uint32_t I = 0; I < K.Reductions.size(); ++I) {
    Read(K.Reductions[I].Value, {Reader::Kind::Reduction, I});
    if (K.Reductions[I].Enable)
      Read(*K.Reductions[I].Enable, {Reader::Kind::Reduction, I});
  }
  for (uint32_t I = K.Nodes.size(); I-- > 0;)
    if (S.Nodes[I].Used)
      for (uint32_t O : K.Nodes[I].Operands)
        Read(O, {Reader::Kind::Node, I});
}

/// As soon as possible, from the taps at stage 0.
void Scheduler::startData() {
  auto IsData = [&](uint32_t N) {
    return !S.Nodes[N].Invariant && !S.Nodes[N].Ahead;
  };
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    if (!IsData(I))
      continue;
    S.Nodes[I].Start = 0;
    for (uint32_t O : K.Nodes[I].Operands)
      if (IsData(O))
        S.Nodes[I].Start = std::max(S.Nodes[I].Start, S.Nodes[O].ready());
  }
  auto Take = [&](int32_t &Stage, uint32_t N) {
    if (IsData(N))
      Stage = std::max(Stage, S.Nodes[N].ready());
  };
  for (uint32_t I = 0; I < K.Outputs.size(); ++I) {
    S.Outputs[I] = 1; // what leaves comes from a register
    Take(S.Outputs[I], K.Outputs[I].Value);
    if (K.Outputs[I].Enable)
      Take(S.Outputs[I], *K.Outputs[I].Enable);
  }
  for (uint32_t I = 0; I < K.Outputs.size(); ++I) // fields leave together
    for (uint32_t J = 0; J < K.Outputs.size(); ++J)
      if (sharePort(K.Outputs[I], K.Outputs[J]))
        S.Outputs[I] = std::max(S.Outputs[I], S.Outputs[J]);
  for (uint32_t I = 0; I < K.Reductions.size(); ++I) {
    Take(S.Reductions[I], K.Reductions[I].Value);
    if (K.Reductions[I].Enable)
      Take(S.Reductions[I], *K.Reductions[I].Enable);
  }
}

/// What depends on the position alone is computed as late as it may be.
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
  }
  return 0;
}

int32_t Scheduler::firstRead(uint32_t N) const {
  int32_t First = Never;
  for (Reader R : Readers[N])
    First = std::min(First, readAt(R));
  return First;
}

int32_t Scheduler::firstUseOfPosition() const {
  int32_t First = Never;
  for (uint32_t I = 0; I < K.Nodes.size(); ++I)
    if (isPosition(I) && S.Nodes[I].Used)
      First = std::min(First, firstRead(I));
  return First == Never ? 0 : First;
}

/// [bit] delayed between node \p N and its last reader. Taps of one stream
/// share a line, which costs what it is longer than it must be.
int64_t Scheduler::lineCost(uint32_t N) const {
  const DatapathNode &Node = K.Nodes[N];
  if (Node.Op == DatapathOp::Input) {
    int64_t Longest = std::numeric_limits<int64_t>::min();
    for (uint32_t I : Taps[Node.Value])
      for (Reader R : Readers[I])
        Longest = std::max(Longest, readAt(R) - K.distance(K.Nodes[I].At));
    return Longest * Node.Type.Bits;
  }
  int64_t Longest = 0;
  int32_t Ready = isPosition(N) ? S.PositionStage : S.Nodes[N].ready();
  for (Reader R : Readers[N])
    Longest = std::max<int64_t>(Longest, readAt(R) - Ready);
  unsigned Width = isPosition(N) ? bitsFor(K.Space.Size[Node.Value] - 1)
                                 : unsigned(Node.Type.Bits);
  return Longest * Width;
}

int64_t Scheduler::costAround(uint32_t N) const {
  int64_t Cost = lineCost(N);
  const std::vector<uint32_t> &Of = K.Nodes[N].Operands;
  for (unsigned I = 0; I < Of.size(); ++I)
    if (!S.Nodes[Of[I]].Invariant &&
        std::find(Of.begin(), Of.begin() + I, Of[I]) == Of.begin() + I)
      Cost += lineCost(Of[I]);
  return Cost;
}

/// Puts a node where the delays around it are fewest; true if it moved.
bool Scheduler::move(uint32_t N) {
  DatapathSchedule::Node &P = S.Nodes[N];
  int32_t Before = P.Start, Last = firstRead(N) - int32_t(P.Unit.Latency);
  int32_t First = std::numeric_limits<int32_t>::min();
  for (uint32_t O : K.Nodes[N].Operands)
    if (!S.Nodes[O].Invariant)
      First =
          std::max(First, isPosition(O) ? S.PositionStage : S.Nodes[O].ready());
  if (Form != ElementForm::Pipe)
    Last = std::min(Last, 0);
  int64_t Least = costAround(N);
  int32_t Best = Before;
  for (int32_t At = First; At <= Last; ++At) {
    P.Start = At;
    // Of equal places the latest, so that what comes before may follow.
    int64_t Cost = costAround(N);
    if (Cost < Least || (Cost == Least && At > Best)) {
      Least = Cost;
      Best = At;
    }
  }
  P.Start = Best;
  return Best != Before;
}

bool Scheduler::moveAll() {
  bool Moved = false;
  for (uint32_t I = K.Nodes.size(); I-- > 0;)
    if (isMovable(I))
      Moved |= move(I);
  return Moved;
}

void Scheduler::finish() {
  for (const InputStream &In : K.Inputs)
    S.Halos.push_back(beatHalo(K, In, 1));
  for (int32_t Stage : S.Outputs)
    S.Latency = std::max(S.Latency, Stage);
  for (int32_t Stage : S.Reductions)
    S.Latency = std::max(S.Latency, Stage);
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    if (isPosition(I)) {
      S.Nodes[I].Start = S.PositionStage;
      if (S.Nodes[I].Used)
        S.Lead = std::max(S.Lead, -S.PositionStage);
    }
    if (S.Nodes[I].Used && S.Nodes[I].Invariant)
      for (Reader R : Readers[I])
        if (R.K != Reader::Kind::Node || !S.Nodes[R.Index].Invariant)
          S.Lead = std::max(S.Lead, S.Nodes[I].ready() - readAt(R));
  }
  std::vector<unsigned> Depth(K.Nodes.size()); // [cycle] until a node is ready
  if (Form == ElementForm::Seq)
    for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
      for (uint32_t O : K.Nodes[I].Operands)
        Depth[I] = std::max(Depth[I], Depth[O]);
      Depth[I] += operatorUnit(K, I).Latency;
      if (S.Nodes[I].Used)
        S.Interval = std::max(S.Interval, Depth[I] + 1);
    }
  for (const Reduction &R : K.Reductions)
    S.Interval = std::max(S.Interval, Depth[R.Value] + reductionLatency(R) + 1);
}

} // namespace

DatapathSchedule scheduleDatapath(const StreamKernel &K, ElementForm Form) {
  return Scheduler(K, Form).run();
}

} // namespace roofline
