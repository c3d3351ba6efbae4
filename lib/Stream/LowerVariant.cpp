// Types first, then what keeps positions apart.

#include "roofline/Stream/LowerVariant.h"

#include "roofline/Base/SourceLocation.h"
#include "roofline/Stream/StreamHalo.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace roofline {
namespace {

using Broken = std::optional<VariantError>;

std::string text(int64_t Number) { return std::to_string(Number); }

/// Positions of one row or plane: what padding adds whole ones of.
int64_t sliceOf(const StreamKernel &K) {
  return K.Space.volume() / K.Space.Size[K.NumDimensions - 1];
}

/// The steps: Passes of T each. A rule for them stands anywhere among those
/// for positions, which it does not touch.
Broken fuse(const Variant &V, const std::optional<Iteration> &I,
            LoweredVariant &L) {
  constexpr int64_t MaxStages = 1 << 16;
  const ShapeRule *Rule = nullptr;
  for (const ShapeRule &R : V.Rules) {
    if (R.K != ShapeRule::Kind::Fuse)
      continue;
    if (Rule)
      return VariantError{R.Column, "steps are fused once"};
    Rule = &R;
  }
  auto IsChain = [](const MapLevel &M) { return M.K == MapLevel::Kind::Chain; };
  if (!Rule) {
    auto Chain = std::find_if(V.Maps.begin(), V.Maps.end(), IsChain);
    if (Chain != V.Maps.end())
      return VariantError{Chain->Column, "map-chain is of fused steps: fuse n "
                                         "is missing"};
    L.Passes = I ? I->Steps : 1;
    return std::nullopt;
  }
  const std::string Text = "fuse " + text(Rule->Size) + ": ";
  if (!I)
    return VariantError{Rule->Column,
                        Text + "the kernel is launched once; --iterate gives "
                               "its steps"};
  if (Rule->Size > std::min(I->Steps, MaxStages))
    return VariantError{Rule->Column,
                        Text + "there are " + text(I->Steps) + " steps" +
                            (I->Steps > MaxStages ? ", of which 65536 at most "
                                                    "are fused"
                                                  : "")};
  L.Design.Steps = uint32_t(Rule->Size);
  L.Passes = passesOf(I->Steps, L.Design.Steps);
  if (V.Maps.size() < 3 || V.Maps[0].K != MapLevel::Kind::Seq ||
      !IsChain(V.Maps[1]))
    return VariantError{V.Maps.front().Column,
                        Text + "fused steps are map-seq(map-chain(..)): passes "
                               "one after another, the steps of one side by "
                               "side"};
  const int64_t Sizes[] = {L.Passes, Rule->Size};
  for (size_t Level = 0; Level < 2; ++Level)
    if (V.Maps[Level].Size.value_or(Sizes[Level]) != Sizes[Level])
      return VariantError{V.Maps[Level].Column,
                          "a map of " + text(*V.Maps[Level].Size) +
                              " elements at a level of " + text(Sizes[Level]) +
                              ": Iter " + text(L.Passes) + " (Iter " +
                              text(Rule->Size) + ")"};
  return std::nullopt;
}

/// What \p V says of positions alone.
Variant ofPositions(Variant V) {
  const size_t Rules = V.Rules.size();
  std::erase_if(
      V.Rules, [](const ShapeRule &R) { return R.K == ShapeRule::Kind::Fuse; });
  if (V.Rules.size() < Rules)
    V.Maps.erase(V.Maps.begin(), V.Maps.begin() + 2);
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
  return std::nullopt;
}

} // namespace

bool isAssociative(DatapathOp Op) noexcept {
  switch (Op) {
  case DatapathOp::Add:
  case DatapathOp::Mul:
  case DatapathOp::And:
  case DatapathOp::Or:
  case DatapathOp::Xor:
  case DatapathOp::UMin:
  case DatapathOp::UMax:
  case DatapathOp::SMin:
  case DatapathOp::SMax:
  case DatapathOp::FMin:
  case DatapathOp::FMax:
    return true;
  default:
    return false;
  }
}

std::optional<VariantError> shapeOf(const Variant &V, int64_t Positions,
                                    VectType &Shape) {
  Shape.Sizes = {Positions};
  for (size_t I = V.Rules.size(); I-- > 0;)
    if (Broken B = applyRule(V.Rules[I], Shape))
      return B;
  return std::nullopt;
}

std::optional<std::string> whyNotParallel(const StreamKernel &K,
                                          const StreamDesign &D) {
  if (D.Lanes > 1 || D.Vector > 1)
    for (const Reduction &R : K.Reductions)
      if (!isAssociative(R.Op))
        return placePrefix(R.Loc) + std::string(name(R.Op)) + " into '" +
               R.Name +
               "' is not associative: its elements are taken in their order, "
               "by one lane";
  if (D.Lanes > 1)
    for (const InputStream &In : K.Inputs)
      for (const OutputStream &Out : K.Outputs)
        if (In.Name == Out.Name && halo(K, In) != Halo())
          return "'" + In.Name +
                 "' is written while neighbouring lanes read it: a dependence "
                 "across lanes";
  return std::nullopt;
}

std::optional<VariantError> lowerVariant(const Variant &Whole,
                                         const StreamKernel &K,
                                         const std::optional<Iteration> &I,
                                         LoweredVariant &Out) {
  LoweredVariant L;
  if (Broken B = fuse(Whole, I, L))
    return B;
  const Variant V = ofPositions(Whole);
  if (V.Function != "f" && V.Function != K.Name)
    return VariantError{0, "there is no function '" + V.Function +
                               "': f, or the kernel's name, '" + K.Name + "'"};
  if (Broken B = shapeOf(V, K.Space.volume(), L.Shape))
    return B;
  if (Broken B = checkMaps(V, L.Shape))
    return B;
  if (Broken B = normalForm(V, L.Shape, L.Design))
    return B;
  L.Positions = std::accumulate(
      L.Shape.Sizes.begin(), L.Shape.Sizes.end(), int64_t(1),
      [](int64_t Product, int64_t Size) { return Product * Size; });
  if (L.Positions % sliceOf(K) != 0)
    return VariantError{V.Rules.back().Column,
                        "padTo " + text(L.Positions) +
                            ": padding adds whole rows or planes of " +
                            text(sliceOf(K)) + " positions"};
  if (std::optional<std::string> Why = whyNotParallel(K, L.Design))
    return VariantError{0, *Why};
  Out = std::move(L);
  return std::nullopt;
}

StreamKernel padded(StreamKernel K, int64_t Positions) {
  K.Space.Size[K.NumDimensions - 1] = Positions / sliceOf(K);
  return K;
}

int64_t paddedPositions(const StreamKernel &K, uint32_t Lanes) noexcept {
  int64_t Unit = std::lcm(sliceOf(K), int64_t(Lanes));
  return (K.Space.volume() + Unit - 1) / Unit * Unit;
}

Variant variantOf(const StreamKernel &K, const StreamDesign &D,
                  int64_t Positions, int64_t Passes) {
  using Kind = MapLevel::Kind;
  constexpr Kind Forms[] = {Kind::Pipe, Kind::Comb, Kind::Seq};
  Variant V;
  V.Memory = D.Memory;
  if (D.Steps > 1) {
    V.Maps.push_back({Kind::Seq, Passes});
    V.Maps.push_back({Kind::Chain, D.Steps});
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
  if (Positions != K.Space.volume())
    V.Rules.push_back({ShapeRule::Kind::PadTo, Positions});
  if (D.Steps > 1)
    V.Rules.push_back({ShapeRule::Kind::Fuse, D.Steps});
  return V;
}

} // namespace roofline
