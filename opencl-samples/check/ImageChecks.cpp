// Checks of the Sobel filters and of frame differencing: whole numbers, so
// equality.
#include "Checks.h"

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

std::vector<Check> imageChecks() {
  return {{"sobel", "sobel", checkSobel},
          {"sobel_single", "sobel", checkSobel},
          {"framediff", "framediff", checkFramediff},
          {"framediff_single", "framediff", checkFramediff}};
}

} // namespace samples
