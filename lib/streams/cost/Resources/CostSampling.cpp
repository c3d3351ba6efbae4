// Choice of the sizes at which to measure a resource.
#include "roofline/Resources/CostSampling.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace roofline {
namespace {

/// Whether the fit is to be trusted between two neighbouring points.
bool isSettled(const PiecewiseFit &Fit, std::span<const FitPoint> Points,
               const FitPoint &Low, const FitPoint &High, Growth Kind) {
  if (Kind == Growth::Steps)
    return Low.Value == High.Value;
  if (High.Size - Low.Size <= BreakpointResolution * High.Size)
    return true;
  for (const FitPiece &Piece : Fit)
    if (Piece.First <= Low.Size && High.Size <= Piece.Last)
      return size_t(std::count_if(
                 Points.begin(), Points.end(), [&](const FitPoint &P) {
                   return Piece.First <= P.Size && P.Size <= Piece.Last;
                 })) > Piece.Coefficients.size();
  return Fit.empty(); // the resource is not used
}

} // namespace

std::vector<uint32_t> sizesToMeasure(std::span<const FitPoint> Points,
                                     std::span<const uint32_t> Sizes,
                                     Growth Kind) {
  assert(std::is_sorted(Sizes.begin(), Sizes.end()) &&
         "sizes to choose from ascend");
  std::vector<uint32_t> Next;
  for (uint32_t Size : Sizes)
    if ((Size == Sizes.front() || Size == Sizes.back() ||
         std::has_single_bit(Size)) &&
        std::none_of(Points.begin(), Points.end(),
                     [&](const FitPoint &P) { return P.Size == Size; }))
      Next.push_back(Size);
  if (!Next.empty())
    return Next;
  PiecewiseFit Fit = fitPiecewise(Points);
  for (size_t I = 1; I < Points.size(); ++I) {
    auto Begin =
        std::upper_bound(Sizes.begin(), Sizes.end(), Points[I - 1].Size);
    auto End = std::lower_bound(Begin, Sizes.end(), Points[I].Size);
    if (Begin != End && !isSettled(Fit, Points, Points[I - 1], Points[I], Kind))
      Next.push_back(Begin[(End - Begin) / 2]);
  }
  return Next;
}

} // namespace roofline
