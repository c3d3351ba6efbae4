// Checks of the image filters. Equality: whole numbers, and floats whose
// operations are rounded one by one in the kernel's order.
#include "Grid.h"

#include <algorithm>
#include <cstdlib>

namespace samples {

static bool checkSobel(Session &S, const Check &C) {
  constexpr int Width = 64, Height = 48, Pitch = Width + 2;
  auto Image = randomWholes<cl_uint>(Pitch * (Height + 2), 0, 60, 1);
  static const int Across[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
  std::vector<cl_uint> Expected(Width * Height);
  for (int Y = 0; Y < Height; ++Y)
    for (int X = 0; X < Width; ++X) {
      int Horizontal = 0, Vertical = 0;
      for (int J = 0; J < 3; ++J)
        for (int I = 0; I < 3; ++I) {
          int Pixel = int(Image[(Y + J) * Pitch + X + I]);
          Horizontal += Across[J][I] * Pixel;
          Vertical += Across[I][J] * Pixel;
        }
      int Sum = std::abs(Horizontal) + std::abs(Vertical);
      Expected[Y * Width + X] = cl_uint(std::min(Sum, 255));
    }
  cl::Kernel Kernel = S.kernel(C.Sample, C.Name);
  cl::Buffer Edges = S.buffer(std::vector<cl_uint>(Width * Height));
  if (C.Name == "sobel")
    S.run(Kernel, cl::NDRange(Width, Height), cl::NDRange(16, 4),
          S.buffer(Image), Edges, cl_int(Width));
  else
    S.run(Kernel, cl::NDRange(1), cl::NDRange(1), S.buffer(Image), Edges,
          cl_int(Width), cl_int(Height));
  return equal(C, S.read<cl_uint>(Edges, Width * Height), Expected);
}

/// Foreground (255) where two frames differ by 16 or more.
static bool checkFramediff(Session &S, const Check &C) {
  constexpr size_t Count = 640 * 480;
  auto Before = randomWholes<cl_uchar>(Count, 0, 255, 1);
  auto Now = randomWholes<cl_uchar>(Count, 0, 255, 2);
  std::vector<int> Expected(Count);
  for (size_t I = 0; I < Count; ++I)
    Expected[I] = std::abs(int(Now[I]) - int(Before[I])) < 16 ? 0 : 255;
  bool Single = C.Name == "framediff_single";
  cl::Buffer Moved = S.buffer(std::vector<cl_uchar>(Count));
  S.run(S.kernel(C.Sample, C.Name), cl::NDRange(Single ? 1 : Count),
        cl::NDRange(Single ? 1 : 256), S.buffer(Before), S.buffer(Now), Moved);
  auto Got = S.read<cl_uchar>(Moved, Count);
  return equal(C, std::vector<int>(Got.begin(), Got.end()), Expected);
}

/// Sums of the differences across and down, weighted 1 2 1.
template <typename T>
static std::pair<T, T> sobelDifferences(Grid<T> &A, int X, int Y) {
  T Across = (A.at(X + 1, Y - 1) - A.at(X - 1, Y - 1)) +
             2 * (A.at(X + 1, Y) - A.at(X - 1, Y)) +
             (A.at(X + 1, Y + 1) - A.at(X - 1, Y + 1));
  T Down = (A.at(X - 1, Y + 1) - A.at(X - 1, Y - 1)) +
           2 * (A.at(X, Y + 1) - A.at(X, Y - 1)) +
           (A.at(X + 1, Y + 1) - A.at(X + 1, Y - 1));
  return {Across, Down};
}

static bool checkSobelInt(Session &S, const Check &C) {
  Grid<int> Image(61, 37, 1, randomWholes<int>(61 * 37, 0, 60, 1));
  Grid<int> Expected(61, 37, 1);
  Image.each([&](int X, int Y, int) {
    if (!Image.inside(X, Y))
      return;
    auto [Across, Down] = sobelDifferences(Image, X, Y);
    Expected.at(X, Y) = std::min(std::abs(Across) + std::abs(Down), 255);
  });
  cl::Buffer Edges = S.buffer(std::vector<int>(61 * 37, -7));
  S.run(S.kernel(C.Sample, C.Name), cl::NDRange(61, 37), cl::NullRange,
        S.buffer(Image.Elements), Edges, 61, 37);
  return equal(C, S.read<int>(Edges, 61 * 37), Expected.Elements);
}

static bool checkSobelFloat(Session &S, const Check &C) {
  Grid<float> Image(64, 48, 1, randomReals(64 * 48, 1));
  Grid<float> Expected(64, 48, 1, -7.0f);
  Image.each([&](int X, int Y, int) {
    if (!Image.inside(X, Y))
      return;
    auto [Across, Down] = sobelDifferences(Image, X, Y);
    Expected.at(X, Y) = std::sqrt(Across * Across + Down * Down);
  });
  cl::Buffer Edges = S.buffer(std::vector<float>(64 * 48, -7.0f));
  S.run(S.kernel(C.Sample, C.Name), cl::NDRange(62, 46), cl::NullRange,
        S.buffer(Image.Elements), Edges, 64);
  return equal(C, S.read<float>(Edges, 64 * 48), Expected.Elements);
}

static bool checkGaussFloat(Session &S, const Check &C) {
  static const float Weight[5] = {1, 4, 6, 4, 1};
  Grid<float> Image(64, 48, 1, randomReals(64 * 48, 1));
  Grid<float> Expected(64, 48, 1, -7.0f);
  Image.each([&](int X, int Y, int) {
    if (!Image.inside(X, Y, 0, 2))
      return;
    float Sum = 0;
    for (int J = 0; J < 5; ++J)
      for (int I = 0; I < 5; ++I)
        Sum += Weight[J] * Weight[I] * Image.at(X + I - 2, Y + J - 2);
    Expected.at(X, Y) = Sum / 256;
  });
  cl::Buffer Blurred = S.buffer(std::vector<float>(64 * 48, -7.0f));
  S.run(S.kernel(C.Sample, C.Name), cl::NDRange(60, 44), cl::NullRange,
        S.buffer(Image.Elements), Blurred, 64);
  return equal(C, S.read<float>(Blurred, 64 * 48), Expected.Elements);
}

static bool checkGaussInt(Session &S, const Check &C) {
  static const int Weight[5] = {1, 4, 6, 4, 1};
  Grid<int> Image(61, 37, 1, randomWholes<int>(61 * 37, 0, 255, 1));
  Grid<int> Expected(61, 37, 1);
  Image.each([&](int X, int Y, int) {
    int Sum = 128;
    for (int J = 0; J < 5; ++J)
      for (int I = 0; I < 5; ++I)
        Sum += Weight[J] * Weight[I] * Image.clamped(X + I - 2, Y + J - 2);
    Expected.at(X, Y) = Sum >> 8;
  });
  cl::Buffer Blurred = S.buffer(std::vector<int>(61 * 37));
  S.run(S.kernel(C.Sample, C.Name), cl::NDRange(61, 37), cl::NullRange,
        S.buffer(Image.Elements), Blurred, 61, 37);
  return equal(C, S.read<int>(Blurred, 61 * 37), Expected.Elements);
}

/// What lies outside the image is clamped here, left out there: the least is
/// the same.
static bool checkErosion(Session &S, const Check &C) {
  auto Pixels = randomWholes<cl_uchar>(61 * 37, 0, 255, 1);
  Grid<int> Image(61, 37, 1, std::vector<int>(Pixels.begin(), Pixels.end()));
  Grid<int> Expected(61, 37, 1, 255);
  Image.each([&](int X, int Y, int) {
    for (int J = -1; J <= 1; ++J)
      for (int I = -1; I <= 1; ++I)
        Expected.at(X, Y) =
            std::min(Expected.at(X, Y), Image.clamped(X + I, Y + J));
  });
  cl::Buffer Eroded = S.buffer(std::vector<cl_uchar>(61 * 37));
  S.run(S.kernel(C.Sample, C.Name), cl::NDRange(61, 37), cl::NullRange,
        S.buffer(Pixels), Eroded, 61, 37);
  auto Got = S.read<cl_uchar>(Eroded, 61 * 37);
  return equal(C, std::vector<int>(Got.begin(), Got.end()), Expected.Elements);
}

static bool checkErosionInt(Session &S, const Check &C) {
  Grid<int> Image(66, 50, 1, randomWholes<int>(66 * 50, 0, 255, 1));
  Grid<int> Expected(64, 48, 1);
  Expected.each([&](int X, int Y, int) {
    Expected.at(X, Y) = std::min({Image.at(X + 1, Y + 1), Image.at(X, Y + 1),
                                  Image.at(X + 2, Y + 1), Image.at(X + 1, Y),
                                  Image.at(X + 1, Y + 2)});
  });
  cl::Buffer Eroded = S.buffer(std::vector<int>(64 * 48));
  S.run(S.kernel(C.Sample, C.Name), cl::NDRange(64, 48), cl::NullRange,
        S.buffer(Image.Elements), Eroded, 66);
  return equal(C, S.read<int>(Eroded, 64 * 48), Expected.Elements);
}

std::vector<Check> imageChecks() {
  return {{"sobel", "sobel", checkSobel},
          {"sobel_single", "sobel", checkSobel},
          {"sobel_int", "sobel", checkSobelInt},
          {"sobel_float", "sobel", checkSobelFloat},
          {"gauss5x5", "gauss5x5", checkGaussFloat},
          {"gauss5x5_int", "gauss5x5", checkGaussInt},
          {"erosion", "erosion", checkErosion},
          {"erosion_int", "erosion", checkErosionInt},
          {"framediff", "framediff", checkFramediff},
          {"framediff_single", "framediff", checkFramediff}};
}

} // namespace samples
