// A box of elements for the references of stencils.
#ifndef ROOFLINE_SAMPLES_CHECK_GRID_H
#define ROOFLINE_SAMPLES_CHECK_GRID_H

#include "Checks.h"

#include <algorithm>

namespace samples {

/// Elements in row-major order, x fastest.
template <typename T> struct Grid {
  int Width, Height, Depth;
  std::vector<T> Elements;

  Grid(int Width, int Height, int Depth, std::vector<T> Elements)
      : Width(Width), Height(Height), Depth(Depth),
        Elements(std::move(Elements)) {}
  Grid(int Width, int Height, int Depth, T Value = T())
      : Grid(Width, Height, Depth,
             std::vector<T>(size_t(Width * Height * Depth), Value)) {}

  T &at(int X, int Y, int Z = 0) {
    return Elements[size_t((Z * Height + Y) * Width + X)];
  }
  /// Beyond the border: the element on it.
  T &clamped(int X, int Y, int Z = 0) {
    return at(std::clamp(X, 0, Width - 1), std::clamp(Y, 0, Height - 1),
              std::clamp(Z, 0, Depth - 1));
  }
  /// At least \p Margin away from each border; in depth too where there is one.
  bool inside(int X, int Y, int Z = 0, int Margin = 1) const {
    auto Within = [&](int C, int Size) {
      return C >= Margin && C < Size - Margin;
    };
    return Within(X, Width) && Within(Y, Height) &&
           (Depth == 1 || Within(Z, Depth));
  }
  /// Calls \p Do(X, Y, Z) for each element.
  template <typename F> void each(F Do) const {
    for (int Z = 0; Z < Depth; ++Z)
      for (int Y = 0; Y < Height; ++Y)
        for (int X = 0; X < Width; ++X)
          Do(X, Y, Z);
  }
};

} // namespace samples

#endif
