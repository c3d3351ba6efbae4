// Running a stream kernel, runs of positions at once.
//
/// \file
/// Inputs read what memory held before the launch. An offset that leaves the
/// stream's window, or the buffer, brings 0: a kernel that is recognised does
/// not depend on it; so does one that leaves the space. Outputs are written
/// where a position is in their window and active.
/// Positions that follow on in dimension 0, a run, are computed together, node
/// by node: the cost of telling nodes apart is paid once a run.
#include "roofline/Stream/EvaluateStreamKernel.h"

#include "roofline/Stream/DeadNodes.h"
#include "roofline/Stream/Recurrences.h"
#include "roofline/Stream/StreamOperation.h"
#include "roofline/Stream/StreamProbe.h"

#include <algorithm>
#include <cassert>
#include <map>

namespace roofline {
namespace {

uint64_t mask(unsigned Bits) { return ~uint64_t(0) >> (64 - Bits); }

/// Positions from First on in dimension 0.
struct Run {
  Offset First;
  int64_t Length = 0; ///< [position]
};

class Evaluation {
public:
  Evaluation(const StreamKernel &K, StreamMemory &Memory);
  /// Values that are read at offsets, at all positions.
  void prepare();
  void run();
  void storeReductions();

private:
  uint64_t scalar(uint64_t I) const {
    return I < Memory.Scalars.size() ? Memory.Scalars[I] : 0;
  }
  uint64_t *column(uint32_t N) { return &Values[N * Longest]; }
  template <typename RunFn> void forEachRun(const Box &B, RunFn Use) const;
  Run within(const Run &R, const Offset &Delta, const Box &B) const;
  void fillInvariants();
  void findInputs();
  void read(const DatapathNode &N, const Run &R, uint64_t *Into) const;
  void readElsewhere(const DatapathNode &N, const Run &R, uint64_t *Into) const;
  std::vector<uint32_t> nodesFor(const std::vector<uint32_t> &Results) const;
  void computeNodes(const Run &R, const std::vector<uint32_t> &Nodes);
  struct Target;
  std::vector<Target> targets(const Run &R);
  void write(const Run &R);
  uint64_t &partial(size_t Reduction, const Run &R, int64_t I);
  void fold();
  bool isEnabled(const std::optional<uint32_t> &Enable, int64_t I) {
    return !Enable || column(*Enable)[I];
  }

