// A stream kernel run as it is defined: the reference for all its variants.
//
/// \file
/// Inputs read what memory held before the launch. An offset that leaves the
/// stream's window, or the buffer, brings 0: a kernel that is recognised does
/// not depend on it; so does one that leaves the space. Outputs are written
/// where a position is in their window and active.
#include "roofline/Model/StreamProbe.h"

#include "StreamOperation.h"

#include <algorithm>
#include <map>

namespace roofline {
namespace {

uint64_t mask(unsigned Bits) { return ~uint64_t(0) >> (64 - Bits); }

class Evaluation {
public:
  Evaluation(const StreamKernel &K, StreamMemory &Memory);
  /// Values that are read at offsets, at all positions.
  void prepare();
  void at(const Offset &Position);
  void storeReductions();

private:
  uint64_t scalar(uint64_t I) const {
    return I < Memory.Scalars.size() ? Memory.Scalars[I] : 0;
  }
  uint64_t source(const DatapathNode &N, const Offset &Position) const;
  uint64_t elsewhere(const DatapathNode &N, const Offset &Position) const;
  void computeNodes(const Offset &Position, unsigned Level);
  bool isEnabled(const std::optional<uint32_t> &Enable) const {
    return !Enable || Values[*Enable];
  }

  const StreamKernel &K;
  StreamMemory &Memory;
  std::vector<std::vector<uint64_t>> Inputs; ///< as they were before
  std::vector<uint64_t> Values;              ///< of the nodes, here
  std::vector<unsigned> Levels; ///< of the nodes: offsets that lie before
  unsigned NumLevels = 0;
  /// Of nodes that are read at offsets, in the order of the walk.
  std::map<uint32_t, std::vector<uint64_t>> Everywhere;
  std::vector<uint64_t> Sums; ///< of the reductions, so far
};

Evaluation::Evaluation(const StreamKernel &K, StreamMemory &Memory)
    : K(K), Memory(Memory), Values(K.Nodes.size()), Levels(offsetLevels(K)) {
  for (unsigned Level : Levels)
    NumLevels = std::max(NumLevels, Level);
  for (const InputStream &In : K.Inputs) {
    const StreamMemory::Buffer *B = Memory.find(In.Name);
    Inputs.push_back(B ? B->Elements : std::vector<uint64_t>());
  }
  for (const Reduction &R : K.Reductions) {
    const StreamMemory::Buffer *B = Memory.find(R.Name);
    bool IsThere = B && R.Element < B->Elements.size();
    Sums.push_back(R.Initial         ? *R.Initial
                   : R.InitialScalar ? scalar(*R.InitialScalar)
                   : IsThere         ? B->Elements[R.Element]
                                     : 0);
  }
}

uint64_t Evaluation::source(const DatapathNode &N,
                            const Offset &Position) const {
  switch (N.Op) {
  case DatapathOp::Constant:
    return N.Value;
  case DatapathOp::Argument:
    return scalar(N.Value);
  case DatapathOp::Position:
    return uint64_t(Position[N.Value]) & mask(N.Type.Bits);
  default: { // Input
    Offset There;
    for (unsigned D = 0; D < 3; ++D)
      There[D] = Position[D] + N.At[D];
    std::optional<uint64_t> Element = elementAt(K.Inputs[N.Value], There);
    const std::vector<uint64_t> &Elements = Inputs[N.Value];
    return Element && *Element < Elements.size() ? Elements[*Element] : 0;
  }
  }
}

uint64_t Evaluation::elsewhere(const DatapathNode &N,
                               const Offset &Position) const {
  Offset There;
  for (unsigned D = 0; D < 3; ++D) {
    There[D] = Position[D] + N.At[D];
    if (There[D] < 0 || There[D] >= K.Space.Size[D])
      return 0;
  }
  return Everywhere.at(N.Operands[0])[K.distance(There)];
}

template <typename AtFn> void forEachPosition(const Box &B, AtFn At) {
  for (int64_t Z = B.Origin[2]; Z < B.Origin[2] + B.Size[2]; ++Z)
    for (int64_t Y = B.Origin[1]; Y < B.Origin[1] + B.Size[1]; ++Y)
      for (int64_t X = B.Origin[0]; X < B.Origin[0] + B.Size[0]; ++X)
        At(Offset{X, Y, Z});
}

void Evaluation::prepare() {
  for (unsigned Level = 0; Level < NumLevels; ++Level) {
    std::vector<std::pair<uint32_t, std::vector<uint64_t> *>> Lines;
    for (const DatapathNode &N : K.Nodes)
      if (N.Op == DatapathOp::AtOffset && Levels[N.Operands[0]] == Level &&
          !Everywhere.count(N.Operands[0]))
        Lines.push_back({N.Operands[0], &Everywhere[N.Operands[0]]});
    forEachPosition(K.Space, [&](const Offset &Position) {
      computeNodes(Position, Level);
      for (auto [Of, Line] : Lines)
        Line->push_back(Values[Of]);
    });
  }
}

void Evaluation::computeNodes(const Offset &Position, unsigned Level) {
  for (size_t I = 0; I < K.Nodes.size(); ++I) {
    if (Levels[I] > Level)
      continue;
    const DatapathNode &N = K.Nodes[I];
    if (N.Operands.empty() || N.Op == DatapathOp::AtOffset) {
      Values[I] =
          N.Operands.empty() ? source(N, Position) : elsewhere(N, Position);
      continue;
    }
    uint64_t Operands[3] = {0, 0, 0};
    for (size_t J = 0; J < N.Operands.size(); ++J)
      Operands[J] = Values[N.Operands[J]];
    Values[I] =
        applyOperation(N.Op, N.Type, K.Nodes[N.Operands[0]].Type, Operands);
  }
}

void Evaluation::at(const Offset &Position) {
  computeNodes(Position, NumLevels);
  for (const OutputStream &Out : K.Outputs) {
    std::optional<uint64_t> Element = elementAt(Out, Position);
    StreamMemory::Buffer *B = Element ? Memory.find(Out.Name) : nullptr;
    if (B && *Element < B->Elements.size() && isEnabled(Out.Enable))
      B->Elements[*Element] = Values[Out.Value];
  }
  for (size_t I = 0; I < K.Reductions.size(); ++I) {
    const Reduction &R = K.Reductions[I];
    const uint64_t Operands[3] = {Sums[I], Values[R.Value], 0};
    if (isEnabled(R.Enable))
      Sums[I] = applyOperation(R.Op, R.Type, R.Type, Operands);
  }
}

void Evaluation::storeReductions() {
  for (size_t I = 0; I < K.Reductions.size(); ++I) {
    const Reduction &R = K.Reductions[I];
    StreamMemory::Buffer *B = Memory.find(R.Name);
    if (B && R.Element < B->Elements.size())
      B->Elements[R.Element] = Sums[I];
  }
}

} // namespace

void evaluate(const StreamKernel &K, StreamMemory &Memory) {
  Evaluation E(K, Memory);
  E.prepare();
  forEachPosition(K.Active, [&](const Offset &Position) { E.at(Position); });
  E.storeReductions();
}

} // namespace roofline
