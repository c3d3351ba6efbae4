// Checks of the Jacobi steps and of hotspot. Equality: whole numbers, and
// floats whose operations are rounded one by one in the kernel's order. What a
// kernel must not write holds -7 before and after.
#include "Grid.h"

namespace samples {

static bool checkJacobi1D(Session &S, const Check &C) {
  constexpr int Count = 1001;
  auto A = randomReals(Count, 1);
  std::vector<float> Expected(Count, -7.0f);
  for (int I = 1; I < Count - 1; ++I)
    Expected[I] = 0.33333f * (A[I - 1] + A[I] + A[I + 1]);
  cl::Buffer Result = S.buffer(std::vector<float>(Count, -7.0f));
  S.run(S.kernel(C.Sample, C.Name), cl::NDRange(1024), cl::NDRange(64),
        S.buffer(A), Result, Count);
  return equal(C, S.read<float>(Result, Count), Expected);
}

/// jacobi1d_int leaves the ends, jacobi1d_ring joins them.
static bool checkJacobi1DInt(Session &S, const Check &C) {
  constexpr int Count = 1002;
  bool Ring = C.Name == "jacobi1d_ring";
  auto A = randomWholes<int>(Count, -1000, 1000, 1);
  std::vector<int> Expected(Count, -7);
  for (int I = Ring ? 0 : 1; I < (Ring ? Count : Count - 1); ++I)
    Expected[I] =
        (A[(I + Count - 1) % Count] + 2 * A[I] + A[(I + 1) % Count]) >> 2;
  cl::Buffer Result = S.buffer(std::vector<int>(Count, -7));
  cl::Kernel Kernel = S.kernel(C.Sample, C.Name);
  if (Ring)
    S.run(Kernel, cl::NDRange(Count), cl::NullRange, S.buffer(A), Result,
          Count);
  else
    S.run(Kernel, cl::NDRange(Count - 2), cl::NullRange, S.buffer(A), Result);
  return equal(C, S.read<int>(Result, Count), Expected);
}

static bool checkJacobi2D(Session &S, const Check &C) {
  Grid<float> A(61, 37, 1, randomReals(61 * 37, 1));
  Grid<float> Expected(61, 37, 1, -7.0f);
  A.each([&](int X, int Y, int) {
    if (A.inside(X, Y))
      Expected.at(X, Y) = 0.2f * (A.at(X, Y) + A.at(X - 1, Y) + A.at(X + 1, Y) +
                                  A.at(X, Y - 1) + A.at(X, Y + 1));
  });
  cl::Buffer Result = S.buffer(std::vector<float>(61 * 37, -7.0f));
  S.run(S.kernel(C.Sample, C.Name), cl::NDRange(64, 40), cl::NDRange(16, 4),
        S.buffer(A.Elements), Result, 61, 37);
  return equal(C, S.read<float>(Result, 61 * 37), Expected.Elements);
}

static bool checkJacobi2DInt(Session &S, const Check &C) {
  Grid<int> A(64, 48, 1, randomWholes<int>(64 * 48, -1000, 1000, 1));
  Grid<int> Expected(64, 48, 1);
  A.each([&](int X, int Y, int) {
    int Around = A.clamped(X - 1, Y) + A.clamped(X + 1, Y) +
                 A.clamped(X, Y - 1) + A.clamped(X, Y + 1);
    Expected.at(X, Y) = (4 * A.at(X, Y) + Around) >> 3;
  });
  cl::Buffer Result = S.buffer(std::vector<int>(64 * 48));
  S.run(S.kernel(C.Sample, C.Name), cl::NDRange(64, 48), cl::NullRange,
        S.buffer(A.Elements), Result, 64, 48);
  return equal(C, S.read<int>(Result, 64 * 48), Expected.Elements);
}

static bool checkJacobi3D(Session &S, const Check &C) {
  constexpr int W = 15, H = 11, D = 9, Count = W * H * D;
  Grid<float> A(W, H, D, randomReals(Count, 1)), Expected(W, H, D, -7.0f);
  A.each([&](int X, int Y, int Z) {
    if (A.inside(X, Y, Z))
      Expected.at(X, Y, Z) =
          0.4f * A.at(X, Y, Z) +
          0.1f * (A.at(X - 1, Y, Z) + A.at(X + 1, Y, Z) + A.at(X, Y - 1, Z) +
                  A.at(X, Y + 1, Z) + A.at(X, Y, Z - 1) + A.at(X, Y, Z + 1));
  });
  cl::Buffer Result = S.buffer(std::vector<float>(Count, -7.0f));
  S.run(S.kernel(C.Sample, C.Name), cl::NDRange(16, 12, 10),
        cl::NDRange(4, 4, 2), S.buffer(A.Elements), Result, 0.4f, 0.1f, W, H,
        D);
  return equal(C, S.read<float>(Result, Count), Expected.Elements);
}

static bool checkJacobi3DInt(Session &S, const Check &C) {
  constexpr int W = 16, H = 12, D = 8, Padded = (W + 2) * (H + 2) * (D + 2);
  Grid<int> A(W + 2, H + 2, D + 2, randomWholes<int>(Padded, -1000, 1000, 1));
  Grid<int> Expected(W, H, D);
  Expected.each([&](int X, int Y, int Z) {
    Expected.at(X, Y, Z) =
        (2 * A.at(X + 1, Y + 1, Z + 1) + A.at(X, Y + 1, Z + 1) +
         A.at(X + 2, Y + 1, Z + 1) + A.at(X + 1, Y, Z + 1) +
         A.at(X + 1, Y + 2, Z + 1) + A.at(X + 1, Y + 1, Z) +
         A.at(X + 1, Y + 1, Z + 2)) >>
        3;
  });
  cl::Buffer Result = S.buffer(std::vector<int>(W * H * D));
  S.run(S.kernel(C.Sample, C.Name), cl::NDRange(W, H, D), cl::NullRange,
        S.buffer(A.Elements), Result);
  return equal(C, S.read<int>(Result, W * H * D), Expected.Elements);
}

static bool checkHotspot(Session &S, const Check &C) {
  constexpr int W = 64, H = 48;
  constexpr float Capacity = 0.3f, RX = 0.1f, RY = 0.15f, RZ = 0.02f, Air = 80;
  Grid<float> T(W, H, 1, randomReals(W * H, 1)), Expected(W, H, 1);
  Grid<float> Power(W, H, 1, randomReals(W * H, 2));
  T.each([&](int X, int Y, int) {
    float Own = T.at(X, Y);
    float Vertical = T.clamped(X, Y + 1) + T.clamped(X, Y - 1) - 2 * Own;
    float Horizontal = T.clamped(X + 1, Y) + T.clamped(X - 1, Y) - 2 * Own;
    Expected.at(X, Y) = Own + Capacity * (Power.at(X, Y) + Vertical * RY +
                                          Horizontal * RX + (Air - Own) * RZ);
  });
  cl::Buffer Next = S.buffer(std::vector<float>(W * H));
  S.run(S.kernel(C.Sample, C.Name), cl::NDRange(W, H), cl::NullRange,
        S.buffer(T.Elements), S.buffer(Power.Elements), Next, W, H, Capacity,
        RX, RY, RZ, Air);
  return equal(C, S.read<float>(Next, W * H), Expected.Elements);
}

static bool checkHotspotInt(Session &S, const Check &C) {
  constexpr int W = 61, H = 37, RX = 26, RY = 38, RZ = 5, Air = 20480;
  Grid<int> T(W, H, 1, randomWholes<int>(W * H, 0, 25600, 1));
  Grid<int> Power(W, H, 1, randomWholes<int>(W * H, 0, 255, 2));
  Grid<int> Expected(W, H, 1);
  T.each([&](int X, int Y, int) {
    int Own = T.at(X, Y);
    int Vertical = T.clamped(X, Y + 1) + T.clamped(X, Y - 1) - 2 * Own;
    int Horizontal = T.clamped(X + 1, Y) + T.clamped(X - 1, Y) - 2 * Own;
    int Change = 16 * Power.at(X, Y) + Vertical * RY + Horizontal * RX +
                 (Air - Own) * RZ;
    Expected.at(X, Y) = Own + (Change >> 8);
  });
  cl::Buffer Next = S.buffer(std::vector<int>(W * H));
  S.run(S.kernel(C.Sample, C.Name), cl::NDRange(W, H), cl::NullRange,
        S.buffer(T.Elements), S.buffer(Power.Elements), Next, W, H, RX, RY, RZ,
        Air);
  return equal(C, S.read<int>(Next, W * H), Expected.Elements);
}

std::vector<Check> stencilChecks() {
  return {{"jacobi1d", "jacobi1d", checkJacobi1D},
          {"jacobi1d_int", "jacobi1d", checkJacobi1DInt},
          {"jacobi1d_ring", "jacobi1d", checkJacobi1DInt},
          {"jacobi2d", "jacobi2d", checkJacobi2D},
          {"jacobi2d_int", "jacobi2d", checkJacobi2DInt},
          {"jacobi3d", "jacobi3d", checkJacobi3D},
          {"jacobi3d_int", "jacobi3d", checkJacobi3DInt},
          {"hotspot", "hotspot", checkHotspot},
          {"hotspot_int", "hotspot", checkHotspotInt}};
}

} // namespace samples
