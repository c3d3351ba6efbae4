// Passes over blocks of a field with too long rows or planes.
#include "roofline/Steps/StreamBlocks.h"

#include "roofline/Stream/BoxTest.h"
#include "roofline/Stream/DeadNodes.h"
#include "roofline/Stream/StreamHalo.h"

#include <algorithm>
#include <cassert>

namespace roofline {
namespace {

/// Adds scalar \p Name to \p K, and the node of its value.
uint32_t addArgument(StreamKernel &K, const std::string &Name) {
  uint64_t Index = 0;
  while (Index < K.Scalars.size() && K.Scalars[Index].Name != Name)
    ++Index;
  if (Index == K.Scalars.size())
    K.Scalars.push_back({Name, CoordinateType, {}});
  K.Nodes.push_back({DatapathOp::Argument, CoordinateType, {}, Index, {}, {}});
  return uint32_t(K.Nodes.size() - 1);
}

/// Gives the positions of dimension \p D those of the field: each node moves
/// behind the new ones of its block.
void addOrigin(StreamKernel &K, unsigned D) {
  StreamKernel Moved = K;
  Moved.Nodes.clear();
  const uint32_t Origin = addArgument(Moved, blockScalar(BlockOrigin, D));
  std::vector<uint32_t> To(K.Nodes.size());
  for (size_t I = 0; I < K.Nodes.size(); ++I) {
    DatapathNode N = K.Nodes[I];
    for (uint32_t &Operand : N.Operands)
      Operand = To[Operand];
    Moved.Nodes.push_back(N);
    To[I] = uint32_t(Moved.Nodes.size() - 1);
    if (N.Op != DatapathOp::Position || N.Value != D)
      continue;
    uint32_t Of = Origin;
    if (N.Type != CoordinateType) {
      Moved.Nodes.push_back({N.Type.Bits > CoordinateType.Bits
                                 ? DatapathOp::ZeroExtend
                                 : DatapathOp::Truncate,
                             N.Type,
                             {Origin},
                             0,
                             {},
                             N.Loc});
      Of = uint32_t(Moved.Nodes.size() - 1);
    }
    Moved.Nodes.push_back({DatapathOp::Add, N.Type, {To[I], Of}, 0, {}, N.Loc});
    To[I] = uint32_t(Moved.Nodes.size() - 1);
  }
  forEachResult(Moved, [&](uint32_t &N) { N = To[N]; });
  K = std::move(Moved);
}

/// Other blocks, or lanes, read what a field was that is updated in place: the
/// pass leaves it in a second buffer.
void nameSecondBuffers(StencilPass &Pass) {
  for (OutputStream &O : Pass.Kernel.Outputs)
    for (const InputStream &In : Pass.Kernel.Inputs)
      if (In.Name == O.Name) {
        O.Name += SecondBuffer;
        for (auto &[Field, Buffer] : Pass.Results)
          if (Buffer == In.Name)
            Buffer = O.Name;
        break;
      }
}

class Blocker {
public:
  Blocker(const StepState &S, uint32_t T, const BlockSize &Size,
          uint32_t Vector, StencilPass &Out)
      : S(S), T(T), Size(Size), Vector(Vector), Out(Out) {}
  std::optional<ChainError> run(bool MayStop);

private:
  bool isBlocked(unsigned D) const {
    return Size[D] > 0 && Size[D] < S.Step.Space.Size[D];
  }
  std::optional<ChainError> check() const;
  void place(Stream &Streamed) const;
  void addValid(StreamKernel &K) const;

