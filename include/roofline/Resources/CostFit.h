// A resource as a function of a size: polynomials between breakpoints.
//
/// \file
/// Describes what synthesis measured at some sizes (widths, depths) by a
/// polynomial of a degree up to 2, or by several, one after the other. The data
/// tell where one ends and the next begins: the DSP steps of a multiplier, the
/// depth from which registers become shift-register LUTs.
/// Source: TYTRA17 section 6.2.1 and Fig. 9.
#ifndef ROOFLINE_RESOURCES_COSTFIT_H
#define ROOFLINE_RESOURCES_COSTFIT_H

#include <span>
#include <vector>

namespace roofline {

/// c0 + c1 size + c2 size^2 for the sizes From to To.
struct FitPiece {
  double From = 0, To = 0;          ///< [size] of the first and last point
  std::vector<double> Coefficients; ///< 1 to 3
  bool operator==(const FitPiece &) const = default;

  double at(double Size) const noexcept {
    double Sum = 0;
    for (size_t I = Coefficients.size(); I-- > 0;)
      Sum = Sum * Size + Coefficients[I];
    return Sum;
  }
};

/// Ascending, without overlap; none: the resource is not used.
using PiecewiseFit = std::vector<FitPiece>;

struct FitPoint {
  double Size, Value;
};

/// [1] How far a fit may be from a point: this part of the largest value. So a
/// step of a DSP block counts, and a LUT of hundreds does not.
constexpr double FitTolerance = 0.01;

/// The fit of \p Points (ascending, each size once) with the fewest
/// coefficients that is within FitTolerance of all of them; of several the one
/// with the fewest pieces, then the smallest sum of squares. Empty where all
/// values are 0.
PiecewiseFit fitPiecewise(std::span<const FitPoint> Points);

/// Least squares of one polynomial; fewer points than coefficients: fewer
/// coefficients.
FitPiece fitPolynomial(std::span<const FitPoint> Points, unsigned Degree);

/// The fit at \p Size. Between two pieces the upper one counts: a step may be
/// anywhere between two measured sizes, and this errs towards more. Asks for a
/// size within the fit; 0 of an empty one.
double valueAt(const PiecewiseFit &Fit, double Size) noexcept;

/// Largest |fit - point|.
double largestResidual(const PiecewiseFit &Fit,
                       std::span<const FitPoint> Points) noexcept;

} // namespace roofline

#endif
