// Tiles that do the steps of a pass side by side in their own memories.
#include "roofline/Steps/TileNetwork.h"

#include "roofline/Stream/EvaluateStreamKernel.h"

#include <algorithm>
#include <cassert>

namespace roofline {
namespace {

/// A tile along one dimension.
struct TileSpan {
  int64_t Writes = 0, WritesEnd = 0, Reads = 0, ReadsEnd = 0; ///< [position]
};

/// The tiles of \p Lengths, each of which reads \p Before and \p After more, in
/// multiples of \p Step.
std::vector<TileSpan> spansOf(const std::vector<uint32_t> &Lengths,
                              int64_t Before, int64_t After, int64_t Step) {
  const auto Up = [&](int64_t N) { return (N + Step - 1) / Step * Step; };
  int64_t Whole = 0, At = 0;
  for (uint32_t Length : Lengths)
    Whole += Length;
  std::vector<TileSpan> All;
  for (uint32_t Length : Lengths) {
    All.push_back({At, At + Length, std::max<int64_t>(0, At - Up(Before)),
                   std::min(Whole, At + Length + Up(After))});
    At += Length;
  }
  return All;
}

/// Why \p S cannot be cut into boxes, each with all of its streams.
std::optional<ChainError> whyNotWhole(const StepState &S) {
  const StreamKernel &K = S.Step;
  const auto Fail = [&](const std::string &Why) {
    return ChainError{K.Loc, "kernel '" + K.Name + "' in tiles: " + Why};
  };
  const auto Look = [&](const Stream &S) -> std::optional<ChainError> {
    if (S.Window != K.Space)
      return Fail("'" + S.Name + "' is not there for whole rows");
    if (S.Fields > 1)
      return Fail("'" + S.Name + "' shares its buffer with other fields");
    return std::nullopt;
  };
  for (const InputStream &In : K.Inputs)
    if (std::optional<ChainError> E = Look(In))
      return E;
  for (const OutputStream &O : K.Outputs) {
    if (!S.isField(O))
      return Fail("'" + O.Name + "' is written and no step reads it");
    if (std::optional<ChainError> E = Look(O))
      return E;
  }
  return std::nullopt;
}

/// The shape of size \p Size, a new one where there is none.
uint32_t shapeOf(const StepState &S, const Offset &Size, TileNetwork &N) {
  for (uint32_t I = 0; I < N.Shapes.size(); ++I)
    if (N.Shapes[I].Space.Size == Size)
      return I;
  shrinkTo(Size, N.Shapes.emplace_back(S.Step));
  return uint32_t(N.Shapes.size() - 1);
}

/// Adds a pipe for own positions of a tile that another one reads.
void addPipes(const StreamKernel &K, TileNetwork &N) {
  for (uint32_t To = 0; To < N.Tiles.size(); ++To)
    for (uint32_t From = 0; From < N.Tiles.size(); ++From) {
      const Box Sent = intersection(N.Tiles[From].Writes, N.Tiles[To].Reads);
      if (From == To || Sent.volume() == 0)
        continue;
      for (uint32_t I = 0; I < K.Inputs.size(); ++I)
        if (TileNetwork::updated(K, I))
          N.Pipes.push_back({From, To, I, Sent});
    }
}

} // namespace

std::optional<uint32_t> TileNetwork::updated(const StreamKernel &K,
                                             uint32_t I) {
  assert(I < K.Inputs.size() && "an input is one of the shape");
  for (uint32_t O = 0; O < K.Outputs.size(); ++O)
    if (K.Outputs[O].Name == K.Inputs[I].Name)
      return O;
  return std::nullopt;
}

std::optional<ChainError> tilesOf(const StepState &S, const StreamDesign &D,
                                  TileNetwork &Out) {
  assert(D.isTiled() && D.Steps >= 1 &&
         "a design with tiles has at least one step");
  Out = {};
  if (std::optional<ChainError> E = whyNotWhole(S))
    return E;
  const StepReach Reach = reachOf(S.Step);
  Out.Steps = D.Steps;
  std::array<std::vector<TileSpan>, 3> Spans;
  for (unsigned I = 0; I < 3; ++I) {
    const int64_t Steps = D.HasPipes ? 1 : D.Steps;
    Spans[I] = spansOf(D.Tiles[I], Steps * Reach.Before[I],
                       Steps * Reach.After[I], I == 0 ? D.Vector : 1);
    Out.Block.Size[I] = Spans[I].back().WritesEnd;
  }
  for (const TileSpan &Z : Spans[2])
    for (const TileSpan &Y : Spans[1])
      for (const TileSpan &X : Spans[0]) {
        NetworkTile &T = Out.Tiles.emplace_back();
        const TileSpan *At[] = {&X, &Y, &Z};
        for (int I = 0; I < 3; ++I) {
          T.Writes.Origin[I] = At[I]->Writes;
          T.Writes.Size[I] = At[I]->WritesEnd - At[I]->Writes;
          T.Reads.Origin[I] = At[I]->Reads;
          T.Reads.Size[I] = At[I]->ReadsEnd - At[I]->Reads;
        }
        T.Shape = shapeOf(S, T.Reads.Size, Out);
      }
  if (D.HasPipes)
    addPipes(S.Step, Out);
  return std::nullopt;
}

std::optional<ChainError> tilesOf(const StreamKernel &K, const Iteration &I,
                                  const StreamDesign &D, TileNetwork &Out) {
  StepState State;
  if (std::optional<ChainError> E = stateOf(K, I, State))
    return E;
  widenConstants(State);
  return tilesOf(State, D, Out);
}

namespace {

/// Calls \p Use(position) for each position of \p B in the order of the walk.
template <typename UseFn> void forEachPosition(const Box &B, UseFn Use) {
  for (int64_t Z = 0; Z < B.Size[2]; ++Z)
    for (int64_t Y = 0; Y < B.Size[1]; ++Y)
      for (int64_t X = 0; X < B.Size[0]; ++X)
        Use(Offset{B.Origin[0] + X, B.Origin[1] + Y, B.Origin[2] + Z});
}

/// [element] of \p Delta in row-major order of \p B.
size_t indexIn(const Box &B, const Offset &Delta) {
  return size_t(Delta[0] - B.Origin[0] +
                B.Size[0] * (Delta[1] - B.Origin[1] +
                             B.Size[1] * (Delta[2] - B.Origin[2])));
}

/// The scalars of a tile's step.
std::vector<uint64_t> scalarsOf(const StreamKernel &K, const NetworkTile &T,
                                const std::vector<ScalarArgument> &Names,
                                const std::vector<uint64_t> &Scalars,
                                const Offset &Origin) {
  std::vector<uint64_t> Own;
  for (const ScalarArgument &S : K.Scalars) {
    const auto It = std::find_if(
        Names.begin(), Names.end(),
        [&](const ScalarArgument &Known) { return Known.Name == S.Name; });
    Own.push_back(It == Names.end() ? 0 : Scalars[It - Names.begin()]);
    for (unsigned D = 0; D < 3; ++D)
      if (S.Name == blockScalar(BlockOrigin, D))
        Own.back() = uint64_t(Origin[D] + T.Reads.Origin[D]);
  }
  return Own;
}

} // namespace

void evaluate(const TileNetwork &N, const std::vector<ScalarArgument> &Names,
              const std::vector<uint64_t> &Scalars, const Offset &Origin,
              uint32_t Steps, BlockFields &Fields) {
  assert(Scalars.size() == Names.size() && "each scalar has a value");
  assert(Steps <= N.Steps && "a block holds what the steps of a pass read");
  assert(!N.Shapes.empty() && Fields.size() == N.Shapes.front().Inputs.size() &&
         "each input of a tile has its elements");
  std::vector<StreamMemory> Memories;
  for (const NetworkTile &T : N.Tiles) {
    const StreamKernel &K = N.Shapes[T.Shape];
    StreamMemory &M = Memories.emplace_back();
    M.Scalars = scalarsOf(K, T, Names, Scalars, Origin);
    for (uint32_t I = 0; I < K.Inputs.size(); ++I) {
      std::vector<uint64_t> &Elements =
          M.Buffers.emplace_back(K.Inputs[I].Name).Elements;
      forEachPosition(T.Reads, [&](const Offset &Delta) {
        Elements.push_back(Fields[I][indexIn(N.Block, Delta)]);
      });
    }
  }
  for (uint32_t Step = 0; Step < Steps; ++Step) {
    for (size_t I = 0; I < N.Tiles.size(); ++I)
      evaluate(N.Shapes[N.Tiles[I].Shape], Memories[I]);
    for (const TilePipe &P : N.Pipes)
      forEachPosition(P.Positions, [&](const Offset &Delta) {
        Memories[P.Target]
            .Buffers[P.Field]
            .Elements[indexIn(N.Tiles[P.Target].Reads, Delta)] =
            Memories[P.Source]
                .Buffers[P.Field]
                .Elements[indexIn(N.Tiles[P.Source].Reads, Delta)];
      });
  }
  for (size_t T = 0; T < N.Tiles.size(); ++T)
    for (size_t I = 0; I < Fields.size(); ++I)
      forEachPosition(N.Tiles[T].Writes, [&](const Offset &Delta) {
        Fields[I][indexIn(N.Block, Delta)] =
            Memories[T].Buffers[I].Elements[indexIn(N.Tiles[T].Reads, Delta)];
      });
}

} // namespace roofline