  const StepState &S;
  uint32_t T;
  const BlockSize &Size;
  uint32_t Vector;
  StencilPass &Out;
};

std::optional<ChainError> Blocker::check() const {
  const StreamKernel &K = S.Step;
  const std::string Subject = "kernel '" + K.Name + "' in blocks: ";
  auto Look = [&](const Stream &S) -> std::optional<ChainError> {
    for (unsigned D = 0; D < 3; ++D)
      if (isBlocked(D) &&
          (S.Window.Origin[D] != 0 || S.Window.Size[D] != K.Space.Size[D]))
        return ChainError{K.Loc, Subject + "'" + S.Name +
                                     "' is not there for whole rows"};
    return std::nullopt;
  };
  for (const InputStream &In : K.Inputs)
    if (std::optional<ChainError> E = Look(In))
      return E;
  for (const OutputStream &O : K.Outputs)
    if (std::optional<ChainError> E = Look(O))
      return E;
  return std::nullopt;
}

/// Puts the elements of \p Streamed where the field has them.
void Blocker::place(Stream &Streamed) const {
  const Box &Field = S.Step.Space;
  const auto Find = [&](const auto &List) -> const Stream * {
    for (const Stream &Known : List)
      if (Known.Name == Streamed.Name || S.nextOf(Known.Name) == Streamed.Name)
        return &Known;
    return nullptr;
  };
  const Stream *Known = Find(S.Step.Inputs);
  if (!Known)
    Known = Find(S.Step.Outputs);
  const Offset Rows = {1, Known->Window.Size[0],
                       Known->Window.Size[0] * Known->Window.Size[1]};
  int64_t First = int64_t(Known->FirstElement);
  for (unsigned D = 0; D < 3; ++D)
    First += (Streamed.Window.Origin[D] - Known->Window.Origin[D]) * Rows[D];
  Streamed.FirstElement = uint64_t(First);
  if (Field.Size != Streamed.Window.Size)
    Streamed.Pitch = Rows;
}

/// Writes the positions that are right alone.
void Blocker::addValid(StreamKernel &K) const {
  auto Add = [&](DatapathNode N) {
    K.Nodes.push_back(std::move(N));
    return uint32_t(K.Nodes.size() - 1);
  };
  std::optional<uint32_t> Is;
  for (unsigned D = 0; D < 3; ++D) {
    if (!isBlocked(D))
      continue;
    const uint32_t At =
        Add({DatapathOp::Position, CoordinateType, {}, D, {}, {}});
    const uint32_t First = addArgument(K, blockScalar(BlockFirst, D));
    const uint32_t End = addArgument(K, blockScalar(BlockEnd, D));
    Is = addBoth(Is,
                 Add({DatapathOp::ULessEqual, BitType, {First, At}, 0, {}, {}}),
                 Add);
    Is = addBoth(Is, Add({DatapathOp::ULess, BitType, {At, End}, 0, {}, {}}),
                 Add);
  }
  for (OutputStream &O : K.Outputs)
    O.Enable = addBoth(O.Enable, Is, Add);
}

std::optional<ChainError> Blocker::run(bool MayStop) {
  if (std::optional<ChainError> E = check())
    return E;
  StepState Block = S;
  Offset Box;
  for (unsigned D = 0; D < 3; ++D)
    Box[D] = isBlocked(D) ? Size[D] : S.Step.Space.Size[D];
  shrinkTo(Box, Block.Step);
  FusedSteps Pass;
  if (std::optional<ChainError> E = fuseSteps(Block, T, MayStop, Pass))
    return E;
  Out.Kernel = std::move(Pass.Kernel);
  Out.Results = std::move(Pass.Results);
  const StreamKernel &K = Out.Kernel;
  addValid(Out.Kernel);
  for (InputStream &In : Out.Kernel.Inputs)
    place(In);
  for (OutputStream &O : Out.Kernel.Outputs)
    place(O);
  nameSecondBuffers(Out);
  const StepReach Reach = reachOf(S.Step);
  for (unsigned D = 0; D < 3; ++D) {
    Out.Places[D] = {{0, 0, S.Step.Space.Size[D]}};
    if (!isBlocked(D))
      continue;
    Out.Places[D] = blocksOf(S.Step.Space.Size[D], Size[D], T * Reach.Before[D],
                             T * Reach.After[D], D == 0 ? Vector : 1);
    if (Out.Places[D].empty())
      return ChainError{
          K.Loc, "kernel '" + K.Name + "' in blocks: " + std::to_string(T) +
                     " steps reach " + std::to_string(T * Reach.Before[D]) +
                     " before and " + std::to_string(T * Reach.After[D]) +
                     " after a position of dimension " + std::to_string(D) +
                     "; a block of " + std::to_string(Size[D]) +
                     " has none that is right"};
  }
  if (std::optional<std::string> Why = verifyStreamKernel(Out.Kernel))
    return ChainError{K.Loc, "blocks of '" + K.Name + "': " + *Why};
  return std::nullopt;
}

} // namespace

void shrinkTo(const Offset &Size, StreamKernel &K) {
  assert(
      std::all_of(Size.begin(), Size.end(), [](int64_t N) { return N >= 1; }) &&
      "a box has positions");
  const Offset Whole = K.Space.Size;
  for (unsigned D = 0; D < 3; ++D)
    if (Size[D] < Whole[D])
      addOrigin(K, D);
  auto Shrink = [&](Box &B) {
    for (unsigned D = 0; D < 3; ++D)
      if (Size[D] < Whole[D]) {
        B.Origin[D] = 0;
        B.Size[D] = Size[D];
      }
  };
  Shrink(K.Space);
  Shrink(K.Active);
  auto Move = [&](Stream &S) {
    Shrink(S.Window);
    S.FirstElement = uint64_t(K.distance(S.Window.Origin));
  };
  std::for_each(K.Inputs.begin(), K.Inputs.end(), Move);
  std::for_each(K.Outputs.begin(), K.Outputs.end(), Move);
  for (InputStream &In : K.Inputs)
    std::sort(
        In.Taps.begin(), In.Taps.end(), [&](const Offset &L, const Offset &R) {
          return std::pair(K.distance(L), L) < std::pair(K.distance(R), R);
        });
}

void widenConstants(StepState &S) {
  const Box &Space = S.Step.Space;
  const unsigned D = S.Step.NumDimensions - 1;
  for (InputStream &In : S.Step.Inputs) {
    Box Rows = In.Window;
    Rows.Origin[D] = 0;
    Rows.Size[D] = Space.Size[D];
    const int64_t Before =
        In.Window.Origin[D] * (Space.volume() / Space.Size[D]);
    const bool IsField =
        std::any_of(S.Step.Outputs.begin(), S.Step.Outputs.end(),
                    [&](const OutputStream &O) { return O.Name == In.Name; });
    if (IsField || In.Pitch || In.Fields > 1 || Rows != Space ||
        Before > int64_t(In.FirstElement))
      continue;
    In.FirstElement -= uint64_t(Before);
    In.Window = Space;
  }
}

StepReach reachOf(const StreamKernel &K) {
  StepReach All;
  for (const std::optional<Around> &Of : inputsAround(K))
    for (int D = 0; D < 3 && Of; ++D) {
      All.Before[D] = std::max(All.Before[D], -Of->Least[D]);
      All.After[D] = std::max(All.After[D], Of->Most[D]);
    }
  return All;
}

namespace {

/// Calls \p Use(BlockPlace) for each block; false where there are none.
template <typename UseFn>
bool forEachBlock(int64_t Length, int64_t Size, int64_t Before, int64_t After,
                  int64_t Step, UseFn Use) noexcept {
  const int64_t Last = std::max<int64_t>(0, Length - Size);
  for (int64_t Done = 0; Done < Length;) {
    // As far on as the next position's reach, and the field, permit.
    int64_t Origin = std::max<int64_t>(0, Done - Before);
    Origin = std::min(Origin / Step * Step, Last);
    const int64_t End = Origin == Last ? Length : Origin + Size - After;
    if (End <= Done)
      return false;
    Use(BlockPlace{Origin, Done - Origin, End - Origin});
    Done = End;
  }
  return true;
}

} // namespace

std::vector<BlockPlace> blocksOf(int64_t Length, int64_t Size, int64_t Before,
                                 int64_t After, int64_t Step) {
  assert(Size >= 1 && Step >= 1 &&
         "blocks and the steps between them have positions");
  assert(Before >= 0 && After >= 0 && "a reach is a distance");
  std::vector<BlockPlace> All;
  if (!forEachBlock(Length, Size, Before, After, Step,
                    [&](const BlockPlace &P) { All.push_back(P); }))
    All.clear();
  return All;
}

int64_t countBlocks(int64_t Length, int64_t Size, int64_t Before, int64_t After,
                    int64_t Step) noexcept {
  assert(Size >= 1 && Step >= 1 &&
         "blocks and the steps between them have positions");
  assert(Before >= 0 && After >= 0 && "a reach is a distance");
  int64_t Number = 0;
  return forEachBlock(Length, Size, Before, After, Step,
                      [&](const BlockPlace &) { ++Number; })
             ? Number
             : 0;
}

std::string blockScalar(std::string_view Kind, unsigned Dimension) {
  assert(Dimension < 3 && "a space has at most three dimensions");
  return "block." + std::string(Kind) + std::to_string(Dimension);
}

static std::array<BlockPlace, 3> placeOf(const BlockPlaces &P, size_t Number) {
  std::array<BlockPlace, 3> Places;
  for (unsigned D = 0; D < 3; ++D) {
    Places[D] = P[D][Number % P[D].size()];
    Number /= P[D].size();
  }
  return Places;
}

uint64_t blockOffset(const Stream &S, const BlockPlaces &P, size_t Number) {
  assert(Number < numBlocks(P) && "a block is one of the pass");
  const std::array<BlockPlace, 3> Places = placeOf(P, Number);
  const Offset Rows = S.Pitch.value_or(
      Offset{1, S.Window.Size[0], S.Window.Size[0] * S.Window.Size[1]});
  return uint64_t(Places[0].Origin * Rows[0] + Places[1].Origin * Rows[1] +
                  Places[2].Origin * Rows[2]);
}

void setBlockScalars(const StreamKernel &K, const BlockPlaces &P, size_t Number,
                     std::vector<uint64_t> &Scalars) {
  assert(Number < numBlocks(P) && "a block is one of the pass");
  assert(Scalars.size() >= K.Scalars.size() &&
         "each scalar of the kernel has a value");
  const std::array<BlockPlace, 3> Places = placeOf(P, Number);
  for (unsigned D = 0; D < 3; ++D)
    for (auto [Of, Value] : {std::pair(BlockOrigin, Places[D].Origin),
                             {BlockFirst, Places[D].First},
                             {BlockEnd, Places[D].End}})
      for (size_t I = 0; I < K.Scalars.size(); ++I)
        if (K.Scalars[I].Name == blockScalar(Of, D))
          Scalars[I] = uint64_t(Value);
}

std::optional<ChainError> blockSteps(const StepState &S, uint32_t T,
                                     bool MayStop, const BlockSize &Size,
                                     uint32_t Vector, StencilPass &Out) {
  assert(T >= 1 && Vector >= 1 &&
         "a pass has at least one step, and a beat one position");
  Out = {};
  return Blocker(S, T, Size, Vector, Out).run(MayStop);
}

std::optional<ChainError> passOf(const StreamKernel &K, const Iteration &I,
                                 const StreamDesign &D, bool MayStop,
                                 StencilPass &Out) {
  assert(D.Steps >= 1 && "a pass has at least one step");
  StepState State;
  if (std::optional<ChainError> E = stateOf(K, I, State))
    return E;
  const unsigned Slowest = K.NumDimensions - 1;
  if (D.isTiled() ||
      (D.Block[Slowest] > 0 && D.Block[Slowest] < K.Space.Size[Slowest]))
    widenConstants(State);
  if (D.isBlocked())
    return blockSteps(State, D.Steps, MayStop, D.Block, D.Vector, Out);
  FusedSteps Pass;
  if (std::optional<ChainError> E = fuseSteps(State, D.Steps, MayStop, Pass))
    return E;
  Out = {std::move(Pass.Kernel), std::move(Pass.Results), {}};
  if (D.Lanes > 1)
    nameSecondBuffers(Out);
  return std::nullopt;
}

} // namespace roofline