  const StreamKernel &K;
  StreamMemory &Memory;
  int64_t Longest = 1; ///< [position] run
  /// As they were before: the memory's, and copies of what is written.
  std::vector<const std::vector<uint64_t> *> Inputs;
  std::map<std::string, std::vector<uint64_t>> Before;
  std::vector<uint64_t> Values; ///< of the nodes, each Longest of a run
  std::vector<unsigned> Levels; ///< of the nodes: offsets that lie before
  unsigned NumLevels = 0;
  /// Values of nodes that are read at offsets, in the order of the walk.
  std::map<uint32_t, std::vector<uint64_t>> Everywhere;
  std::vector<bool> IsKnown;  ///< of the nodes: all of Everywhere is there
  std::vector<uint64_t> Sums; ///< of the reductions, so far
  std::vector<std::vector<uint64_t>> Partials; ///< likewise, interleaved ones
  RecurrenceLines Left;
};

Evaluation::Evaluation(const StreamKernel &K, StreamMemory &Memory)
    : K(K), Memory(Memory), Levels(offsetLevels(K)), IsKnown(K.Nodes.size()) {
  // Values of a run stay in the cache, where there are not too many nodes.
  constexpr int64_t MaxValues = 1 << 15, LeastRun = 16, MaxRun = 512;
  int64_t Nodes = std::max<int64_t>(1, int64_t(K.Nodes.size()));
  Longest = K.Recurrences.empty()
                ? std::clamp(MaxValues / Nodes, LeastRun, MaxRun)
                : 1;
  Values.resize(K.Nodes.size() * Longest);
  fillInvariants();
  for (unsigned Level : Levels)
    NumLevels = std::max(NumLevels, Level);
  findInputs();
  for (const Recurrence &R : K.Recurrences)
    Left.add(R, R.Initial ? *R.Initial : scalar(*R.InitialScalar));
  for (const Reduction &R : K.Reductions) {
    const StreamMemory::Buffer *B = Memory.find(R.Name);
    bool IsThere = B && R.Element < B->Elements.size();
    Sums.push_back(R.Initial         ? *R.Initial
                   : R.InitialScalar ? scalar(*R.InitialScalar)
                   : IsThere         ? B->Elements[R.Element]
                                     : 0);
    Partials.emplace_back(R.Interleave, uint64_t(1) << (R.Type.Bits - 1));
    Partials.back()[0] = Sums.back();
  }
}

void Evaluation::findInputs() {
  for (const OutputStream &Out : K.Outputs)
    Before.try_emplace(Out.Name);
  for (const InputStream &In : K.Inputs) {
    auto Copy = Before.find(In.Name);
    const StreamMemory::Buffer *B = Memory.find(In.Name);
    if (B && Copy != Before.end() && Copy->second.empty())
      Copy->second = B->Elements;
    Inputs.push_back(Copy != Before.end() ? &Copy->second
                     : B                  ? &B->Elements
                                          : nullptr);
  }
}

void Evaluation::fillInvariants() {
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    const DatapathNode &N = K.Nodes[I];
    if (N.Op == DatapathOp::Constant || N.Op == DatapathOp::Argument)
      std::fill_n(column(I), Longest,
                  N.Op == DatapathOp::Constant ? N.Value : scalar(N.Value));
  }
}

template <typename RunFn>
void Evaluation::forEachRun(const Box &B, RunFn Use) const {
  int64_t End = B.Origin[0] + B.Size[0];
  for (int64_t Z = B.Origin[2]; Z < B.Origin[2] + B.Size[2]; ++Z)
    for (int64_t Y = B.Origin[1]; Y < B.Origin[1] + B.Size[1]; ++Y)
      for (int64_t X = B.Origin[0]; X < End; X += Longest)
        Use(Run{{X, Y, Z}, std::min(Longest, End - X)});
}

/// The positions of \p R from which those \p Delta away are in \p B.
Run Evaluation::within(const Run &R, const Offset &Delta, const Box &B) const {
  Run In = R;
  for (unsigned D = 0; D < 3; ++D) {
    int64_t First = B.Origin[D] - Delta[D], End = First + B.Size[D];
    int64_t Last = R.First[D] + (D == 0 ? R.Length : 1);
    In.First[D] = std::max(R.First[D], First);
    int64_t Length = std::min(Last, End) - In.First[D];
    if (Length <= 0)
      return {R.First, 0};
    if (D == 0)
      In.Length = Length;
  }
  return In;
}

/// A position, what an earlier one left, or an input's elements.
void Evaluation::read(const DatapathNode &N, const Run &R,
                      uint64_t *Into) const {
  if (N.Op == DatapathOp::Position) {
    for (int64_t I = 0; I < R.Length; ++I)
      Into[I] = uint64_t(R.First[N.Value] + (N.Value == 0 ? I : 0)) &
                mask(N.Type.Bits);
    return;
  }
  if (N.Op == DatapathOp::Previous) {
    *Into = Left.read(N.Value);
    return;
  }
  const InputStream &In = K.Inputs[N.Value];
  std::fill_n(Into, R.Length, 0);
  Run There = within(R, N.Delta, In.Window);
  if (There.Length == 0 || !Inputs[N.Value])
    return;
  const std::vector<uint64_t> &Elements = *Inputs[N.Value];
  Into += There.First[0] - R.First[0];
  for (unsigned D = 0; D < 3; ++D)
    There.First[D] += N.Delta[D];
  uint64_t Element = *elementAt(In, There.First);
  uint64_t Step = In.Pitch ? uint64_t((*In.Pitch)[0]) : In.Fields;
  for (int64_t I = 0; I < There.Length; ++I, Element += Step)
    if (Element < Elements.size())
      Into[I] = Elements[Element];
}

void Evaluation::readElsewhere(const DatapathNode &N, const Run &R,
                               uint64_t *Into) const {
  std::fill_n(Into, R.Length, 0);
  Run There = within(R, N.Delta, K.Space);
  const std::vector<uint64_t> &Line = Everywhere.at(N.Operands[0]);
  if (There.Length > 0)
    std::copy_n(&Line[K.distance(There.First) + K.distance(N.Delta)],
                There.Length, Into + There.First[0] - R.First[0]);
}

void Evaluation::prepare() {
  for (unsigned Level = 0; Level < NumLevels; ++Level) {
    std::vector<std::pair<uint32_t, std::vector<uint64_t> *>> Lines;
    std::vector<uint32_t> Read;
    for (const DatapathNode &N : K.Nodes)
      if (N.Op == DatapathOp::AtOffset && Levels[N.Operands[0]] == Level &&
          !Everywhere.count(N.Operands[0]))
        Lines.push_back({N.Operands[0], &Everywhere[N.Operands[0]]});
    for (const auto &Line : Lines)
      Read.push_back(Line.first);
    const std::vector<uint32_t> Nodes = nodesFor(Read);
    forEachRun(K.Space, [&](const Run &R) {
      computeNodes(R, Nodes);
      for (auto [Of, Line] : Lines)
        Line->insert(Line->end(), column(Of), column(Of) + R.Length);
    });
    for (const auto &Line : Lines)
      IsKnown[Line.first] = true;
  }
}

/// The nodes that are computed for \p Results at a position, in their order:
/// what is read at offsets, or is known, is there already, as are constants.
std::vector<uint32_t>
Evaluation::nodesFor(const std::vector<uint32_t> &Results) const {
  std::vector<bool> Is(K.Nodes.size());
  for (uint32_t N : Results)
    Is[N] = true;
  std::vector<uint32_t> Nodes;
  for (uint32_t I = uint32_t(K.Nodes.size()); I-- > 0;) {
    const DatapathNode &N = K.Nodes[I];
    if (!Is[I] || N.Op == DatapathOp::Constant || N.Op == DatapathOp::Argument)
      continue;
    Nodes.push_back(I);
    if (N.Op != DatapathOp::AtOffset && !IsKnown[I])
      for (uint32_t Operand : N.Operands)
        Is[Operand] = true;
  }
  std::reverse(Nodes.begin(), Nodes.end());
  return Nodes;
}

void Evaluation::computeNodes(const Run &R,
                              const std::vector<uint32_t> &Nodes) {
  for (uint32_t I : Nodes) {
    const DatapathNode &N = K.Nodes[I];
    if (IsKnown[I]) {
      std::copy_n(&Everywhere.at(I)[K.distance(R.First)], R.Length, column(I));
    } else if (N.Op == DatapathOp::AtOffset) {
      readElsewhere(N, R, column(I));
    } else if (N.Operands.empty()) {
      read(N, R, column(I));
    } else {
      std::array<const uint64_t *, 3> Of;
      Of.fill(column(N.Operands[0]));
      for (size_t J = 1; J < N.Operands.size(); ++J)
        Of[J] = column(N.Operands[J]);
      applyOperations(N.Op, N.Type, K.Nodes[N.Operands[0]].Type, Of,
                      size_t(R.Length), column(I));
    }
  }
}

/// The elements of a run in an output, from position First of the run on.
struct Evaluation::Target {
  std::vector<uint64_t> *Elements = nullptr;
  int64_t First = 0, Last = 0;
  uint64_t Element = 0, Step = 0;
};

std::vector<Evaluation::Target> Evaluation::targets(const Run &R) {
  std::vector<Target> All;
  for (const OutputStream &Out : K.Outputs) {
    Target &T = All.emplace_back();
    StreamMemory::Buffer *B = Memory.find(Out.Name);
    Run There = within(R, {0, 0, 0}, Out.Window);
    if (!B || There.Length == 0)
      continue;
    T.Elements = &B->Elements;
    T.First = There.First[0] - R.First[0];
    T.Last = T.First + There.Length;
    T.Element = *elementAt(Out, There.First);
    T.Step = Out.Pitch ? uint64_t((*Out.Pitch)[0]) : Out.Fields;
  }
  return All;
}

/// Position by position: outputs may share a buffer, reductions have an order.
void Evaluation::write(const Run &R) {
  std::vector<Target> Targets = targets(R);
  for (int64_t I = 0; I < R.Length; ++I) {
    for (size_t O = 0; O < K.Outputs.size(); ++O) {
      const Target &T = Targets[O];
      if (I < T.First || I >= T.Last || !isEnabled(K.Outputs[O].Enable, I))
        continue;
      uint64_t Element = T.Element + uint64_t(I - T.First) * T.Step;
      if (Element < T.Elements->size())
        (*T.Elements)[Element] = column(K.Outputs[O].Value)[I];
    }
    for (size_t J = 0; J < K.Reductions.size(); ++J) {
      const Reduction &Of = K.Reductions[J];
      if (!isEnabled(Of.Enable, I))
        continue;
      uint64_t &Sum = Of.Interleave > 1 ? partial(J, R, I) : Sums[J];
      Sum = applyOperation(
          Of.Op, Of.Type, Of.Type,
          operandsOf(Of, Sum, [&](uint32_t N) { return column(N)[I]; }).data());
    }
  }
}

void Evaluation::run() {
  std::vector<uint32_t> Results;
  forEachResult(K, [&](uint32_t N) { Results.push_back(N); });
  const std::vector<uint32_t> Nodes = nodesFor(Results);
  forEachRun(K.Active, [&](const Run &R) {
    computeNodes(R, Nodes);
    write(R);
    for (uint32_t I = 0; I < K.Recurrences.size(); ++I)
      Left.leave(I, *column(K.Recurrences[I].Value));
  });
}

/// The partial sum of position \p I of \p R.
uint64_t &Evaluation::partial(size_t Reduction, const Run &R, int64_t I) {
  std::vector<uint64_t> &Of = Partials[Reduction];
  const int64_t Number = K.distance(R.First) + I - K.distance(K.Active.Origin);
  return Of[size_t(Number) % Of.size()];
}

void Evaluation::fold() {
  Offset Last = K.Active.Origin;
  for (unsigned D = 0; D < 3; ++D)
    Last[D] += K.Active.Size[D] - 1;
  const int64_t Count = K.distance(Last) - K.distance(K.Active.Origin) + 1;
  for (size_t J = 0; J < K.Reductions.size(); ++J)
    if (const Reduction &R = K.Reductions[J]; R.Interleave > 1)
      Sums[J] = foldPartials(Partials[J], Count, [&](uint64_t A, uint64_t B) {
        const uint64_t Both[] = {A, B};
        return applyOperation(DatapathOp::FAdd, R.Type, R.Type, Both);
      });
}

void Evaluation::storeReductions() {
  fold();
  if (!K.Finish.empty()) {
    StreamMemory Results;
    std::swap(Results.Buffers, Memory.Buffers);
    for (uint32_t I = 0; I < K.Scalars.size(); ++I)
      Results.Scalars.push_back(scalar(I));
    Results.Scalars.insert(Results.Scalars.end(), Sums.begin(), Sums.end());
    evaluate(K.Finish.front(), Results);
    std::swap(Results.Buffers, Memory.Buffers);
    return;
  }
  for (size_t I = 0; I < K.Reductions.size(); ++I) {
    const Reduction &R = K.Reductions[I];
    StreamMemory::Buffer *B = Memory.find(R.Name);
    if (B && R.Element < B->Elements.size())
      B->Elements[R.Element] = Sums[I];
  }
}

} // namespace

StreamMemory::Buffer *StreamMemory::find(std::string_view Name) noexcept {
  for (Buffer &B : Buffers)
    if (B.Name == Name)
      return &B;
  return nullptr;
}

void evaluate(const StreamKernel &K, StreamMemory &Memory) {
  assert(Memory.Scalars.size() >= K.Scalars.size() &&
         "each scalar of the kernel has a value");
  Evaluation E(K, Memory);
  E.prepare();
  E.run();
  E.storeReductions();
}

} // namespace roofline
