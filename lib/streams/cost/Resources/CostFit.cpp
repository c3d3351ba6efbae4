// A resource as a function of a size: polynomials between breakpoints.
#include "roofline/Resources/CostFit.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>

namespace roofline {
namespace {

constexpr unsigned MaxDegree = 2;

/// Solves \p A x = \p B by elimination with pivoting.
template <size_t N>
void solve(std::array<std::array<double, N>, N> &A, std::array<double, N> &B,
           unsigned Order) {
  for (unsigned C = 0; C < Order; ++C) {
    unsigned Pivot = C;
    for (unsigned R = C + 1; R < Order; ++R)
      if (std::fabs(A[R][C]) > std::fabs(A[Pivot][C]))
        Pivot = R;
    std::swap(A[C], A[Pivot]);
    std::swap(B[C], B[Pivot]);
    for (unsigned R = 0; R < Order; ++R) {
      if (R == C)
        continue;
      double Factor = A[R][C] / A[C][C];
      for (unsigned K = C; K < Order; ++K)
        A[R][K] -= Factor * A[C][K];
      B[R] -= Factor * B[C];
    }
  }
  for (unsigned C = 0; C < Order; ++C)
    B[C] /= A[C][C];
}

/// The choice for the points up to one of them.
struct Choice {
  unsigned Coefficients = 0, Pieces = 0;
  double Squares = 0;
  size_t Begin = 0; ///< first point of the last piece
  FitPiece Last;

  bool betterThan(const Choice &Other) const {
    if (Coefficients != Other.Coefficients)
      return Coefficients < Other.Coefficients;
    if (Pieces != Other.Pieces)
      return Pieces < Other.Pieces;
    return Squares < Other.Squares;
  }
};

/// Sum of squares, or nothing a number where a point is too far away.
double squaresWithin(const FitPiece &Piece, std::span<const FitPoint> Points,
                     double Tolerance) {
  double Sum = 0;
  for (const FitPoint &P : Points) {
    double Residual = std::fabs(Piece.at(P.Size) - P.Value);
    if (Residual > Tolerance)
      return std::numeric_limits<double>::infinity();
    Sum += Residual * Residual;
  }
  return Sum;
}

} // namespace

/// True where \p Points have each size once, ascending.
[[maybe_unused]] static bool areAscending(std::span<const FitPoint> Points) {
  return std::adjacent_find(Points.begin(), Points.end(),
                            [](const FitPoint &L, const FitPoint &R) {
                              return L.Size >= R.Size;
                            }) == Points.end();
}

FitPiece fitPolynomial(std::span<const FitPoint> Points, unsigned Degree) {
  assert(areAscending(Points) && "points ascend, each size once");
  FitPiece Piece;
  if (Points.empty())
    return Piece;
  Piece.First = Points.front().Size;
  Piece.Last = Points.back().Size;
  Degree = std::min<unsigned>({Degree, MaxDegree, unsigned(Points.size() - 1)});
  // Around the middle, so that the equations are well conditioned.
  double Middle = (Piece.First + Piece.Last) / 2;
  double Scale = std::max(1.0, Piece.Last - Middle);
  std::array<std::array<double, MaxDegree + 1>, MaxDegree + 1> A{};
  std::array<double, MaxDegree + 1> B{};
  for (const FitPoint &P : Points) {
    std::array<double, 2 * MaxDegree + 1> Powers{1};
    for (unsigned I = 1; I < Powers.size(); ++I)
      Powers[I] = Powers[I - 1] * ((P.Size - Middle) / Scale);
    for (unsigned R = 0; R <= Degree; ++R) {
      for (unsigned C = 0; C <= Degree; ++C)
        A[R][C] += Powers[R + C];
      B[R] += Powers[R] * P.Value;
    }
  }
  solve(A, B, Degree + 1);
  // b0 + b1 t + b2 t^2 with t = (size - middle) / scale.
  double B1 = B[1] / Scale, B2 = B[2] / (Scale * Scale);
  double C[] = {B[0] - B1 * Middle + B2 * Middle * Middle, B1 - 2 * B2 * Middle,
                B2};
  Piece.Coefficients.assign(C, C + Degree + 1);
  return Piece;
}

PiecewiseFit fitPiecewise(std::span<const FitPoint> Points) {
  assert(areAscending(Points) && "points ascend, each size once");
  if (std::all_of(Points.begin(), Points.end(),
                  [](const FitPoint &P) { return P.Value == 0; }))
    return {};
  double Largest = 0;
  for (const FitPoint &P : Points)
    Largest = std::max(Largest, std::fabs(P.Value));
  std::vector<Choice> Best(Points.size() + 1);
  for (size_t End = 1; End <= Points.size(); ++End) {
    Best[End].Coefficients = std::numeric_limits<unsigned>::max();
    for (size_t Begin = 0; Begin < End; ++Begin)
      for (unsigned Degree = 0; Degree <= MaxDegree && Degree < End - Begin;
           ++Degree) {
        auto Part = Points.subspan(Begin, End - Begin);
        Choice New = Best[Begin];
        New.Coefficients += Degree + 1;
        ++New.Pieces;
        if (New.Coefficients > Best[End].Coefficients)
          break;
        New.Last = fitPolynomial(Part, Degree);
        New.Squares += squaresWithin(New.Last, Part, FitTolerance * Largest);
        New.Begin = Begin;
        if (std::isfinite(New.Squares) && New.betterThan(Best[End]))
          Best[End] = std::move(New);
      }
  }
  PiecewiseFit Fit;
  for (size_t End = Points.size(); End > 0; End = Best[End].Begin)
    Fit.push_back(Best[End].Last);
  std::reverse(Fit.begin(), Fit.end());
  return Fit;
}

double valueAt(const PiecewiseFit &Fit, double Size) noexcept {
  for (const FitPiece &Piece : Fit)
    if (Size <= Piece.Last)
      return Piece.at(Size);
  return 0;
}

double largestResidual(const PiecewiseFit &Fit,
                       std::span<const FitPoint> Points) noexcept {
  double Largest = 0;
  for (const FitPoint &P : Points)
    Largest = std::max(Largest, std::fabs(valueAt(Fit, P.Size) - P.Value));
  return Largest;
}

} // namespace roofline
