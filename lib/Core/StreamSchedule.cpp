// The stages of a datapath.
#include "roofline/Core/StreamSchedule.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Core/StreamLayout.h"
#include "roofline/Core/StreamWalk.h"

#include <algorithm>
#include <limits>
#include <set>

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
        Lines(K.Nodes.size() + K.Inputs.size()), Direct(K.Nodes.size()) {
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
    findLines();
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
  /// Stages at which each delay line is read, with the node that reads; by
  /// lineOf(). Ordered, so that a node that moves finds the last of the others
  /// at once.
  std::vector<std::multiset<std::pair<int64_t, uint32_t>>> Lines;
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
  uint32_t lineOf(uint32_t Operand) const;
  int64_t lineShift(uint32_t Operand) const;
  int64_t width(uint32_t N) const;
  void findLines();
  struct Pull;
  std::vector<Pull> pulls(uint32_t N) const;
  bool move(uint32_t N);
  void place(uint32_t N, int32_t At);
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

/// Of the value that operand \p Operand reads; taps of one stream share a line.
uint32_t Scheduler::lineOf(uint32_t Operand) const {
  const DatapathNode &N = K.Nodes[Operand];
  if (N.Op == DatapathOp::Input)
    return uint32_t(K.Nodes.size() + N.Value);
  return N.Op == DatapathOp::AtOffset ? N.Operands[0] : Operand;
}

/// [step] What operand \p Operand is read at, less this, is the stage at which
/// its line must still have it.
int64_t Scheduler::lineShift(uint32_t Operand) const {
  const DatapathNode &N = K.Nodes[Operand];
  return N.Op == DatapathOp::Input ? K.distance(N.At) : ahead(Operand);
}

/// [bit] that a step of the line of value \p N delays.
int64_t Scheduler::width(uint32_t N) const {
  return isPosition(N) ? bitsFor(K.Space.Size[K.Nodes[N].Value] - 1)
                       : K.Nodes[N].Type.Bits;
}

void Scheduler::findLines() {
  const uint32_t Result = uint32_t(K.Nodes.size());
  auto Read = [&](uint32_t Operand, int32_t Stage, uint32_t By) {
    Lines[lineOf(Operand)].insert({Stage - lineShift(Operand), By});
  };
  for (uint32_t I = 0; I < K.Nodes.size(); ++I)
    if (S.Nodes[I].Used && K.Nodes[I].Op != DatapathOp::AtOffset)
      for (uint32_t O : K.Nodes[I].Operands)
        Read(O, S.Nodes[I].Start, I);
  auto ReadResults = [&](const auto &Results, const auto &Stages) {
    for (uint32_t I = 0; I < Results.size(); ++I) {
      Read(Results[I].Value, Stages[I], Result);
      if (Results[I].Enable)
        Read(*Results[I].Enable, Stages[I], Result);
    }
  };
  ReadResults(K.Outputs, S.Outputs);
  ReadResults(K.Reductions, S.Reductions);
}

/// How the bits that a line delays depend on the place of one of its readers.
struct Scheduler::Pull {
  static constexpr int64_t None = std::numeric_limits<int64_t>::min();
  int64_t Width; ///< [bit]
  int64_t From;  ///< [stage] at which the line begins
  int64_t Other; ///< [stage] up to which it goes for others; None without
  int64_t Shift; ///< [step] lineShift() of the reader's least operand

  /// Taps have a line that only costs what it is longer than it must be.
  int64_t cost(int64_t At) const {
    return (std::max(Other, At - Shift) - From) * Width;
  }
};

/// Of the values that \p N reads.
std::vector<Scheduler::Pull> Scheduler::pulls(uint32_t N) const {
  const std::vector<uint32_t> &Operands = K.Nodes[N].Operands;
  std::vector<uint32_t> Of;
  std::vector<Pull> All;
  for (uint32_t O : Operands) {
    uint32_t Value = valuePlace(K, O, 0, Vector).Node, Line = lineOf(O);
    if (S.Nodes[Value].Invariant ||
        std::find(Of.begin(), Of.end(), Value) != Of.end())
      continue;
    Of.push_back(Value);
    bool IsTap = K.Nodes[Value].Op == DatapathOp::Input;
    int64_t Ready = IsTap ? 0 : S.Nodes[Value].ready();
    Pull P = {width(Value), Ready, IsTap ? Pull::None : Ready, lineShift(O)};
    for (uint32_t Same : Operands)
      if (lineOf(Same) == Line)
        P.Shift = std::min(P.Shift, lineShift(Same));
    auto Last = std::find_if(Lines[Line].rbegin(), Lines[Line].rend(),
                             [&](const auto &R) { return R.second != N; });
    if (Last != Lines[Line].rend())
      P.Other = std::max(P.Other, Last->first);
    All.push_back(P);
  }
  return All;
}

/// Puts a node where the delays around it are fewest; true if it moved. The
/// bits that are delayed are a convex function of its place, linear between
/// those up to which the lines to its operands go anyway.
bool Scheduler::move(uint32_t N) {
  const DatapathSchedule::Node &P = S.Nodes[N];
  int32_t Last = firstRead(N) - int32_t(P.Unit.Latency);
  int32_t First = std::numeric_limits<int32_t>::min();
  for (uint32_t O : K.Nodes[N].Operands)
    if (!S.Nodes[O].Invariant)
      First = std::max(First, readyAt(O));
  if (Form != ElementForm::Pipe)
    Last = std::min(Last, 0);
  std::vector<Pull> Pulls = pulls(N);
  int64_t LastRead = Lines[N].empty() ? P.ready() : Lines[N].rbegin()->first;
  auto Cost = [&](int32_t At) {
    int64_t Own = LastRead - At - int64_t(P.Unit.Latency);
    int64_t Sum = std::max<int64_t>(0, Own) * width(N);
    for (const Pull &Of : Pulls)
      Sum += Of.cost(At);
    return Sum;
  };
  int64_t Least = Cost(P.Start);
  int32_t Best = P.Start;
  auto Try = [&](int64_t Stage) {
    if (Stage < First || Stage > Last)
      return;
    int32_t At = int32_t(Stage);
    // Of equal places the latest, so that what comes before may follow.
    int64_t There = Cost(At);
    if (There < Least || (There == Least && At > Best)) {
      Least = There;
      Best = At;
    }
  };
  for (const Pull &Of : Pulls)
    if (Of.Other != Pull::None)
      Try(Of.Other + Of.Shift);
  Try(First);
  Try(Last);
  bool Moves = Best != P.Start;
  if (Moves)
    place(N, Best);
  return Moves;
}

void Scheduler::place(uint32_t N, int32_t At) {
  for (uint32_t O : K.Nodes[N].Operands) {
    auto &Line = Lines[lineOf(O)];
    auto Read = Line.extract(Line.find({S.Nodes[N].Start - lineShift(O), N}));
    Read.value().first = At - lineShift(O);
    Line.insert(std::move(Read));
  }
  S.Nodes[N].Start = At;
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
  if (!K.Finish.empty())
    S.FinishCycles = 1 + launchCycles(K.Finish.front(), StreamDesign());
}

} // namespace

DatapathSchedule scheduleDatapath(const StreamKernel &K, ElementForm Form,
                                  uint32_t Vector) {
  return Scheduler(K, Form, Vector).run();
}

} // namespace roofline
