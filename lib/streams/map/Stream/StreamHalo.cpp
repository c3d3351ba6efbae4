// Follows taps and offsets back from the results.
#include "roofline/Stream/StreamHalo.h"

#include <algorithm>

namespace roofline {

Halo tapHalo(const StreamKernel &K, const InputStream &In) noexcept {
  Halo H;
  auto Widen = [&](const InputStream &Input) { // taps ascend
    if (Input.Taps.empty())
      return;
    H.Ahead = std::max(H.Ahead, K.distance(Input.Taps.back()));
    H.Behind = std::max(H.Behind, -K.distance(Input.Taps.front()));
  };
  Widen(In);
  if (In.Fields > 1)
    for (const InputStream &Beside : K.Inputs)
      if (sharePort(In, Beside))
        Widen(Beside);
  return H;
}

namespace {

/// Finds the part of each node that results at a position need: from Behind
/// before it to Ahead after it. Nothing where no result needs the node.
std::vector<std::optional<Halo>> reaches(const StreamKernel &K) {
  std::vector<std::optional<Halo>> Of(K.Nodes.size());
  auto Need = [&](uint32_t N, const Halo &H) {
    if (!Of[N])
      Of[N] = H;
    Of[N]->Ahead = std::max(Of[N]->Ahead, H.Ahead);
    Of[N]->Behind = std::max(Of[N]->Behind, H.Behind);
  };
  auto NeedResult = [&](const auto &Results) {
    for (const auto &R : Results)
      forEachNode(R, [&](uint32_t N) { Need(N, {}); });
  };
  NeedResult(K.Outputs);
  NeedResult(K.Reductions);
  NeedResult(K.Recurrences);
  for (uint32_t I = K.Nodes.size(); I-- > 0;) {
    const DatapathNode &N = K.Nodes[I];
    if (!Of[I])
      continue;
    if (N.Op == DatapathOp::Input || N.Op == DatapathOp::AtOffset) {
      Of[I]->Ahead += K.distance(N.Delta);
      Of[I]->Behind -= K.distance(N.Delta);
    }
    for (uint32_t Operand : N.Operands)
      Need(Operand, *Of[I]);
  }
  return Of;
}

} // namespace

namespace {

Around moved(Around A, const Offset &Delta) noexcept {
  for (int D = 0; D < 3; ++D)
    A.Least[D] += Delta[D], A.Most[D] += Delta[D];
  return A;
}

void widen(std::optional<Around> &Input, const Around &Margin) {
  if (!Input)
    Input = Margin;
  for (int D = 0; D < 3; ++D) {
    Input->Least[D] = std::min(Input->Least[D], Margin.Least[D]);
    Input->Most[D] = std::max(Input->Most[D], Margin.Most[D]);
  }
}

} // namespace

std::vector<std::optional<Around>> inputsAround(const StreamKernel &K) {
  std::vector<std::optional<Around>> Of(K.Nodes.size()),
      Inputs(K.Inputs.size());
  for (const OutputStream &Out : K.Outputs) {
    widen(Of[Out.Value], {});
    if (Out.Enable)
      widen(Of[*Out.Enable], {});
  }
  for (size_t I = K.Nodes.size(); I-- > 0;) {
    const DatapathNode &N = K.Nodes[I];
    if (!Of[I])
      continue;
    const bool Moves =
        N.Op == DatapathOp::Input || N.Op == DatapathOp::AtOffset;
    const Around Here = Moves ? moved(*Of[I], N.Delta) : *Of[I];
    if (N.Op == DatapathOp::Input)
      widen(Inputs[N.Value], Here);
    for (uint32_t Operand : N.Operands)
      widen(Of[Operand], Here);
  }
  return Inputs;
}

int64_t valuesBehind(const StreamKernel &K) {
  std::vector<std::optional<Halo>> Of = reaches(K);
  int64_t Behind = 0;
  for (size_t I = 0; I < K.Nodes.size(); ++I)
    if (K.Nodes[I].Op == DatapathOp::AtOffset && Of[I])
      Behind = std::max(Behind, Of[I]->Behind);
  return Behind;
}

Halo halo(const StreamKernel &K, const InputStream &In) {
  Halo H = tapHalo(K, In);
  if (!hasOffsets(K))
    return H;
  std::vector<std::optional<Halo>> Of = reaches(K);
  for (size_t I = 0; I < K.Nodes.size(); ++I)
    if (K.Nodes[I].Op == DatapathOp::Input && Of[I] &&
        &K.Inputs[K.Nodes[I].Value] == &In) {
      H.Ahead = std::max(H.Ahead, Of[I]->Ahead);
      H.Behind = std::max(H.Behind, Of[I]->Behind);
    }
  return H;
}

Halo halo(const StreamKernel &K) {
  Halo H;
  for (const InputStream &In : K.Inputs) {
    Halo Own = halo(K, In);
    H.Ahead = std::max(H.Ahead, Own.Ahead);
    H.Behind = std::max(H.Behind, Own.Behind);
  }
  return H;
}

} // namespace roofline
