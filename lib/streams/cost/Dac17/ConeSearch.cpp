// The fastest cone of each architecture.
#include "roofline/Dac17/Dac17.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace roofline {
namespace {

class ConeSearcher {
public:
  ConeSearcher(const StencilFeatures &S, const ConeMachine &M,
               const ConeSpace &Space, ConeKind Kind)
      : S(S), M(M), Space(Space), Kind(Kind) {}

  BestCone run() {
    std::vector<double> Lengths;
    tryLengths(Lengths);
    return Best;
  }

private:
  /// Goes through the lengths of equal tiles, dimension by dimension.
  void tryLengths(std::vector<double> &Lengths) {
    const size_t Dim = Lengths.size();
    if (Dim == S.Lengths.size())
      return tryFused(Lengths);
    const double Whole = S.Lengths[Dim] / double(Space.Kernels[Dim]);
    const double Least = S.Reaches[Dim].Low + S.Reaches[Dim].High + 1;
    double Last = 0;
    for (double Regions = 1; Whole / Regions >= Least; ++Regions) {
      const double Length = std::ceil(Whole / Regions);
      if (Length == Last)
        continue;
      Last = Length;
      Lengths.push_back(Length);
      // Longer tiles than fit along one dimension alone do not fit.
      if (anyFits(Lengths, 1))
        tryLengths(Lengths);
      Lengths.pop_back();
    }
  }

  /// \p Lengths for the first dimensions, one cell along the others. Tiles at
  /// the edge are smaller by \p Share of half of what they grow, those between
  /// larger.
  const ConeDesign &design(const std::vector<double> &Lengths, uint32_t Fused,
                           double Share) {
    ConeDesign &D = Current;
    D.Fused = Fused;
    D.HasPipes = Kind != ConeKind::Overlapped;
    D.Tiles.resize(S.Lengths.size());
    for (size_t Dim = 0; Dim < S.Lengths.size(); ++Dim) {
      const uint32_t Number = Space.Kernels[Dim];
      const double Length = Dim < Lengths.size() ? Lengths[Dim] : 1;
      std::vector<double> &Row = D.Tiles[Dim];
      Row.assign(Number, Length);
      if (Number > 2 && Share > 0) {
        const double Steps = double(Fused) - 1;
        const double Low = Share * S.Reaches[Dim].Low * Steps / 2,
                     High = Share * S.Reaches[Dim].High * Steps / 2;
        for (double &Between : Row)
          Between += (Low + High) / double(Number - 2);
        Row.front() = Length - Low;
        Row.back() = Length - High;
      }
    }
    return D;
  }

  void tryFused(const std::vector<double> &Lengths) {
    const auto Most = uint32_t(std::min<uint64_t>(Space.MostFused, S.Steps));
    // Boxes of more steps are larger, whatever the share.
    for (uint32_t Fused = 1; Fused <= Most && anyFits(Lengths, Fused); ++Fused)
      if (Best.Cycles == 0 ||
          leastConeCycles(S, M, design(Lengths, Fused, 0)) < Best.Cycles)
        for (int Tenths = 0; Tenths <= mostTenths(); ++Tenths)
          tryDesign(design(Lengths, Fused, 0.1 * Tenths));
  }

  int mostTenths() const { return Kind == ConeKind::Balanced ? 15 : 0; }

  bool fits(const ConeDesign &D) const {
    return coneBlocks(S, D, Space.BlockBits) <= Space.MostBlocks;
  }

  bool anyFits(const std::vector<double> &Lengths, uint32_t Fused) {
    for (int Tenths = 0; Tenths <= mostTenths(); ++Tenths)
      if (fits(design(Lengths, Fused, 0.1 * Tenths)))
        return true;
    return false;
  }

  void tryDesign(const ConeDesign &D) {
    for (size_t Dim = 0; Dim < D.Tiles.size(); ++Dim)
      for (double Length : D.Tiles[Dim])
        if (Length < S.Reaches[Dim].Low + S.Reaches[Dim].High + 1)
          return;
    if (!fits(D))
      return;
    const double Cycles = coneCycles(S, M, D);
    if (Best.Cycles == 0 || Cycles < Best.Cycles) {
      const double Blocks = coneBlocks(S, D, Space.BlockBits);
      Best = {D, Cycles, Blocks};
    }
  }

  const StencilFeatures &S;
  const ConeMachine &M;
  const ConeSpace &Space;
  const ConeKind Kind;
  ConeDesign Current; ///< of design(), so that its vectors are made once
  BestCone Best;
};

} // namespace

BestCone bestCone(const StencilFeatures &S, const ConeMachine &M,
                  const ConeSpace &Space, ConeKind Kind) {
  assert(S.Lengths.size() == S.Reaches.size() &&
         "a stencil has a length and a reach along each dimension");
  assert(Space.Kernels.size() == S.Lengths.size() &&
         "a region has a number of tiles along each dimension");
  assert(Space.BlockBits > 0 && "a memory block has bits");
  return ConeSearcher(S, M, Space, Kind).run();
}

} // namespace roofline
