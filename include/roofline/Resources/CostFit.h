// A resource as a function of a size: polynomials between breakpoints.
//
/// \file
/// Fits the resources that synthesis measured at some sizes (widths, depths) by
/// one or more polynomials of degree up to 2, one after the other. The data
/// give the breakpoints: the DSP steps of a multiplier, the depth from which
/// registers become shift-register LUTs.
/// Source: TYTRA17 section 6.2.1 and Fig. 9.
#ifndef ROOFLINE_RESOURCES_COSTFIT_H
#define ROOFLINE_RESOURCES_COSTFIT_H

#include <span>
#include <vector>

namespace roofline {

/// c0 + c1 size + c2 size^2 for the sizes From to To.
struct FitPiece {
  double First = 0, Last = 0;       ///< [size] at the first and last point
  std::vector<double> Coefficients; ///< 1 to 3
  bool operator==(const FitPiece &) const = default;

  double at(double Size) const noexcept {
    double Sum = 0;
    for (size_t I = Coefficients.size(); I-- > 0;)
      Sum = Sum * Size + Coefficients[I];
    return Sum;
  }
};

/// Pieces in ascending order, without overlap; none: the resource is unused.
using PiecewiseFit = std::vector<FitPiece>;

struct FitPoint {
  double Size, Value;
};

/// [1] Largest distance between fit and point, over the largest value. A step
/// of one DSP block exceeds it, one LUT in hundreds does not.
constexpr double FitTolerance = 0.01;

/// Fits \p Points (ascending, each size once) within FitTolerance with the
/// fewest coefficients, then the fewest pieces, then the smallest sum of
/// squares. Empty when all values are 0.
PiecewiseFit fitPiecewise(std::span<const FitPoint> Points);

/// Fits one polynomial by least squares. The degree is less than \p Degree when
/// there are too few points.
FitPiece fitPolynomial(std::span<const FitPoint> Points, unsigned Degree);

/// Value of \p Fit at \p Size; 0 beyond the last size of the fit. Between two
/// pieces the upper one counts: the step may be anywhere between two measured
/// sizes, and this choice overestimates.
double valueAt(const PiecewiseFit &Fit, double Size) noexcept;

/// Largest |fit - point|.
double largestResidual(const PiecewiseFit &Fit,
                       std::span<const FitPoint> Points) noexcept;

} // namespace roofline

#endif
