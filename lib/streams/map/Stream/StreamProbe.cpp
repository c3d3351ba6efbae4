// Runs a stream kernel at single positions, without its whole memory.
#include "roofline/Stream/StreamProbe.h"

#include "roofline/Stream/StreamOperation.h"

#include <algorithm>
#include <cassert>

namespace roofline {

std::vector<unsigned> offsetLevels(const StreamKernel &K) {
  std::vector<unsigned> Levels(K.Nodes.size());
  for (size_t I = 0; I < K.Nodes.size(); ++I) {
    for (uint32_t O : K.Nodes[I].Operands)
      Levels[I] = std::max(Levels[I], Levels[O]);
    Levels[I] += K.Nodes[I].Op == DatapathOp::AtOffset;
  }
  return Levels;
}

StreamProbe::StreamProbe(const StreamKernel &K, std::vector<uint64_t> Scalars,
                         Reader Before)
    : K(K), Scalars(std::move(Scalars)), Before(std::move(Before)),
      Values(K.Nodes.size()), Levels(offsetLevels(K)) {
  assert(this->Scalars.size() >= K.Scalars.size() &&
         "each scalar of the kernel has a value");
  assert(this->Before && "a probe reads the elements that were there before");
  for (const Recurrence &R : K.Recurrences)
    Left.add(R, R.Initial ? *R.Initial : this->Scalars[*R.InitialScalar]);
}

uint64_t StreamProbe::source(const DatapathNode &N,
                             const Offset &Position) const {
  switch (N.Op) {
  case DatapathOp::Constant:
    return N.Value;
  case DatapathOp::Argument:
    return Scalars[N.Value];
  case DatapathOp::Position:
    return uint64_t(Position[N.Value]) & (~uint64_t(0) >> (64 - N.Type.Bits));
  case DatapathOp::Previous:
    return Left.read(N.Value);
  default: { // Input
    const InputStream &In = K.Inputs[N.Value];
    Offset There;
    for (unsigned D = 0; D < 3; ++D)
      There[D] = Position[D] + N.Delta[D];
    std::optional<uint64_t> Element = elementAt(In, There);
    return Element ? Before(In, *Element) : 0;
  }
  }
}

uint64_t StreamProbe::elsewhere(const DatapathNode &N, const Offset &Position) {
  Offset There;
  for (unsigned D = 0; D < 3; ++D) {
    There[D] = Position[D] + N.Delta[D];
    if (There[D] < 0 || There[D] >= K.Space.Size[D])
      return 0;
  }
  unsigned Level = Levels[N.Operands[0]];
  auto [It, IsNew] = Computed.try_emplace({Level, There});
  std::vector<uint64_t> &Into = It->second; // stays where it is
  if (IsNew)
    compute(There, Level, Into);
  return Into[N.Operands[0]];
}

void StreamProbe::compute(const Offset &Position, unsigned Level,
                          std::vector<uint64_t> &Into) {
  Into.resize(K.Nodes.size());
  for (size_t I = 0; I < K.Nodes.size(); ++I) {
    const DatapathNode &N = K.Nodes[I];
    if (Levels[I] > Level)
      continue;
    if (N.Op == DatapathOp::AtOffset) {
      Into[I] = elsewhere(N, Position);
    } else if (N.Operands.empty()) {
      Into[I] = source(N, Position);
    } else {
      uint64_t Operands[3] = {0, 0, 0};
      for (size_t J = 0; J < N.Operands.size(); ++J)
        Operands[J] = Into[N.Operands[J]];
      Into[I] =
          applyOperation(N.Op, N.Type, K.Nodes[N.Operands[0]].Type, Operands);
    }
  }
}

void StreamProbe::moveTo(const Offset &Position) {
  constexpr size_t MaxComputed = 1 << 14; // positions that are kept
  if (Computed.size() > MaxComputed)
    Computed.clear();
  Here = Position;
  compute(Position, ~0u, Values);
}

void StreamProbe::leave() {
  for (uint32_t I = 0; I < K.Recurrences.size(); ++I)
    Left.leave(I, Values[K.Recurrences[I].Value]);
}

std::optional<uint64_t> StreamProbe::written(uint32_t Output) const {
  assert(Output < K.Outputs.size() && "an output is one of the kernel");
  const OutputStream &Out = K.Outputs[Output];
  for (unsigned D = 0; D < 3; ++D)
    if (Here[D] < K.Active.Origin[D] ||
        Here[D] >= K.Active.Origin[D] + K.Active.Size[D])
      return std::nullopt;
  if (!elementAt(Out, Here) || (Out.Enable && !Values[*Out.Enable]))
    return std::nullopt;
  return Values[Out.Value];
}

uint64_t StreamProbe::added(const Reduction &R, uint64_t Sum) const {
  if (R.Enable && !Values[*R.Enable])
    return Sum;
  return applyOperation(
      R.Op, R.Type, R.Type,
      operandsOf(R, Sum, [&](uint32_t N) { return Values[N]; }).data());
}

} // namespace roofline
