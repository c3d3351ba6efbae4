// Checks types, then the independence of positions.
#include "roofline/Steps/LowerVariant.h"

#include "roofline/Base/SourceLocation.h"
#include "roofline/Steps/StreamBlocks.h"
#include "roofline/Steps/TileNetwork.h"
#include "roofline/Stream/InPlace.h"
#include "roofline/Stream/Recurrences.h"
#include "roofline/Stream/StreamHalo.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <utility>

namespace roofline {
namespace {

using Broken = std::optional<VariantError>;

std::string text(int64_t Number) { return std::to_string(Number); }

/// Positions of one row or plane: what padding adds whole ones of.
int64_t sliceOf(const StreamKernel &K) {
  return K.Space.volume() / K.Space.Size[K.NumDimensions - 1];
}

bool isOfSteps(const ShapeRule &R) {
  return R.K == ShapeRule::Kind::Fuse || R.K == ShapeRule::Kind::BlockTo ||
         R.K == ShapeRule::Kind::TileTo;
}

/// The rule of kind \p K, which is there once at most.
Broken findRule(const Variant &V, ShapeRule::Kind K, const ShapeRule *&Rule) {
  for (const ShapeRule &R : V.Rules)
    if (R.K == K && std::exchange(Rule, &R))
      return VariantError{R.Column, K == ShapeRule::Kind::Fuse
                                        ? "steps are fused once"
                                    : K == ShapeRule::Kind::BlockTo
                                        ? "there are blocks already"
                                        : "there are tiles already"};
  return std::nullopt;
}

/// The rules for steps; null where there is none.
struct TimeRules {
  const ShapeRule *Fuse = nullptr, *Block = nullptr, *Tile = nullptr;
};

/// The maps of the steps, the outermost first: passes, their blocks, the tiles
/// of one, and the steps.
std::vector<MapLevel::Kind> timeMaps(const TimeRules &Rules) {
  using Kind = MapLevel::Kind;
  std::vector<Kind> Maps(Rules.Block ? 2 : 1, Kind::Seq);
  if (Rules.Tile)
    Maps.push_back(Kind::Par);
  Maps.push_back(Rules.Tile ? Kind::Seq : Kind::Chain);
  return Maps;
}

/// Says what timeMaps() are.
std::string textOf(const TimeRules &Rules) {
  std::string Maps = "map-seq(", Words = "passes";
  if (Rules.Block) {
    Maps += "map-seq(";
    Words += ", their blocks";
  }
  if (Rules.Tile)
    return Maps + "map-par(map-seq(..)))" + (Rules.Block ? ")" : "") + ": " +
           Words + ", tiles side by side, and the steps one after another";
  return Maps + "map-chain(..))" + (Rules.Block ? ")" : "") + ": " + Words +
         (Rules.Block ? ", and the steps of one side by side"
                      : " one after another, the steps of one side by side");
}

Broken setBlock(const ShapeRule &Rule, const Box &Space, StreamDesign &D) {
  constexpr int64_t Most = std::numeric_limits<int32_t>::max();
  std::vector<int64_t> Sizes = Rule.More;
  Sizes.insert(Sizes.begin(), Rule.Size);
  for (size_t I = 0; I < Sizes.size(); ++I) {
    if (Sizes[I] > Most)
      return VariantError{Rule.Column, "more than 2^31 positions"};
    if (Sizes[I] > Space.Size[I])
      return VariantError{Rule.Column,
                          "blockTo: dimension " + text(int64_t(I)) + " has " +
                              text(Space.Size[I]) + " positions, fewer than " +
                              text(Sizes[I])};
    D.Block[I] = uint32_t(Sizes[I]);
  }
  return std::nullopt;
}

/// \p Number parts of \p Length in multiples of \p Step, as equal as can be.
std::vector<uint32_t> equalParts(int64_t Length, int64_t Number, int64_t Step) {
  std::vector<uint32_t> Parts;
  for (int64_t I = 0; I < Number; ++I)
    Parts.push_back(uint32_t(
        (Length / Step * (I + 1) / Number - Length / Step * I / Number) *
        Step));
  return Parts;
}

/// Tiles of a block of \p Space, the lengths of which are multiples of the
/// vector.
Broken setTiles(const ShapeRule &Rule, const Box &Space, StreamDesign &D) {
  const auto Fail = [&](unsigned I, const std::string &Why) {
    return VariantError{Rule.Column, "tileTo: dimension " + text(I) + " has " +
                                         text(Space.Size[I]) + " positions" +
                                         Why};
  };
  for (unsigned I = 0; I < 3; ++I) {
    const std::vector<int64_t> Asked =
        I < Rule.Tiles.size() ? Rule.Tiles[I] : std::vector<int64_t>{1};
    const int64_t Step = I == 0 ? D.Vector : 1;
    if (Space.Size[I] % Step != 0)
      return Fail(I, ", no multiple of " + text(Step) + ", the vector");
    if (Asked.size() == 1) {
      if (Asked[0] > Space.Size[I] / Step)
        return Fail(I, ", too few for " + text(Asked[0]) + " tiles");
      D.Tiles[I] = equalParts(Space.Size[I], Asked[0], Step);
      continue;
    }
    int64_t Sum = 0;
    for (int64_t Length : Asked) {
      if (Length > Space.Size[I] - Sum)
        return Fail(I, "; the tiles have more");
      if (Length % Step != 0)
        return Fail(I, "; a tile of " + text(Length) + " is no multiple of " +
                           text(Step) + ", the vector");
      Sum += Length;
      D.Tiles[I].push_back(uint32_t(Length));
    }
    if (Sum != Space.Size[I])
      return Fail(I, ", the tiles " + text(Sum));
  }
  return std::nullopt;
}

/// Passes of T steps each, over blocks of \p Space where \p V has them; their
/// number is found when the design is known.
Broken lowerSteps(const Variant &V, const Box &Space,
                  const std::optional<Iteration> &I, TimeRules &Rules,
                  LoweredVariant &L) {
  if (Broken B = findRule(V, ShapeRule::Kind::Fuse, Rules.Fuse))
    return B;
  if (Broken B = findRule(V, ShapeRule::Kind::BlockTo, Rules.Block))
    return B;
  if (Broken B = findRule(V, ShapeRule::Kind::TileTo, Rules.Tile))
    return B;
  if (!Rules.Fuse) {
    for (const MapLevel &M : V.Maps)
      if (M.K == MapLevel::Kind::Chain)
        return VariantError{M.Column, "map-chain is of fused steps: fuse n is "
                                      "missing"};
    for (const ShapeRule *R : {Rules.Block, Rules.Tile})
      if (R)
        return VariantError{
            R->Column, std::string(R == Rules.Block ? "blockTo" : "tileTo") +
                           " is of fused steps: fuse n is missing"};
    L.Passes = I ? I->Steps : 1;
    return std::nullopt;
  }
  const ShapeRule &Fuse = *Rules.Fuse;
  const std::string Text = "fuse " + text(Fuse.Size) + ": ";
  if (!I)
    return VariantError{Fuse.Column,
                        Text + "there is one step: the kernel has no loop of "
                               "several, and is launched once; --iterate says "
                               "how often a host launches it"};
  if (Fuse.Size > std::min<int64_t>(I->Steps, MaxStages))
    return VariantError{Fuse.Column,
                        Text + "there are " + text(I->Steps) + " steps" +
                            (I->Steps > MaxStages ? ", of which 65536 at most "
                                                    "are fused"
                                                  : "")};
  L.Design.Steps = uint32_t(Fuse.Size);
  L.Passes = passesOf(I->Steps, L.Design.Steps);
  const std::vector<MapLevel::Kind> Maps = timeMaps(Rules);
  for (size_t Level = 0; Level < Maps.size(); ++Level)
    if (Level + 1 >= V.Maps.size() || V.Maps[Level].K != Maps[Level])
      return VariantError{V.Maps[std::min(Level, V.Maps.size() - 1)].Column,
                          Text + "fused steps are " + textOf(Rules)};
  if (!Rules.Block && !Rules.Tile)
    return std::nullopt;
  for (const ShapeRule &R : V.Rules)
    if (R.K == ShapeRule::Kind::PadTo)
      return VariantError{R.Column, "blocks are not padded"};
  return Rules.Block ? setBlock(*Rules.Block, Space, L.Design) : std::nullopt;
}

/// Positions of \p K, or of a block of it.
Box spaceOf(const StreamKernel &K, const StreamDesign &D) {
  Box Space = K.Space;
  for (unsigned I = 0; I < 3; ++I)
    if (D.Block[I] > 0)
      Space.Size[I] = std::min<int64_t>(Space.Size[I], D.Block[I]);
  return Space;
}

int64_t numTiles(const StreamDesign &D) {
  int64_t Number = 1;
  for (const std::vector<uint32_t> &Of : D.Tiles)
    Number *= int64_t(Of.size());
  return Number;
}

/// The sizes that the maps of the steps say are those of \p L.
Broken checkTimeSizes(const Variant &V, const TimeRules &Rules,
                      const LoweredVariant &L) {
  std::vector<int64_t> Sizes = {L.Passes};
  if (Rules.Block)
    Sizes.push_back(L.Blocks);
  if (Rules.Tile)
    Sizes.push_back(numTiles(L.Design));
  Sizes.push_back(L.Design.Steps);
  for (size_t Level = 0; Rules.Fuse && Level < Sizes.size(); ++Level)
    if (V.Maps[Level].Size.value_or(Sizes[Level]) != Sizes[Level])
      return VariantError{V.Maps[Level].Column,
                          "a map of " + text(*V.Maps[Level].Size) +
                              " elements at a level of " + text(Sizes[Level]) +
                              ": Iter " + text(L.Passes) + " (Iter " +
                              text(L.Design.Steps) + ")"};
  return std::nullopt;
}

/// The part of \p V that is about positions.
Variant ofPositions(Variant V) {
  const size_t NumOfSteps = std::erase_if(V.Rules, isOfSteps);
  if (NumOfSteps > 0)
    V.Maps.erase(V.Maps.begin(), V.Maps.begin() + 1 + NumOfSteps);
  return V;
}

Broken applyRule(const ShapeRule &R, VectType &Shape) {
  int64_t &Outer = Shape.Sizes.front();
  if (R.K == ShapeRule::Kind::PadTo) {
    if (Shape.Sizes.size() > 1)
      return VariantError{R.Column, "padTo comes before the other rules, on "
                                    "their right"};
    if (R.Size < Outer)
      return VariantError{R.Column, "padTo " + text(R.Size) +
                                        ": there are already " + text(Outer) +
                                        " positions"};
    Outer = R.Size;
    return std::nullopt;
  }
  bool IsReshape = R.K == ShapeRule::Kind::ReshapeTo;
  if (Outer % R.Size != 0)
    return VariantError{R.Column,
                        std::string(IsReshape ? "reshapeTo " : "vectorise ") +
                            text(R.Size) + ": it does not divide the " +
                            text(Outer) + " elements of " + print(Shape)};
  int64_t Other = Outer / R.Size;
  Outer = IsReshape ? R.Size : Other;
  Shape.Sizes.insert(Shape.Sizes.begin() + 1, IsReshape ? Other : R.Size);
  return std::nullopt;
}

Broken checkMaps(const Variant &V, const VectType &Shape) {
  if (V.Maps.size() != Shape.Sizes.size())
    return VariantError{
        V.Maps.back().Column,
        text(V.Maps.size()) + (V.Maps.size() == 1 ? " map" : " maps") +
            " of a shape with " + text(Shape.Sizes.size()) +
            (Shape.Sizes.size() == 1 ? " level: " : " levels: ") +
            print(Shape)};
  for (size_t I = 0; I < V.Maps.size(); ++I)
    if (V.Maps[I].Size && *V.Maps[I].Size != Shape.Sizes[I])
      return VariantError{V.Maps[I].Column,
                          "a map of " + text(*V.Maps[I].Size) +
                              " elements at a level of " +
                              text(Shape.Sizes[I]) + ": " + print(Shape)};
  return std::nullopt;
}

/// Multiplies \p Product, which stays below 2^31.
bool grow(uint32_t &Product, int64_t Factor) {
  if (Factor > std::numeric_limits<int32_t>::max() / int64_t(Product))
    return false;
  Product *= uint32_t(Factor);
  return true;
}

bool isPar(const MapLevel &Level) { return Level.K == MapLevel::Kind::Par; }

/// Lanes, then the streamed levels, the last of which has the element's form,
/// then the vector. A sequence of streams that follow on is one stream.
Broken normalForm(const Variant &V, const VectType &Shape, StreamDesign &D) {
  auto Leaf = std::find_if_not(V.Maps.rbegin(), V.Maps.rend(), isPar);
  if (Leaf == V.Maps.rend())
    return VariantError{V.Maps.front().Column,
                        "nothing is streamed: a map-pipe, map-comb or map-seq "
                        "is needed"};
  size_t LeafLevel = V.Maps.rend() - Leaf - 1;
  bool IsStreamed = false;
  for (size_t I = 0; I < V.Maps.size(); ++I) {
    const MapLevel &Level = V.Maps[I];
    if (isPar(Level)) {
      if (IsStreamed && I < LeafLevel)
        return VariantError{Level.Column,
                            "map-par around and within streams: the positions "
                            "of a lane would not follow one another"};
      if (!grow(I < LeafLevel ? D.Lanes : D.Vector, Shape.Sizes[I]))
        return VariantError{Level.Column, "more than 2^31 side by side"};
      continue;
    }
    IsStreamed = true;
    if (Level.K == MapLevel::Kind::Chain)
      return VariantError{Level.Column, "map-chain is of steps, not of "
                                        "positions"};
    if (Level.K != Leaf->K && Level.K != MapLevel::Kind::Seq)
      return VariantError{Level.Column, "around another form there can only be "
                                        "map-seq, or map-par"};
  }
  D.Form = Leaf->K == MapLevel::Kind::Pipe   ? ElementForm::Pipe
           : Leaf->K == MapLevel::Kind::Comb ? ElementForm::Comb
                                             : ElementForm::Seq;
  D.Memory = V.Memory;
  if (V.StageBits && D.Form != ElementForm::Pipe)
    return VariantError{Leaf->Column, "'" + V.Function + "/" +
                                          text(V.StageBits) +
                                          "' has stages, and is of map-pipe"};
  return std::nullopt;
}

} // namespace

std::optional<VariantError> shapeOf(const Variant &V, int64_t Positions,
                                    VectType &Shape) {
  assert(Positions >= 1 && "a kernel has a position");
  Shape.Sizes = {Positions};
  for (size_t I = V.Rules.size(); I-- > 0;)
    if (Broken B = applyRule(V.Rules[I], Shape))
      return B;
  return std::nullopt;
}

/// True unless \p In and \p Out are of different buffers, or of parts of one
/// that follow one another.
static bool shareElements(const InputStream &In, const OutputStream &Out) {
  return In.Name == Out.Name && (In.Pitch || Out.Pitch ||
                                 (In.FirstElement < endOfElements(Out) &&
                                  Out.FirstElement < endOfElements(In)));
}

std::optional<std::string> whyNotParallel(const StreamKernel &K,
                                          const StreamDesign &D) {
  if (!K.Recurrences.empty())
    if (std::optional<std::string> Why =
            whyNotRecurrences(padded(K, paddedPositions(K, D.Lanes * D.Vector)),
                              D.Lanes, D.Vector))
      return Why;
  if (D.Lanes > 1 || D.Vector > 1)
    for (const Reduction &R : K.Reductions)
      if (!facts(R.Op).associates())
        return placePrefix(R.Loc) + std::string(name(R.Op)) + " into '" +
               R.Name +
               "' is not associative: its elements are taken in their order, "
               "by one lane";
  if (D.Lanes > 1)
    for (const InputStream &In : K.Inputs)
      for (const OutputStream &Out : K.Outputs)
        if (shareElements(In, Out) &&
            (halo(K, In) != Halo() || In != static_cast<const Stream &>(Out)) &&
            mayReadWritten(K, PositionOrder::None))
          return "'" + In.Name +
                 "' is written while neighbouring lanes read it: a dependence "
                 "across lanes";
  return std::nullopt;
}

/// "; padTo 516, on the right, fills it up", where \p E is that a rule of \p V
/// does not divide the positions of \p K, and more of them help.
static std::string howToPad(const Variant &V, const VariantError &E,
                            const StreamKernel &K) {
  int64_t Parts = 1;
  for (size_t I = V.Rules.size(); I-- > 0;) {
    const ShapeRule &R = V.Rules[I];
    const bool Failed = R.Column == E.Column;
    if (R.K == ShapeRule::Kind::PadTo && !Failed)
      continue;
    const bool Helps =
        R.K == ShapeRule::Kind::Vectorise
            ? K.NumDimensions == 1 || K.Space.Size[0] % R.Size == 0
            : R.K == ShapeRule::Kind::ReshapeTo && Failed;
    if (!Helps || R.Size > std::numeric_limits<int32_t>::max() / Parts)
      return "";
    Parts *= R.Size;
    if (Parts > K.Space.volume())
      return "";
    if (Failed)
      return "; padTo " + text(paddedPositions(K, uint32_t(Parts))) +
             ", on the right, fills it up";
  }
  return "";
}

std::optional<VariantError> lowerVariant(const Variant &Whole,
                                         const StreamKernel &Step,
                                         const std::optional<Iteration> &I,
                                         LoweredVariant &Out) {
  LoweredVariant L;
  TimeRules Rules;
  if (Broken B = lowerSteps(Whole, Step.Space, I, Rules, L))
    return B;
  const Variant V = ofPositions(Whole);
  for (const MapLevel &M : V.Maps)
    if (M.HasPipes)
      return VariantError{M.Column, "pipes are between tiles: tileTo is "
                                    "missing"};
  if (V.Function != "f" && V.Function != Step.Name)
    return VariantError{0, "there is no function '" + V.Function +
                               "': f, or the kernel's name, '" + Step.Name +
                               "'"};
  if (Broken B = shapeOf(V, spaceOf(Step, L.Design).volume(), L.Shape)) {
    if (!Rules.Block)
      B->Message += howToPad(V, *B, Step);
    return B;
  }
  if (Broken B = checkMaps(V, L.Shape))
    return B;
  if (Broken B = normalForm(V, L.Shape, L.Design))
    return B;
  L.Positions = std::accumulate(
      L.Shape.Sizes.begin(), L.Shape.Sizes.end(), int64_t(1),
      [](int64_t Product, int64_t Size) { return Product * Size; });
  if (!Rules.Block && L.Positions % sliceOf(Step) != 0)
    return VariantError{V.Rules.back().Column,
                        "padTo " + text(L.Positions) +
                            ": padding adds whole rows or planes of " +
                            text(sliceOf(Step)) + " positions"};
  if (Rules.Tile) {
    if (Broken B = setTiles(*Rules.Tile, spaceOf(Step, L.Design), L.Design))
      return B;
    L.Design.HasPipes = Whole.Maps[Rules.Block ? 2 : 1].HasPipes;
  }
  StencilPass Pass;
  const bool IsPass =
      Rules.Block || Rules.Tile || (Rules.Fuse && L.Design.Lanes > 1);
  if (IsPass) {
    TileNetwork Tiles;
    std::optional<ChainError> E = passOf(Step, *I, L.Design, false, Pass);
    if (!E && Rules.Tile)
      E = tilesOf(Step, *I, L.Design, Tiles);
    const ShapeRule *Rule = Rules.Tile    ? Rules.Tile
                            : Rules.Block ? Rules.Block
                                          : Rules.Fuse;
    if (E)
      return VariantError{Rule->Column, E->Message};
    if (Rules.Block)
      L.Blocks = int64_t(numBlocks(Pass.Places));
  }
  if (Broken B = checkTimeSizes(Whole, Rules, L))
    return B;
  if (std::optional<std::string> Why =
          whyNotParallel(IsPass ? Pass.Kernel : Step, L.Design)) {
    auto Rule = std::find_if(V.Rules.begin(), V.Rules.end(), [&](auto &R) {
      return R.K == (L.Design.Lanes > 1 ? ShapeRule::Kind::ReshapeTo
                                        : ShapeRule::Kind::Vectorise);
    });
    return VariantError{Rule == V.Rules.end() ? 0 : Rule->Column, *Why};
  }
  Out = std::move(L);
  return std::nullopt;
}

StreamKernel padded(StreamKernel K, int64_t Positions) {
  assert(Positions % sliceOf(K) == 0 && Positions >= K.Space.volume() &&
         "a space grows by whole slices");
  K.Space.Size[K.NumDimensions - 1] = Positions / sliceOf(K);
  return K;
}

int64_t paddedPositions(const StreamKernel &K, uint32_t Lanes) noexcept {
  assert(Lanes >= 1 && "a design has at least one lane");
  int64_t Unit = std::lcm(sliceOf(K), int64_t(Lanes));
  return (K.Space.volume() + Unit - 1) / Unit * Unit;
}

Variant variantOf(const StreamKernel &K, const StreamDesign &D,
                  int64_t Positions, int64_t Passes, int64_t Blocks) {
  assert(D.Lanes >= 1 && D.Vector >= 1 && D.Steps >= 1 &&
         "a design has at least one lane, one position a beat and one step");
  using Kind = MapLevel::Kind;
  constexpr Kind Forms[] = {Kind::Pipe, Kind::Comb, Kind::Seq};
  Variant V;
  V.Memory = D.Memory;
  if (D.Form == ElementForm::Pipe)
    V.StageBits = K.StageBits;
  const bool IsFused = D.Steps > 1 || D.isBlocked() || D.isTiled();
  if (IsFused) {
    auto Known = [](int64_t Size) {
      return Size ? std::optional(Size) : std::nullopt;
    };
    V.Maps.push_back({Kind::Seq, Known(Passes)});
    if (D.isBlocked())
      V.Maps.push_back({Kind::Seq, Known(Blocks)});
    if (D.isTiled()) {
      V.Maps.push_back({Kind::Par, numTiles(D)});
      V.Maps.back().HasPipes = D.HasPipes;
    }
    V.Maps.push_back({D.isTiled() ? Kind::Seq : Kind::Chain, D.Steps});
  }
  if (D.Lanes > 1) {
    V.Maps.push_back({Kind::Par, D.Lanes});
    V.Rules.push_back({ShapeRule::Kind::ReshapeTo, D.Lanes});
  }
  V.Maps.push_back({Forms[unsigned(D.Form)], std::nullopt});
  if (D.Vector > 1) {
    V.Maps.push_back({Kind::Par, D.Vector});
    V.Rules.push_back({ShapeRule::Kind::Vectorise, D.Vector});
  }
  if (D.isTiled()) {
    ShapeRule Rule = {ShapeRule::Kind::TileTo};
    for (unsigned I = 0; I < K.NumDimensions; ++I)
      Rule.Tiles.emplace_back(D.Tiles[I].begin(), D.Tiles[I].end());
    V.Rules.push_back(std::move(Rule));
  }
  if (D.isBlocked()) {
    ShapeRule Rule = {ShapeRule::Kind::BlockTo,
                      D.Block[0] ? D.Block[0] : K.Space.Size[0]};
    for (unsigned I = 1; I < K.NumDimensions && (D.Block[I] || D.Block[2]); ++I)
      Rule.More.push_back(D.Block[I] ? D.Block[I] : K.Space.Size[I]);
    V.Rules.push_back(Rule);
  } else if (Positions != K.Space.volume())
    V.Rules.push_back({ShapeRule::Kind::PadTo, Positions});
  if (IsFused)
    V.Rules.push_back({ShapeRule::Kind::Fuse, D.Steps});
  return V;
}

} // namespace roofline
