// Checks of successive over-relaxation and of FDTD. Equality: whole numbers,
// and floats whose operations are rounded one by one in the kernel's order.
#include "Grid.h"

#include <array>
#include <cstdlib>

namespace samples {

/// p, rhs, cn1, cn2l, cn2s, cn3l, cn3s, cn4l, cn4s, mask.
template <typename T> using SorInputs = std::array<Grid<T>, 10>;

/// The neighbours of p at a point, weighted by cn2l to cn4s.
template <typename T>
static T weightedNeighbours(SorInputs<T> &In, int X, int Y, int Z) {
  auto At = [&](int Input) { return In[Input].at(X, Y, Z); };
  Grid<T> &P = In[0];
  return At(3) * P.at(X + 1, Y, Z) + At(4) * P.at(X - 1, Y, Z) +
         At(5) * P.at(X, Y + 1, Z) + At(6) * P.at(X, Y - 1, Z) +
         At(7) * P.at(X, Y, Z + 1) + At(8) * P.at(X, Y, Z - 1);
}

static bool checkSor(Session &S, const Check &C) {
  constexpr int W = 16, H = 12, D = 8, Count = W * H * D;
  auto Make = [&](unsigned Seed) {
    return Grid<float>(W, H, D, randomReals(Count, Seed));
  };
  SorInputs<float> In = {Make(0), Make(1), Make(2), Make(3), Make(4),
                         Make(5), Make(6), Make(7), Make(8), Make(9)};
  Grid<float> &P = In[0], Expected = P;
  float Error = 0;
  P.each([&](int X, int Y, int Z) {
    if (!P.inside(X, Y, Z))
      return;
    float Own = P.at(X, Y, Z);
    float Sum = weightedNeighbours(In, X, Y, Z);
    float Change = 0.9f * (In[2].at(X, Y, Z) * (Sum - In[1].at(X, Y, Z)) - Own);
    float &New = Expected.at(X, Y, Z);
    New = Own + In[9].at(X, Y, Z) * Change;
    Error += (New - Own) * (New - Own);
  });
  std::array<cl::Buffer, 10> B;
  for (size_t I = 0; I < B.size(); ++I)
    B[I] = S.buffer(In[I].Elements);
  cl::Buffer New = S.buffer(P.Elements);
  S.run(S.kernel(C.Sample, "sor3d"), cl::NDRange(W, H, D), cl::NullRange, B[0],
        B[1], B[2], B[3], B[4], B[5], B[6], B[7], B[8], B[9], New, 0.9f, W, H,
        D);
  cl::Buffer Moved = S.buffer(std::vector<float>(1));
  S.run(S.kernel(C.Sample, "sor3d_error", "sor3d"), cl::NDRange(1),
        cl::NDRange(1), B[0], New, Moved, W, H, D);
  return equal(C, S.read<float>(New, Count), Expected.Elements) &&
         equal(C, S.read<float>(Moved, 1), std::vector<float>{Error});
}

/// sor3d_int has a mask, sor3d_nest sums what moved.
static bool checkSorInt(Session &S, const Check &C) {
  constexpr int W = 15, H = 11, D = 9, Count = W * H * D, Omega = 200;
  bool Nest = C.Name == "sor3d_nest";
  auto Make = [&](int High, unsigned Seed) {
    return Grid<int>(W, H, D, randomWholes<int>(Count, 0, High, Seed));
  };
  SorInputs<int> In = {Make(4095, 0), Make(255, 1), Make(255, 2), Make(255, 3),
                       Make(255, 4),  Make(255, 5), Make(255, 6), Make(255, 7),
                       Make(255, 8),  Make(1, 9)};
  Grid<int> &P = In[0], Expected = P;
  int Error = 0;
  P.each([&](int X, int Y, int Z) {
    if (!P.inside(X, Y, Z) || (!Nest && !In[9].at(X, Y, Z)))
      return;
    int Own = P.at(X, Y, Z), Sum = weightedNeighbours(In, X, Y, Z);
    int Target = (In[2].at(X, Y, Z) * ((Sum >> 8) - In[1].at(X, Y, Z))) >> 8;
    int Change = (Omega * (Target - Own)) >> 8;
    Expected.at(X, Y, Z) = Own + Change;
    Error += std::abs(Change);
  });
  std::array<cl::Buffer, 10> B;
  for (size_t I = 0; I < B.size(); ++I)
    B[I] = S.buffer(In[I].Elements);
  cl::Buffer New = S.buffer(P.Elements), Moved = S.buffer(std::vector<int>(1));
  cl::Kernel Kernel = S.kernel(C.Sample, C.Name);
  if (Nest)
    S.run(Kernel, cl::NDRange(1), cl::NDRange(1), B[0], B[1], B[2], B[3], B[4],
          B[5], B[6], B[7], B[8], New, Moved, Omega, W, H, D);
  else
    S.run(Kernel, cl::NDRange(W, H, D), cl::NullRange, B[0], B[1], B[2], B[3],
          B[4], B[5], B[6], B[7], B[8], B[9], New, Omega, W, H, D);
  return equal(C, S.read<int>(New, Count), Expected.Elements) &&
         (!Nest || equal(C, S.read<int>(Moved, 1), std::vector<int>{Error}));
}

/// Updates \p EY, \p EX, then \p HZ from them.
template <typename T, typename Half, typename Most>
static void stepFields(Grid<T> &EY, Grid<T> &EX, Grid<T> &HZ, T Source,
                       Half HalfOf, Most MostOf) {
  HZ.each([&](int X, int Y, int) {
    T &E = EY.at(X, Y);
    E = Y == 0 ? Source : E - HalfOf(HZ.at(X, Y) - HZ.at(X, Y - 1));
    if (X > 0)
      EX.at(X, Y) -= HalfOf(HZ.at(X, Y) - HZ.at(X - 1, Y));
  });
  HZ.each([&](int X, int Y, int) {
    if (X < HZ.Width - 1 && Y < HZ.Height - 1)
      HZ.at(X, Y) -=
          MostOf(EX.at(X + 1, Y) - EX.at(X, Y) + EY.at(X, Y + 1) - EY.at(X, Y));
  });
}

static bool checkFdtd(Session &S, const Check &C) {
  constexpr int W = 64, H = 48, Count = W * H;
  Grid<float> EY(W, H, 1, randomReals(Count, 1));
  Grid<float> EX(W, H, 1, randomReals(Count, 2));
  Grid<float> HZ(W, H, 1, randomReals(Count, 3));
  cl::Buffer BY = S.buffer(EY.Elements), BX = S.buffer(EX.Elements),
             BZ = S.buffer(HZ.Elements);
  stepFields(
      EY, EX, HZ, 0.75f, [](float V) { return 0.5f * V; },
      [](float V) { return 0.7f * V; });
  cl::NDRange Global(W, H);
  S.run(S.kernel(C.Sample, "fdtd2d_ey", C.Name), Global, cl::NullRange, BY, BZ,
        0.75f, W);
  S.run(S.kernel(C.Sample, "fdtd2d_ex", C.Name), Global, cl::NullRange, BX, BZ,
        W);
  S.run(S.kernel(C.Sample, "fdtd2d_hz", C.Name), Global, cl::NullRange, BZ, BX,
        BY, W, H);
  return equal(C, S.read<float>(BY, Count), EY.Elements) &&
         equal(C, S.read<float>(BX, Count), EX.Elements) &&
         equal(C, S.read<float>(BZ, Count), HZ.Elements);
}

static bool checkFdtdInt(Session &S, const Check &C) {
  constexpr int W = 61, H = 37, Count = W * H;
  auto Make = [&](unsigned Seed) {
    return Grid<int>(W, H, 1, randomWholes<int>(Count, -1000, 1000, Seed));
  };
  Grid<int> EY = Make(1), EX = Make(2), HZ = Make(3);
  cl::Buffer BY = S.buffer(EY.Elements), BX = S.buffer(EX.Elements),
             BZ = S.buffer(HZ.Elements);
  stepFields(
      EY, EX, HZ, 1000, [](int V) { return V >> 1; },
      [](int V) { return (3 * V) >> 2; });
  std::vector<int> Nothing(Count);
  cl::Buffer NewY = S.buffer(Nothing), NewX = S.buffer(Nothing),
             NewZ = S.buffer(Nothing);
  cl::NDRange Global(W, H);
  S.run(S.kernel(C.Sample, "fdtd2d_int_ey", C.Name), Global, cl::NullRange, BY,
        BZ, NewY, 1000, W);
  S.run(S.kernel(C.Sample, "fdtd2d_int_ex", C.Name), Global, cl::NullRange, BX,
        BZ, NewX, W);
  S.run(S.kernel(C.Sample, "fdtd2d_int_hz", C.Name), Global, cl::NullRange, BZ,
        NewX, NewY, NewZ, W, H);
  return equal(C, S.read<int>(NewY, Count), EY.Elements) &&
         equal(C, S.read<int>(NewX, Count), EX.Elements) &&
         equal(C, S.read<int>(NewZ, Count), HZ.Elements);
}

std::vector<Check> stepChecks() {
  return {{"sor3d", "sor3d", checkSor},
          {"sor3d_int", "sor3d", checkSorInt},
          {"sor3d_nest", "sor3d", checkSorInt},
          {"fdtd2d", "fdtd2d", checkFdtd},
          {"fdtd2d_int", "fdtd2d", checkFdtdInt}};
}

} // namespace samples
