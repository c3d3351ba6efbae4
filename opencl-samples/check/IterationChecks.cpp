// Checks of time steps that the host repeats, with buffers that take turns as
// the launch files say. Equality: whole numbers, and floats whose operations
// are rounded one by one in the kernel's order.
#include "Repeated.h"

#include <cstdlib>
#include <functional>

namespace samples {

/// One launch, with the buffer that is read and the one that is written.
using Launcher = std::function<void(cl::Buffer &Read, cl::Buffer &Written)>;

/// A kernel of one field: \p Cell is the next value of (x, y, z) in a grid.
template <typename T, typename F>
static bool checkField(Session &S, const Check &C, Grid<T> Cur, F Cell,
                       const Launcher &Launch) {
  Grid<T> Next = Cur;
  cl::Buffer Read = S.buffer(Cur.Elements), Written = S.buffer(Next.Elements);
  for (int Step = 0; Step < Steps; ++Step) {
    Next.each(
        [&](int X, int Y, int Z) { Next.at(X, Y, Z) = Cell(Cur, X, Y, Z); });
    Launch(Read, Written);
    std::swap(Cur, Next);
    std::swap(Read, Written);
  }
  return equal(C, S.read<T>(Read, Cur.Elements.size()), Cur.Elements);
}

static bool checkHotspot3D(Session &S, const Check &C) {
  constexpr int W = 16, H = 12, D = 8;
  constexpr float Capacity = 0.3f, RX = 0.1f, RY = 0.15f, RZ = 0.2f,
                  Air = 0.02f, Ambient = 80;
  Grid<float> Power = reals(W, H, D, 2);
  auto Cell = [&](Grid<float> &G, int X, int Y, int Z) {
    float Own = G.at(X, Y, Z);
    float AlongX = G.clamped(X - 1, Y, Z) + G.clamped(X + 1, Y, Z) - 2 * Own;
    float AlongY = G.clamped(X, Y - 1, Z) + G.clamped(X, Y + 1, Z) - 2 * Own;
    float AlongZ = G.clamped(X, Y, Z - 1) + G.clamped(X, Y, Z + 1) - 2 * Own;
    float Flow =
        AlongX * RX + AlongY * RY + AlongZ * RZ + (Ambient - Own) * Air;
    return Own + Capacity * (Power.at(X, Y, Z) + Flow);
  };
  cl::Kernel Kernel = S.kernel(C.Sample, C.Name);
  cl::Buffer P = S.buffer(Power.Elements);
  return checkField(S, C, reals(W, H, D, 1), Cell,
                    [&](cl::Buffer &T, cl::Buffer &Next) {
                      S.run(Kernel, cl::NDRange(W, H, D), cl::NullRange, T, P,
                            Next, W, H, D, Capacity, RX, RY, RZ, Air, Ambient);
                    });
}

static bool checkHotspot3DInt(Session &S, const Check &C) {
  constexpr int W = 15, H = 11, D = 9, RX = 26, RY = 38, RZ = 30, Air = 5,
                Ambient = 20480;
  Grid<int> Power = wholes(W, H, D, 0, 255, 2);
  auto Cell = [&](Grid<int> &G, int X, int Y, int Z) {
    int Own = G.at(X, Y, Z);
    int AlongX = G.clamped(X - 1, Y, Z) + G.clamped(X + 1, Y, Z) - 2 * Own;
    int AlongY = G.clamped(X, Y - 1, Z) + G.clamped(X, Y + 1, Z) - 2 * Own;
    int AlongZ = G.clamped(X, Y, Z - 1) + G.clamped(X, Y, Z + 1) - 2 * Own;
    int Change = 16 * Power.at(X, Y, Z) + AlongX * RX + AlongY * RY +
                 AlongZ * RZ + (Ambient - Own) * Air;
    return Own + (Change >> 8);
  };
  cl::Kernel Kernel = S.kernel(C.Sample, C.Name);
  cl::Buffer P = S.buffer(Power.Elements);
  return checkField(S, C, wholes(W, H, D, 0, 25600, 1), Cell,
                    [&](cl::Buffer &T, cl::Buffer &Next) {
                      S.run(Kernel, cl::NDRange(W, H, D), cl::NullRange, T, P,
                            Next, W, H, D, RX, RY, RZ, Air, Ambient);
                    });
}

static bool checkHeat(Session &S, const Check &C) {
  constexpr int W = 61, H = 37;
  constexpr float Edge = 0.75f, Rate = 0.2f;
  auto Cell = [&](Grid<float> &G, int X, int Y, int) {
    auto At = [&](int AtX, int AtY) {
      bool Beyond = AtX < 0 || AtX >= W || AtY < 0 || AtY >= H;
      return Beyond ? Edge : G.at(AtX, AtY);
    };
    float Around = At(X - 1, Y) + At(X + 1, Y) + At(X, Y - 1) + At(X, Y + 1);
    return G.at(X, Y) + Rate * (Around - 4 * G.at(X, Y));
  };
  cl::Kernel Kernel = S.kernel(C.Sample, C.Name);
  return checkField(S, C, reals(W, H, 1, 1), Cell,
                    [&](cl::Buffer &T, cl::Buffer &Next) {
                      S.run(Kernel, cl::NDRange(W, H), cl::NullRange, T, Next,
                            W, H, Edge, Rate);
                    });
}

static bool checkHeatInt(Session &S, const Check &C) {
  constexpr int W = 64, H = 48, Edge = 20480;
  auto Cell = [&](Grid<int> &G, int X, int Y, int) {
    if (!G.inside(X, Y))
      return Edge;
    int Around =
        G.at(X - 1, Y) + G.at(X + 1, Y) + G.at(X, Y - 1) + G.at(X, Y + 1);
    return (4 * G.at(X, Y) + Around) >> 3;
  };
  cl::Kernel Kernel = S.kernel(C.Sample, C.Name);
  return checkField(S, C, wholes(W, H, 1, 0, 65535, 1), Cell,
                    [&](cl::Buffer &T, cl::Buffer &Next) {
                      S.run(Kernel, cl::NDRange(W, H), cl::NullRange, T, Next,
                            W, H, Edge);
                    });
}

/// The element of a torus. Not by remainders, from which the vectoriser of
/// clang 22 makes loads that go on beyond the width.
template <typename T> static T wrapped(Grid<T> &G, int X, int Y) {
  return G.at(X < 0 ? X + G.Width : X, Y < 0 ? Y + G.Height : Y);
}

static bool checkAdvection(Session &S, const Check &C) {
  constexpr int W = 64, H = 48;
  constexpr float CourantX = 0.3f, CourantY = 0.2f;
  auto Cell = [&](Grid<float> &G, int X, int Y, int) {
    float Own = G.at(X, Y);
    auto Slope = [&](float Near, float Far) {
      return 1.5f * Own - 2.0f * Near + 0.5f * Far;
    };
    float SlopeX = Slope(wrapped(G, X - 1, Y), wrapped(G, X - 2, Y));
    float SlopeY = Slope(wrapped(G, X, Y - 1), wrapped(G, X, Y - 2));
    return Own - CourantX * SlopeX - CourantY * SlopeY;
  };
  cl::Kernel Kernel = S.kernel(C.Sample, C.Name);
  return checkField(S, C, reals(W, H, 1, 1), Cell,
                    [&](cl::Buffer &Q, cl::Buffer &Next) {
                      S.run(Kernel, cl::NDRange(W, H), cl::NullRange, Q, Next,
                            W, H, CourantX, CourantY);
                    });
}

static bool checkAdvectionInt(Session &S, const Check &C) {
  constexpr int W = 61, H = 37, CourantX = 60, CourantY = 80;
  auto Cell = [&](Grid<int> &G, int X, int Y, int) {
    int Own = G.at(X, Y);
    int Change = CourantX * (Own - wrapped(G, X - 1, Y)) +
                 CourantY * (Own - wrapped(G, X, Y - 1));
    return Own - (Change >> 8);
  };
  cl::Kernel Kernel = S.kernel(C.Sample, C.Name);
  return checkField(S, C, wholes(W, H, 1, -65536, 65536, 1), Cell,
                    [&](cl::Buffer &Q, cl::Buffer &Next) {
                      S.run(Kernel, cl::NDRange(W, H), cl::NullRange, Q, Next,
                            W, H, CourantX, CourantY);
                    });
}

static bool checkAnisotropic(Session &S, const Check &C) {
  constexpr int W = 61, H = 37;
  Grid<float> KX = reals(W, H, 1, 2), KY = reals(W, H, 1, 3);
  auto Cell = [&](Grid<float> &G, int X, int Y, int) {
    float Own = G.at(X, Y);
    if (!G.inside(X, Y))
      return Own;
    float East = KX.at(X, Y) * (G.at(X + 1, Y) - Own);
    float West = KX.at(X - 1, Y) * (Own - G.at(X - 1, Y));
    float South = KY.at(X, Y) * (G.at(X, Y + 1) - Own);
    float North = KY.at(X, Y - 1) * (Own - G.at(X, Y - 1));
    return Own + (East - West + South - North);
  };
  cl::Kernel Kernel = S.kernel(C.Sample, C.Name);
  cl::Buffer BX = S.buffer(KX.Elements), BY = S.buffer(KY.Elements);
  return checkField(
      S, C, reals(W, H, 1, 1), Cell, [&](cl::Buffer &T, cl::Buffer &Next) {
        S.run(Kernel, cl::NDRange(W, H), cl::NullRange, T, BX, BY, Next, W, H);
      });
}

static bool checkAnisotropicInt(Session &S, const Check &C) {
  constexpr int W = 64, H = 48;
  Grid<int> KX = wholes(W, H, 1, 0, 63, 2), KY = wholes(W, H, 1, 0, 63, 3);
  auto Cell = [&](Grid<int> &G, int X, int Y, int) {
    int Own = G.at(X, Y), Flow = 0;
    if (X > 0)
      Flow += KX.at(X - 1, Y) * (G.at(X - 1, Y) - Own);
    if (X < W - 1)
      Flow += KX.at(X, Y) * (G.at(X + 1, Y) - Own);
    if (Y > 0)
      Flow += KY.at(X, Y - 1) * (G.at(X, Y - 1) - Own);
    if (Y < H - 1)
      Flow += KY.at(X, Y) * (G.at(X, Y + 1) - Own);
    return Own + (Flow >> 8);
  };
  cl::Kernel Kernel = S.kernel(C.Sample, C.Name);
  cl::Buffer BX = S.buffer(KX.Elements), BY = S.buffer(KY.Elements);
  return checkField(S, C, wholes(W, H, 1, 0, 65535, 1), Cell,
                    [&](cl::Buffer &T, cl::Buffer &Next) {
                      S.run(Kernel, cl::NDRange(W, H), cl::NullRange, T, BX, BY,
                            Next, W, H);
                    });
}

static bool checkLife(Session &S, const Check &C) {
  constexpr int W = 61, H = 37;
  auto Cell = [&](Grid<cl_uchar> &G, int X, int Y, int) -> cl_uchar {
    int Square = 0;
    for (int AtY = std::max(Y - 1, 0); AtY <= std::min(Y + 1, H - 1); ++AtY)
      for (int AtX = std::max(X - 1, 0); AtX <= std::min(X + 1, W - 1); ++AtX)
        Square += G.at(AtX, AtY);
    return Square == 3 || (Square == 4 && G.at(X, Y));
  };
  cl::Kernel Kernel = S.kernel(C.Sample, C.Name);
  Grid<cl_uchar> Start(W, H, 1, randomWholes<cl_uchar>(W * H, 0, 1, 1));
  return checkField(
      S, C, Start, Cell, [&](cl::Buffer &Alive, cl::Buffer &Next) {
        S.run(Kernel, cl::NDRange(W, H), cl::NullRange, Alive, Next, W, H);
      });
}

static bool checkBlur(Session &S, const Check &C) {
  constexpr int W = 64, H = 48;
  auto Mirrored = [](int Index, int Size) {
    return Index < 0 ? -Index : Index >= Size ? 2 * (Size - 1) - Index : Index;
  };
  auto Cell = [&](Grid<int> &G, int X, int Y, int) {
    int Sum = 8;
    for (int DY = -1; DY <= 1; ++DY)
      for (int DX = -1; DX <= 1; ++DX)
        Sum += (2 - std::abs(DX)) * (2 - std::abs(DY)) *
               G.at(Mirrored(X + DX, W), Mirrored(Y + DY, H));
    return Sum >> 4;
  };
  cl::Kernel Kernel = S.kernel(C.Sample, C.Name);
  return checkField(S, C, wholes(W, H, 1, 0, 65535, 1), Cell,
                    [&](cl::Buffer &Image, cl::Buffer &Blurred) {
                      S.run(Kernel, cl::NDRange(W, H), cl::NullRange, Image,
                            Blurred, W, H);
                    });
}

std::vector<Check> iterationChecks() {
  return {{"hotspot3d", "hotspot3d", checkHotspot3D},
          {"hotspot3d_int", "hotspot3d", checkHotspot3DInt},
          {"heat2d", "heat2d", checkHeat},
          {"heat2d_int", "heat2d", checkHeatInt},
          {"advection2d", "advection2d", checkAdvection},
          {"advection2d_int", "advection2d", checkAdvectionInt},
          {"anisotropic2d", "anisotropic2d", checkAnisotropic},
          {"anisotropic2d_int", "anisotropic2d", checkAnisotropicInt},
          {"life", "life", checkLife},
          {"blur3x3", "blur3x3", checkBlur}};
}

} // namespace samples
