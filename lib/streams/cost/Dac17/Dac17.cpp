// Iterative stencils as cones of fused steps: the model of DAC17.
#include "roofline/Dac17/Dac17.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <utility>

namespace roofline {

uint32_t ConeDesign::kernels() const {
  uint32_t Number = 1;
  for (const std::vector<double> &Row : Tiles)
    Number *= uint32_t(Row.size());
  return Number;
}

namespace {

/// One tile along one dimension.
struct Side {
  double Length; ///< w_d f_d^k [cell]
  double Growth; ///< s_d^k [cell/step], of the faces that grow
  double Piped;  ///< [cell] that pipes bring to the others in each step

  double at(double StepsLeft) const { return Length + Growth * StepsLeft; }
  bool operator==(const Side &) const = default;
};

Side sideOf(const StencilFeatures &S, const ConeDesign &D, size_t Dim,
            uint32_t Place) {
  assert(Dim < D.Tiles.size() && Dim < S.Reaches.size() &&
         "a side lies along a dimension of the stencil");
  assert(Place < D.Tiles[Dim].size() && "a tile is one of its row");
  const std::vector<double> &Row = D.Tiles[Dim];
  const StencilReach &Reach = S.Reaches[Dim];
  Side Of{Row[Place], 0, 0};
  const bool HasLow = D.HasPipes && Place > 0;
  const bool HasHigh = D.HasPipes && Place + 1 < Row.size();
  (HasLow ? Of.Piped : Of.Growth) += Reach.Low;
  (HasHigh ? Of.Piped : Of.Growth) += Reach.High;
  return Of;
}

double box(const std::vector<Side> &Sides, double StepsLeft) {
  double Cells = 1;
  for (const Side &S : Sides)
    Cells *= S.at(StepsLeft);
  return Cells;
}

/// [cell] that pipes bring in a step after which \p StepsLeft follow.
double piped(const std::vector<Side> &Sides, double StepsLeft) {
  double Cells = 0;
  for (size_t Along = 0; Along < Sides.size(); ++Along) {
    double Face = Sides[Along].Piped;
    for (size_t Dim = 0; Dim < Sides.size(); ++Dim)
      if (Dim != Along)
        Face *= Sides[Dim].at(StepsLeft);
    Cells += Face;
  }
  return Cells;
}

/// Sum of box() over 0 to \p Number - 1 steps left: a polynomial of their power
/// sums.
double sumOfBoxes(const std::vector<Side> &Sides, double Number) {
  const double N = Number - 1;
  const double PowerSums[] = {Number, N * Number / 2,
                              N * Number * (2 * N + 1) / 6,
                              N * Number / 2 * (N * Number / 2)};
  double Factors[std::size(PowerSums)] = {1};
  for (size_t Degree = 1; const Side &S : Sides) {
    for (size_t I = Degree; I > 0; --I)
      Factors[I] = Factors[I] * S.Length + Factors[I - 1] * S.Growth;
    Factors[0] *= S.Length;
    ++Degree;
  }
  double Sum = 0;
  for (size_t I = 0; I < std::size(PowerSums); ++I)
    Sum += Factors[I] * PowerSums[I];
  return Sum;
}

/// [cycle] of all steps. Pipes take the larger part of a step the smaller the
/// box is: where the last step hides them, all do.
double computing(const StencilFeatures &S, const ConeMachine &M,
                 const std::vector<Side> &Sides, uint32_t Fused) {
  auto Step = [&](double Left) {
    return std::pair(M.Interval / M.Elements * box(Sides, Left),
                     M.PipeCycles * S.Iterated * piped(Sides, Left));
  };
  const auto [Computed, Shared] = Step(0);
  if (Shared <= Computed && Sides.size() <= 3)
    return M.Interval / M.Elements * sumOfBoxes(Sides, Fused);
  double Sum = 0;
  for (uint32_t Left = 0; Left < Fused; ++Left) {
    const auto [Iteration, Share] = Step(Left);
    Sum += std::max(Iteration, Share);
  }
  return Sum;
}

/// One tile of each kind in a region: of those alike the last one to start.
std::vector<TilePlace> unlikeTiles(const StencilFeatures &S,
                                   const ConeDesign &D) {
  std::vector<TilePlace> All(1);
  for (size_t Dim = 0; Dim < D.Tiles.size(); ++Dim) {
    std::vector<Side> Kinds; // along this dimension alone
    std::vector<uint32_t> Last;
    for (uint32_t Place = 0; Place < D.Tiles[Dim].size(); ++Place) {
      const Side Of = sideOf(S, D, Dim, Place);
      const auto Same = std::find(Kinds.begin(), Kinds.end(), Of);
      if (Same == Kinds.end()) {
        Kinds.push_back(Of);
        Last.push_back(Place);
      } else {
        Last[size_t(Same - Kinds.begin())] = Place;
      }
    }
    std::vector<TilePlace> Next;
    for (const TilePlace &Before : All)
      for (uint32_t Place : Last)
        Next.emplace_back(Before).push_back(Place);
    All = std::move(Next);
  }
  return All;
}

TileCycles cyclesOf(const StencilFeatures &S, const ConeMachine &M,
                    double Kernels, const std::vector<Side> &Sides,
                    uint32_t Number, uint32_t Fused) {
  const double PerCell = S.ElementBits * Kernels / M.Bandwidth;
  TileCycles Result;
  Result.Read = PerCell * (S.Iterated * box(Sides, Fused) +
                           S.Constant * box(Sides, double(Fused) - 1));
  Result.Write = PerCell * S.Iterated * box(Sides, 0);
  Result.Launch = M.Launch + M.LaunchDelay * Number;
  Result.Compute = computing(S, M, Sides, Fused);
  return Result;
}

} // namespace

TileCycles coneTileCycles(const StencilFeatures &S, const ConeMachine &M,
                          const ConeDesign &D, const TilePlace &Place,
                          uint32_t Fused) {
  assert(Place.size() == D.Tiles.size() &&
         "a tile has a place along each dimension");
  assert(Fused >= 1 && "a pass has at least one step");
  std::vector<Side> Sides;
  uint32_t Number = 0;
  for (size_t Dim = 0; Dim < D.Tiles.size(); ++Dim) {
    Sides.push_back(sideOf(S, D, Dim, Place[Dim]));
    Number = Number * uint32_t(D.Tiles[Dim].size()) + Place[Dim];
  }
  return cyclesOf(S, M, D.kernels(), Sides, Number, Fused);
}

double coneRegions(const StencilFeatures &S, const ConeDesign &D) {
  assert(S.Lengths.size() == D.Tiles.size() &&
         "stencil and tiles have the same dimensions");
  double Regions = 1;
  for (size_t Dim = 0; Dim < D.Tiles.size(); ++Dim) {
    double Length = 0;
    for (double Tile : D.Tiles[Dim])
      Length += Tile;
    // Sums of real factors miss a whole number by their last digits.
    Regions *= std::ceil(S.Lengths[Dim] / Length - 1e-9);
  }
  return Regions;
}

/// [cycle] of all passes and regions, of which \p Slowest says what a region
/// takes in a pass of so many steps.
template <typename SlowestTile>
static double allRegions(const StencilFeatures &S, const ConeDesign &D,
                         SlowestTile Slowest) {
  assert(D.Fused >= 1 && "a pass has at least one step");
  double PerRegion = double(S.Steps / D.Fused) * Slowest(D.Fused);
  if (const auto Left = uint32_t(S.Steps % D.Fused))
    PerRegion += Slowest(Left);
  return coneRegions(S, D) * PerRegion;
}

double leastConeCycles(const StencilFeatures &S, const ConeMachine &M,
                       const ConeDesign &D) {
  assert(S.Reaches.size() == D.Tiles.size() &&
         "stencil and tiles have the same dimensions");
  std::vector<Side> Mean;
  for (size_t Dim = 0; Dim < D.Tiles.size(); ++Dim) {
    const auto Number = double(D.Tiles[Dim].size());
    const StencilReach &Reach = S.Reaches[Dim];
    double Length = 0;
    for (double Tile : D.Tiles[Dim])
      Length += Tile;
    Mean.push_back({Length / Number,
                    (Reach.Low + Reach.High) / (D.HasPipes ? Number : 1), 0});
  }
  return allRegions(S, D, [&](uint32_t Fused) {
    return cyclesOf(S, M, D.kernels(), Mean, 0, Fused).total();
  });
}

static TileCycles slowestOf(const StencilFeatures &S, const ConeMachine &M,
                            const ConeDesign &D,
                            const std::vector<TilePlace> &Tiles,
                            uint32_t Fused) {
  TileCycles Slowest;
  for (const TilePlace &Place : Tiles)
    if (const TileCycles Of = coneTileCycles(S, M, D, Place, Fused);
        Of.total() > Slowest.total())
      Slowest = Of;
  return Slowest;
}

TileCycles slowestTile(const StencilFeatures &S, const ConeMachine &M,
                       const ConeDesign &D) {
  return slowestOf(S, M, D, unlikeTiles(S, D), D.Fused);
}

double coneCycles(const StencilFeatures &S, const ConeMachine &M,
                  const ConeDesign &D) {
  const std::vector<TilePlace> Tiles = unlikeTiles(S, D);
  return allRegions(S, D, [&](uint32_t Fused) {
    return slowestOf(S, M, D, Tiles, Fused).total();
  });
}

/// Blocks that a field takes in the tiles of \p Cells along the dimensions
/// before \p Dim.
static double blocksOfField(const StencilFeatures &S, const ConeDesign &D,
                            double BlockBits, size_t Dim, double Cells) {
  if (Dim == D.Tiles.size())
    return std::ceil(Cells * S.ElementBits / BlockBits);
  double Sum = 0, Last = 0, OfLast = 0; // tiles side by side are mostly alike
  for (uint32_t Place = 0; Place < D.Tiles[Dim].size(); ++Place) {
    const Side Of = sideOf(S, D, Dim, Place);
    const double Length = Of.at(D.Fused) + Of.Piped;
    if (Place == 0 || Length != Last)
      OfLast = blocksOfField(S, D, BlockBits, Dim + 1, Cells * Length);
    Last = Length;
    Sum += OfLast;
  }
  return Sum;
}

double coneBlocks(const StencilFeatures &S, const ConeDesign &D,
                  double BlockBits) {
  assert(BlockBits > 0 && "a memory block has bits");
  assert(S.Reaches.size() == D.Tiles.size() &&
         "stencil and tiles have the same dimensions");
  return (2 * S.Iterated + S.Constant) * blocksOfField(S, D, BlockBits, 0, 1);
}

} // namespace roofline
