// Numbers that follow from a few others, found from samples.
#include "roofline/Base/Polynomial.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <map>
#include <numeric>

namespace roofline {

/// True where \p Count variables are all that \p P has.
[[maybe_unused]] static bool takesValues(const Polynomial &P, size_t Count) {
  return std::all_of(P.Terms.begin(), P.Terms.end(),
                     [&](const auto &T) { return T.Powers.size() <= Count; });
}

int64_t Polynomial::at(const std::vector<int64_t> &X) const noexcept {
  assert(Shift < 64 && "a sum of 64 bits is divided by less than 2^64");
  assert(takesValues(*this, X.size()) &&
         "each variable of a polynomial has a value");
  uint64_t Sum = 0;
  for (const PolynomialTerm &T : Terms) {
    uint64_t Product = uint64_t(T.Factor);
    for (size_t V = 0; V < T.Powers.size(); ++V)
      for (uint32_t P = 0; P < T.Powers[V]; ++P)
        Product *= uint64_t(X[V]);
    Sum += Product;
  }
  return int64_t(Sum) >> Shift;
}

int64_t Polynomial::mostUpTo(const std::vector<int64_t> &Most) const noexcept {
  assert(takesValues(*this, Most.size()) &&
         "each variable of a polynomial has a greatest value");
  assert(
      std::all_of(Most.begin(), Most.end(), [](int64_t N) { return N >= 1; }) &&
      "a polynomial is bounded for values from 1");
  Polynomial Greatest = {{}, Shift};
  int64_t Less = 0; // of negative terms, at 1
  for (const PolynomialTerm &T : Terms)
    if (T.Factor > 0)
      Greatest.Terms.push_back(T);
    else
      Less += T.Factor;
  const std::vector<uint32_t> None(Most.size());
  Greatest.Terms.push_back({Less, None});
  return Greatest.at(Most);
}

namespace {

using Wide = __int128;
using Powers = std::vector<uint32_t>;
/// Factors by powers, over one divisor that is known beside it.
using Sum = std::map<Powers, Wide>;

Wide powerOf(Wide Base, uint32_t To) {
  return To == 0 ? Wide(1) : Base * powerOf(Base, To - 1);
}

/// Multiplies \p S by (A - B * x[V]).
Sum times(const Sum &S, Wide A, Wide B, size_t V) {
  Sum Product;
  for (const auto &[P, Factor] : S) {
    Product[P] += Factor * A;
    Powers Higher = P;
    ++Higher[V];
    Product[Higher] -= Factor * B;
  }
  return Product;
}

/// The grid: Points[0] - Step * (0 ... Most) in each dimension.
struct Grid {
  const std::vector<int64_t> &Origin;
  std::vector<int64_t> Step;
  uint32_t Most;

