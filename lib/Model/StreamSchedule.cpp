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
  int32_t Ahead = 0; ///< [beat] of the value's own one
};

class Scheduler {
public:
  Scheduler(const StreamKernel &K, ElementForm Form, uint32_t Vector)
      : K(K), Form(Form), Vector(Vector), Readers(K.Nodes.size()),
        Taps(K.Inputs.size()), Direct(K.Nodes.size()) {
    S.Nodes.resize(K.Nodes.size());
    S.Outputs.resize(K.Outputs.size());
    S.Reductions.resize(K.Reductions.size());
  }

  DatapathSchedule run() {
    classify();
    findReaders();
    startData();
    startAhead();
    startPositions();
    for (unsigned Pass = 0; Pass < 16 && moveAll(); ++Pass)
      ;
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
  std::vector<std::vector<uint32_t>> Taps; ///< nodes, by input stream
  /// No register lies between an input's port and the node's value.
  std::vector<bool> Direct;

  /// Has stages of its own: not a source, and changes during a launch.
  bool isMovable(uint32_t N) const {
    return S.Nodes[N].Used && !S.Nodes[N].Invariant &&
           S.Nodes[N].Unit.Kind != UnitKind::Source;
  }
  bool isPosition(uint32_t N) const {
    return K.Nodes[N].Op == DatapathOp::Position;
  }
  /// [beat] that operand \p N is ahead of the value that it reads.
  int32_t ahead(uint32_t N) const {
    return int32_t(valuePlace(K, N, Vector - 1, Vector).Ahead);
  }
  /// [stage] from which on operand \p N can be read.
  int32_t readyAt(uint32_t N) const {
    if (K.Nodes[N].Op != DatapathOp::AtOffset)
      return S.Nodes[N].ready();
    return S.Nodes[K.Nodes[N].Operands[0]].ready() + std::max(0, ahead(N));
  }

  void classify();
  void findReaders();
  void startData();
  void startAhead();
  int32_t readAt(Reader R) const;
  int32_t firstRead(uint32_t N) const;
  void startPositions();
  int64_t lineCost(uint32_t N) const;
  int64_t costAround(uint32_t N) const;
  std::vector<int32_t> turns(uint32_t N) const;
  bool move(uint32_t N);
  bool moveAll();
  int32_t depth() const;
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
    P.PerSlot = Direct[I] = N.Op == DatapathOp::Input;
    if (N.Op == DatapathOp::Input)
      Taps[N.Value].push_back(I);
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
    if (S.Nodes[I].Used && K.Nodes[I].Op != DatapathOp::AtOffset)
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
        S.Nodes[I].Start = std::max(S.Nodes[I].Start, readyAt(O));
  }
  auto Take = [&](int32_t &Stage, uint32_t N) {
    if (IsData(N))
      Stage = std::max(Stage, readyAt(N));
  };
  for (uint32_t I = 0; I < K.Outputs.size(); ++I) {
    S.Outputs[I] = 1;
    Take(S.Outputs[I], K.Outputs[I].Value);
    if (K.Outputs[I].Enable)
      Take(S.Outputs[I], *K.Outputs[I].Enable);
    // What leaves comes from a register.
    for (uint32_t N :
         {K.Outputs[I].Value, K.Outputs[I].Enable.value_or(K.Outputs[I].Value)})
      if (IsData(N) && Direct[N])
        S.Outputs[I] = std::max(S.Outputs[I], readyAt(N) + 1);
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
  int32_t Ready = S.Nodes[N].ready();
  for (Reader R : Readers[N])
    Longest = std::max<int64_t>(Longest, readAt(R) - R.Ahead - Ready);
  unsigned Width = isPosition(N) ? bitsFor(K.Space.Size[Node.Value] - 1)
                                 : unsigned(Node.Type.Bits);
  return Longest * Width;
}

int64_t Scheduler::costAround(uint32_t N) const {
  int64_t Cost = lineCost(N);
  std::vector<uint32_t> Of;
  for (uint32_t O : K.Nodes[N].Operands) {
    uint32_t Value = valuePlace(K, O, 0, Vector).Node;
    if (S.Nodes[Value].Invariant ||
        std::find(Of.begin(), Of.end(), Value) != Of.end())
      continue;
    Of.push_back(Value);
    Cost += lineCost(Value);
  }
  return Cost;
}

/// Stages at which a line to an operand of \p N becomes longer than its other
/// readers need: between two of them the cost is linear.
std::vector<int32_t> Scheduler::turns(uint32_t N) const {
  std::vector<int32_t> Stages;
  for (uint32_t O : K.Nodes[N].Operands) {
    uint32_t Value = valuePlace(K, O, 0, Vector).Node;
    const DatapathNode &Of = K.Nodes[Value];
    bool IsTap = Of.Op == DatapathOp::Input;
    for (uint32_t Same : IsTap ? Taps[Of.Value] : std::vector{Value})
      for (Reader R : Readers[Same]) {
        int64_t At = readAt(R) - R.Ahead + ahead(O);
        if (IsTap)
          At += K.distance(Of.At) - K.distance(K.Nodes[Same].At);
        Stages.push_back(int32_t(At));
      }
  }
  return Stages;
}

/// Puts a node where the delays around it are fewest; true if it moved.
bool Scheduler::move(uint32_t N) {
  DatapathSchedule::Node &P = S.Nodes[N];
  int32_t Before = P.Start, Last = firstRead(N) - int32_t(P.Unit.Latency);
  int32_t First = std::numeric_limits<int32_t>::min();
  for (uint32_t O : K.Nodes[N].Operands)
    if (!S.Nodes[O].Invariant)
      First = std::max(First, readyAt(O));
  if (Form != ElementForm::Pipe)
    Last = std::min(Last, 0);
  int64_t Least = costAround(N);
  int32_t Best = Before;
  std::vector<int32_t> Stages = turns(N);
  Stages.insert(Stages.end(), {First, Last});
  for (int32_t At : Stages) {
    if (At < First || At > Last)
      continue;
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
  for (const OutputStream &Out : K.Outputs)
    Depth =
        std::max({Depth, Of[Out.Value], Of[Out.Enable.value_or(Out.Value)]});
  for (const Reduction &R : K.Reductions)
    Depth = std::max({Depth, Of[R.Value], Of[R.Enable.value_or(R.Value)]});
  return Depth;
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

DatapathSchedule scheduleDatapath(const StreamKernel &K, ElementForm Form,
                                  uint32_t Vector) {
  return Scheduler(K, Form, Vector).run();
}

} // namespace roofline
