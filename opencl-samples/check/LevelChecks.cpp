// Checks of time steps with several fields or several time levels, repeated by
// the host with buffers that take turns as the launch files say. Equality:
// whole numbers, and floats whose operations are rounded one by one in the
// kernel's order.
#include "Repeated.h"

#include <array>
#include <optional>
#include <tuple>

namespace samples {

/// A kernel of two time levels: \p Cell is the next value of (x, y, z) from the
/// previous and the current grid. Cells within \p Reach of the border get
/// \p Rim, or without it stay as they are.
template <typename T, typename F>
static bool checkLevels(Session &S, const Check &C, Grid<T> Prev, Grid<T> Cur,
                        const Grid<T> &Courant2, int Reach,
                        std::optional<T> Rim, F Cell) {
  Grid<T> Next = Cur;
  for (Grid<T> *G : {&Prev, &Cur, &Next}) // alike where no step writes
    G->each([&](int X, int Y, int Z) {
      if (!G->inside(X, Y, Z, Reach))
        G->at(X, Y, Z) = T(X + 2 * Y + 3 * Z);
    });
  cl::Kernel Kernel = S.kernel(C.Sample, C.Name);
  cl::Buffer Before = S.buffer(Prev.Elements), Now = S.buffer(Cur.Elements),
             After = S.buffer(Next.Elements), K = S.buffer(Courant2.Elements);
  for (int Step = 0; Step < Steps; ++Step) {
    Next.each([&](int X, int Y, int Z) {
      if (Next.inside(X, Y, Z, Reach))
        Next.at(X, Y, Z) = Cell(Prev, Cur, X, Y, Z);
      else if (Rim)
        Next.at(X, Y, Z) = *Rim;
    });
    if (Cur.Depth == 1)
      S.run(Kernel, cl::NDRange(Cur.Width, Cur.Height), cl::NullRange, Before,
            Now, K, After, Cur.Width, Cur.Height);
    else
      S.run(Kernel, cl::NDRange(Cur.Width, Cur.Height, Cur.Depth),
            cl::NullRange, Before, Now, K, After, Cur.Width, Cur.Height,
            Cur.Depth);
    std::swap(Prev, Cur), std::swap(Cur, Next);
    std::swap(Before, Now), std::swap(Now, After);
  }
  return equal(C, S.read<T>(Now, Cur.Elements.size()), Cur.Elements) &&
         equal(C, S.read<T>(Before, Cur.Elements.size()), Prev.Elements);
}

/// The sum of the four neighbours less four times the cell.
template <typename T> static T laplacian(Grid<T> &G, int X, int Y) {
  return G.at(X - 1, Y) + G.at(X + 1, Y) + G.at(X, Y - 1) + G.at(X, Y + 1) -
         4 * G.at(X, Y);
}

static bool checkWave(Session &S, const Check &C) {
  constexpr int W = 61, H = 37;
  Grid<float> K = reals(W, H, 1, 3);
  return checkLevels<float>(
      S, C, reals(W, H, 1, 1), reals(W, H, 1, 2), K, 1, std::nullopt,
      [&](Grid<float> &Prev, Grid<float> &Cur, int X, int Y, int) {
        return 2.0f * Cur.at(X, Y) - Prev.at(X, Y) +
               K.at(X, Y) * laplacian(Cur, X, Y);
      });
}

static bool checkWaveInt(Session &S, const Check &C) {
  constexpr int W = 64, H = 48;
  Grid<int> K = wholes(W, H, 1, 0, 127, 3);
  return checkLevels<int>(
      S, C, wholes(W, H, 1, -1000, 1000, 1), wholes(W, H, 1, -1000, 1000, 2), K,
      1, 0, [&](Grid<int> &Prev, Grid<int> &Cur, int X, int Y, int) {
        return 2 * Cur.at(X, Y) - Prev.at(X, Y) +
               ((K.at(X, Y) * laplacian(Cur, X, Y)) >> 8);
      });
}

/// The second derivatives along the three axes from cells up to four away, with
/// \p Weight by the distance.
template <typename T>
static T highOrder(Grid<T> &G, const std::array<T, 5> &Weight, int X, int Y,
                   int Z) {
  T Sum = 3 * Weight[0] * G.at(X, Y, Z);
  for (int R = 1; R <= 4; ++R)
    Sum +=
        Weight[R] * (G.at(X - R, Y, Z) + G.at(X + R, Y, Z) + G.at(X, Y - R, Z) +
                     G.at(X, Y + R, Z) + G.at(X, Y, Z - R) + G.at(X, Y, Z + R));
  return Sum;
}

static bool checkAcoustic(Session &S, const Check &C) {
  constexpr int W = 20, H = 18, D = 16;
  Grid<float> K = reals(W, H, D, 3);
  const std::array<float, 5> Weight = {-205.0f / 72, 8.0f / 5, -1.0f / 5,
                                       8.0f / 315, -1.0f / 560};
  return checkLevels<float>(
      S, C, reals(W, H, D, 1), reals(W, H, D, 2), K, 4, std::nullopt,
      [&](Grid<float> &Prev, Grid<float> &Cur, int X, int Y, int Z) {
        return 2.0f * Cur.at(X, Y, Z) - Prev.at(X, Y, Z) +
               K.at(X, Y, Z) * highOrder(Cur, Weight, X, Y, Z);
      });
}

static bool checkAcousticInt(Session &S, const Check &C) {
  constexpr int W = 21, H = 17, D = 15;
  Grid<int> K = wholes(W, H, D, 0, 40, 3);
  const std::array<int, 5> Weight = {-729, 410, -51, 6, -1};
  return checkLevels<int>(
      S, C, wholes(W, H, D, -1000, 1000, 1), wholes(W, H, D, -1000, 1000, 2), K,
      4, 0, [&](Grid<int> &Prev, Grid<int> &Cur, int X, int Y, int Z) {
        int Laplacian = highOrder(Cur, Weight, X, Y, Z) >> 8;
        return 2 * Cur.at(X, Y, Z) - Prev.at(X, Y, Z) +
               ((K.at(X, Y, Z) * Laplacian) >> 8);
      });
}

/// \p React gives the next u and v of a cell. \p Rates are diffuse_u,
/// diffuse_v, feed and kill.
template <typename T, typename F>
static bool checkReaction(Session &S, const Check &C, Grid<T> U, Grid<T> V,
                          const std::array<T, 4> &Rates, F React) {
  Grid<T> NextU(U.Width, U.Height, 1), NextV = NextU;
  cl::Kernel Kernel = S.kernel(C.Sample, C.Name);
  cl::Buffer BU = S.buffer(U.Elements), BV = S.buffer(V.Elements),
             NewU = S.buffer(NextU.Elements), NewV = S.buffer(NextV.Elements);
  for (int Step = 0; Step < Steps; ++Step) {
    U.each([&](int X, int Y, int) {
      std::tie(NextU.at(X, Y), NextV.at(X, Y)) = React(U, V, X, Y);
    });
    S.run(Kernel, cl::NDRange(U.Width, U.Height), cl::NullRange, BU, BV, NewU,
          NewV, U.Width, U.Height, Rates[0], Rates[1], Rates[2], Rates[3]);
    std::swap(U, NextU), std::swap(V, NextV);
    std::swap(BU, NewU), std::swap(BV, NewV);
  }
  return equal(C, S.read<T>(BU, U.Elements.size()), U.Elements) &&
         equal(C, S.read<T>(BV, V.Elements.size()), V.Elements);
}

static bool checkGrayScott(Session &S, const Check &C) {
  constexpr float DU = 0.16f, DV = 0.08f, Feed = 0.035f, Kill = 0.065f;
  auto Flow = [](Grid<float> &G, int X, int Y) {
    return G.clamped(X - 1, Y) + G.clamped(X + 1, Y) + G.clamped(X, Y - 1) +
           G.clamped(X, Y + 1) - 4.0f * G.at(X, Y);
  };
  return checkReaction<float>(
      S, C, reals(64, 48, 1, 1), reals(64, 48, 1, 2), {DU, DV, Feed, Kill},
      [&](Grid<float> &GU, Grid<float> &GV, int X, int Y) {
        float U = GU.at(X, Y), V = GV.at(X, Y), Reaction = U * V * V;
        float ChangeU = DU * Flow(GU, X, Y) - Reaction + Feed * (1.0f - U);
        float ChangeV = DV * Flow(GV, X, Y) + Reaction - (Feed + Kill) * V;
        return std::pair(U + ChangeU, V + ChangeV);
      });
}

static bool checkGrayScottInt(Session &S, const Check &C) {
  constexpr int DU = 41, DV = 20, Feed = 9, Kill = 17;
  return checkReaction<int>(
      S, C, wholes(61, 37, 1, 0, 4096, 1), wholes(61, 37, 1, 0, 4096, 2),
      {DU, DV, Feed, Kill}, [](Grid<int> &GU, Grid<int> &GV, int X, int Y) {
        int U = GU.at(X, Y), V = GV.at(X, Y);
        if (!GU.inside(X, Y))
          return std::pair(U, V);
        int Reaction = (((U * V) >> 12) * V) >> 12;
        int ChangeU = DU * laplacian(GU, X, Y) + Feed * (4096 - U);
        int ChangeV = DV * laplacian(GV, X, Y) - (Feed + Kill) * V;
        return std::pair(U + (ChangeU >> 8) - Reaction,
                         V + (ChangeV >> 8) + Reaction);
      });
}

/// ex, ey, ez, hx, hy, hz.
template <typename T> using YeeFields = std::array<Grid<T>, 6>;

/// The offset (dx, dy, dz) along axis 0, 1 or 2.
static std::array<int, 3> unit(int Axis) {
  return {Axis == 0, Axis == 1, Axis == 2};
}

/// The curl of the fields from \p First on along \p Axis: towards higher
/// coordinates (\p Side 1) or lower ones (-1). Beyond the box a field is 0.
template <typename T>
static T curl(YeeFields<T> &F, int First, int Axis, int Side, int X, int Y,
              int Z) {
  auto Difference = [&](int Field, int Along) {
    Grid<T> &G = F[First + Field % 3];
    auto [DX, DY, DZ] = unit(Along % 3);
    int AtX = X + Side * DX, AtY = Y + Side * DY, AtZ = Z + Side * DZ;
    T There = AtX < G.Width && AtY < G.Height && AtZ < G.Depth
                  ? G.at(AtX, AtY, AtZ)
                  : T(0);
    return Side > 0 ? There - G.at(X, Y, Z) : G.at(X, Y, Z) - There;
  };
  return Difference(Axis + 2, Axis + 1) - Difference(Axis + 1, Axis + 2);
}

/// Where a component is updated.
struct YeeBounds {
  int First;     ///< coordinate along the two other axes
  int OwnSkip;   ///< [cell] left out at the end of its own axis
  int OtherSkip; ///< [cell] left out at the ends of the other axes
};

/// Adds \p Scaled of the curl of the fields from \p From on to those from \p To
/// on.
template <typename T, typename F>
static void updateFields(YeeFields<T> &Fields, int To, int From, YeeBounds B,
                         int Side, F Scaled) {
  for (int Axis = 0; Axis < 3; ++Axis) {
    Grid<T> &G = Fields[To + Axis];
    G.each([&](int X, int Y, int Z) {
      const int At[] = {X, Y, Z}, Size[] = {G.Width, G.Height, G.Depth};
      for (int D = 0; D < 3; ++D)
        if (D == Axis ? At[D] >= Size[D] - B.OwnSkip
                      : At[D] < B.First || At[D] >= Size[D] - B.OtherSkip)
          return;
      G.at(X, Y, Z) += Scaled(curl(Fields, From, Axis, Side, X, Y, Z));
    });
  }
}

/// \p LaunchE and \p LaunchH run the kernels on the six fields.
template <typename T, typename Step, typename LaunchE, typename LaunchH>
static bool checkYee(Session &S, const Check &C, YeeFields<T> Fields,
                     Step OneStep, LaunchE RunE, LaunchH RunH) {
  std::array<cl::Buffer, 6> B;
  for (size_t I = 0; I < B.size(); ++I)
    B[I] = S.buffer(Fields[I].Elements);
  for (int I = 0; I < Steps; ++I) {
    OneStep(Fields);
    RunE(B);
    RunH(B);
  }
  for (size_t I = 0; I < B.size(); ++I)
    if (!equal(C, S.read<T>(B[I], Fields[I].Elements.size()),
               Fields[I].Elements))
      return false;
  return true;
}

static bool checkFdtd3D(Session &S, const Check &C) {
  constexpr int W = 16, H = 12, D = 8;
  constexpr float CE = 0.4f, CH = 0.45f;
  const cl::NDRange Global(W, H, D);
  cl::Kernel E = S.kernel(C.Sample, "fdtd3d_e", C.Name),
             M = S.kernel(C.Sample, "fdtd3d_h", C.Name);
  auto Make = [](unsigned Seed) { return reals(W, H, D, Seed); };
  return checkYee<float>(
      S, C, {Make(1), Make(2), Make(3), Make(4), Make(5), Make(6)},
      [](YeeFields<float> &F) {
        updateFields(F, 0, 3, {1, 1, 1}, -1, [](float V) { return CE * V; });
        updateFields(F, 3, 0, {0, 0, 1}, 1, [](float V) { return -(CH * V); });
      },
      [&](auto &B) {
        S.run(E, Global, cl::NullRange, B[0], B[1], B[2], B[3], B[4], B[5], CE,
              W, H, D);
      },
      [&](auto &B) {
        S.run(M, Global, cl::NullRange, B[3], B[4], B[5], B[0], B[1], B[2], CH,
              W, H, D);
      });
}

static bool checkFdtd3DInt(Session &S, const Check &C) {
  constexpr int W = 15, H = 11, D = 9;
  const cl::NDRange Global(W, H, D);
  cl::Kernel E = S.kernel(C.Sample, "fdtd3d_int_e", C.Name),
             M = S.kernel(C.Sample, "fdtd3d_int_h", C.Name);
  auto Make = [](unsigned Seed) {
    return wholes(W, H, D, -65536, 65536, Seed);
  };
  return checkYee<int>(
      S, C, {Make(1), Make(2), Make(3), Make(4), Make(5), Make(6)},
      [](YeeFields<int> &F) {
        updateFields(F, 0, 3, {1, 0, 0}, -1, [](int V) { return V >> 1; });
        updateFields(F, 3, 0, {0, 0, 0}, 1, [](int V) { return -(V >> 1); });
      },
      [&](auto &B) {
        S.run(E, Global, cl::NullRange, B[0], B[1], B[2], B[3], B[4], B[5], W,
              H);
      },
      [&](auto &B) {
        S.run(M, Global, cl::NullRange, B[3], B[4], B[5], B[0], B[1], B[2], W,
              H, D);
      });
}

std::vector<Check> levelChecks() {
  return {{"wave2d", "wave2d", checkWave},
          {"wave2d_int", "wave2d", checkWaveInt},
          {"acoustic3d", "acoustic3d", checkAcoustic},
          {"acoustic3d_int", "acoustic3d", checkAcousticInt},
          {"gray_scott", "gray_scott", checkGrayScott},
          {"gray_scott_int", "gray_scott", checkGrayScottInt},
          {"fdtd3d", "fdtd3d", checkFdtd3D},
          {"fdtd3d_int", "fdtd3d", checkFdtd3DInt}};
}

} // namespace samples