  explicit Grid(const std::vector<std::vector<int64_t>> &Points)
      : Origin(Points[0]), Step(Origin.size()),
        Most(highestPower(Origin.size())) {
    for (size_t I = 0; I < size() && I < Points.size(); ++I)
      for (size_t V = 0; V < Origin.size(); ++V)
        if (const int64_t Way = Origin[V] - Points[I][V];
            Way > 0 && (Step[V] == 0 || Way < Step[V]))
          Step[V] = Way;
  }
  size_t size() const {
    size_t Count = 1;
    for (size_t V = 0; V < Origin.size(); ++V)
      Count *= Most + 1;
    return Count;
  }
  /// Place of number \p I in the grid, in steps.
  Powers place(size_t I) const {
    Powers Point;
    for (size_t V = 0; V < Origin.size(); ++V, I /= Most + 1)
      Point.push_back(uint32_t(I % (Most + 1)));
    return Point;
  }
  std::vector<int64_t> point(size_t I) const {
    const Powers Point = place(I);
    std::vector<int64_t> X;
    for (size_t V = 0; V < Point.size(); ++V)
      X.push_back(Origin[V] - Step[V] * Point[V]);
    return X;
  }
};

/// Newton's forward differences of \p Values, in place.
void takeDifferences(std::vector<Wide> &Values, const Grid &G) {
  size_t Stride = 1;
  for (size_t V = 0; V < G.Origin.size(); ++V, Stride *= G.Most + 1)
    for (uint32_t Order = 1; Order <= G.Most; ++Order)
      for (size_t I = Values.size(); I-- > 0;)
        if (G.place(I)[V] >= Order)
          Values[I] -= Values[I - Stride];
}

/// [1] Divisor of the sum that newton() gives.
Wide divisorOf(const Grid &G) {
  Wide All = 1;
  for (int64_t Step : G.Step) {
    All *= powerOf(Step, G.Most);
    for (uint32_t I = 2; I <= G.Most; ++I)
      All *= I;
  }
  return All;
}

/// The sum of differences times binomials of (origin - x) / step.
Sum newton(const std::vector<Wide> &Differences, const Grid &G) {
  Sum All;
  for (size_t I = 0; I < Differences.size(); ++I) {
    if (Differences[I] == 0)
      continue;
    const Powers Point = G.place(I);
    Sum Term = {{Powers(Point.size()), Differences[I] * divisorOf(G)}};
    for (size_t V = 0; V < Point.size(); ++V) {
      Wide Divisor = powerOf(G.Step[V], Point[V]);
      for (uint32_t J = 0; J < Point[V]; ++J) {
        Term = times(Term, Wide(G.Origin[V]) - Wide(J) * G.Step[V], 1, V);
        Divisor *= J + 1;
      }
      for (auto &[P, Factor] : Term)
        Factor /= Divisor;
    }
    for (const auto &[P, Factor] : Term)
      All[P] += Factor;
  }
  return All;
}

Wide common(Wide A, Wide B) {
  A = A < 0 ? -A : A;
  return B == 0 ? A : common(B, A % B);
}

} // namespace

std::optional<Polynomial>
fitPolynomial(const std::vector<std::vector<int64_t>> &Points,
              const std::vector<int64_t> &Numbers) {
  assert(!Points.empty() && "a polynomial is found from a grid of points");
  assert(Points.size() == Numbers.size() && "each point has its number");
  const Grid G(Points);
  std::vector<Wide> Values;
  for (size_t I = 0; I < G.size(); ++I) {
    const auto It = std::find(Points.begin(), Points.end(), G.point(I));
    if (It == Points.end())
      return std::nullopt;
    Values.push_back(Numbers[size_t(It - Points.begin())]);
  }
  takeDifferences(Values, G);
  Sum All = newton(Values, G);
  Wide Divisor = divisorOf(G), Shared = Divisor;
  for (const auto &[P, Factor] : All)
    Shared = common(Factor, Shared);
  Divisor /= Shared;
  Polynomial Found;
  while (Divisor % 2 == 0)
    Divisor /= 2, ++Found.Shift;
  if (Divisor != 1)
    return std::nullopt;
  for (auto It = All.rbegin(); It != All.rend(); ++It) {
    const Wide Factor = It->second / Shared;
    if (Factor > std::numeric_limits<int64_t>::max() ||
        Factor < std::numeric_limits<int64_t>::min())
      return std::nullopt;
    if (Factor != 0)
      Found.Terms.push_back({int64_t(Factor), It->first});
  }
  for (size_t I = 0; I < Points.size(); ++I)
    if (Found.at(Points[I]) != Numbers[I])
      return std::nullopt;
  return Found;
}

Expr toExpr(const Polynomial &P, const std::vector<std::string> &Names) {
  assert(P.Shift < 63 &&
         "the divisor of a form is a positive number of 64 bits");
  assert(takesValues(P, Names.size()) &&
         "each variable of a polynomial has a name");
  Expr All = Expr::constant(0);
  for (const PolynomialTerm &T : P.Terms) {
    Expr Product = Expr::constant(T.Factor);
    for (size_t V = 0; V < T.Powers.size(); ++V)
      for (uint32_t I = 0; I < T.Powers[V]; ++I)
        Product = Product * Expr::symbol(Names[V]);
    All = All + Product;
  }
  return div(All, Expr::constant(int64_t(1) << P.Shift));
}

} // namespace roofline
