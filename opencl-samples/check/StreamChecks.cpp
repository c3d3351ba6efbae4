// Checks of the kernels without neighbours. Equality: whole numbers, and floats
// whose operations are rounded one by one in the kernel's order.
#include "Checks.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace samples {

/// The last work-group reaches beyond the elements where a kernel guards it.
static const cl::NDRange Beyond(1024), Group(64);
static constexpr int Count = 1000;

static bool checkVecaddFloat(Session &S, const Check &C) {
  auto A = randomReals(Count, 1), B = randomReals(Count, 2);
  std::vector<float> Expected(Count);
  for (int I = 0; I < Count; ++I)
    Expected[I] = A[I] + B[I];
  cl::Buffer Result = S.buffer(std::vector<float>(Count));
  S.run(S.kernel(C.Sample, C.Name), Beyond, Group, S.buffer(A), S.buffer(B),
        Result, Count);
  return equal(C, S.read<float>(Result, Count), Expected);
}

static bool checkSaxpy(Session &S, const Check &C) {
  auto X = randomReals(Count, 1), Y = randomReals(Count, 2);
  const float Factor = 1.7f;
  std::vector<float> Expected(Count);
  for (int I = 0; I < Count; ++I)
    Expected[I] = Factor * X[I] + Y[I];
  cl::Buffer Result = S.buffer(Y);
  S.run(S.kernel(C.Sample, C.Name), Beyond, Group, S.buffer(X), Result, Factor,
        Count);
  return equal(C, S.read<float>(Result, Count), Expected);
}

static bool checkSaxpyInt(Session &S, const Check &C) {
  auto X = randomWholes<int>(Count, -1000, 1000, 1);
  auto Y = randomWholes<int>(Count, -1000, 1000, 2);
  std::vector<int> Expected(Count);
  for (int I = 0; I < Count; ++I)
    Expected[I] = 3 * X[I] + Y[I];
  cl::Buffer Result = S.buffer(std::vector<int>(Count));
  S.run(S.kernel(C.Sample, C.Name), cl::NDRange(Count), cl::NullRange,
        S.buffer(X), S.buffer(Y), Result, 3);
  return equal(C, S.read<int>(Result, Count), Expected);
}

template <typename T>
static bool checkDot(Session &S, const Check &C, const std::vector<T> &X,
                     const std::vector<T> &Y) {
  T Sum = 0;
  for (int I = 0; I < Count; ++I)
    Sum += X[I] * Y[I];
  cl::Buffer Result = S.buffer(std::vector<T>(1));
  S.run(S.kernel(C.Sample, C.Name), cl::NDRange(1), cl::NDRange(1), S.buffer(X),
        S.buffer(Y), Result, Count);
  return equal(C, S.read<T>(Result, 1), std::vector<T>{Sum});
}

static bool checkDotFloat(Session &S, const Check &C) {
  return checkDot(S, C, randomReals(Count, 1), randomReals(Count, 2));
}

static bool checkDotInt(Session &S, const Check &C) {
  return checkDot(S, C, randomWholes<int>(Count, -1000, 1000, 1),
                  randomWholes<int>(Count, -1000, 1000, 2));
}

static bool checkCosine(Session &S, const Check &C) {
  auto X = randomReals(Count, 1), Y = randomReals(Count, 2);
  float XY = 0, XX = 0, YY = 0;
  for (int I = 0; I < Count; ++I) {
    XY += X[I] * Y[I];
    XX += X[I] * X[I];
    YY += Y[I] * Y[I];
  }
  cl::Buffer Result = S.buffer(std::vector<float>(1));
  S.run(S.kernel(C.Sample, C.Name), cl::NDRange(1), cl::NDRange(1), S.buffer(X),
        S.buffer(Y), Result, Count);
  return equal(C, S.read<float>(Result, 1),
               std::vector<float>{XY / std::sqrt(XX * YY)});
}

static bool checkMomentsInt(Session &S, const Check &C) {
  auto X = randomWholes<short>(Count, -1000, 1000, 1);
  long Sum = 0, Squares = 0;
  int Above = 0;
  for (short Value : X) {
    Sum += Value;
    Squares += long(Value) * Value;
    Above += Value > 100;
  }
  int Mean = int(Sum) / Count;
  cl::Buffer Result = S.buffer(std::vector<int>{0, 0, 40});
  S.run(S.kernel(C.Sample, C.Name), cl::NDRange(1), cl::NDRange(1), S.buffer(X),
        Result, 100, Count);
  return equal(
      C, S.read<int>(Result, 3),
      std::vector<int>{Mean, int(Squares / Count) - Mean * Mean, 40 + Above});
}

static bool checkFramediffInt(Session &S, const Check &C) {
  auto Before = randomWholes<int>(Count, 0, 255, 1);
  auto Now = randomWholes<int>(Count, 0, 255, 2);
  std::vector<int> Expected(Count);
  for (int I = 0; I < Count; ++I)
    Expected[I] = std::abs(Now[I] - Before[I]) > 16;
  cl::Buffer Moved = S.buffer(std::vector<int>(Count, -7));
  S.run(S.kernel(C.Sample, C.Name), Beyond, Group, S.buffer(Before),
        S.buffer(Now), Moved, 16, Count);
  return equal(C, S.read<int>(Moved, Count), Expected);
}

static bool checkFramediffFloat(Session &S, const Check &C) {
  auto Before = randomReals(Count, 1), Now = randomReals(Count, 2);
  std::vector<float> Expected(Count);
  for (int I = 0; I < Count; ++I)
    Expected[I] = std::fabs(Now[I] - Before[I]) > 0.25f;
  cl::Buffer Moved = S.buffer(std::vector<float>(Count));
  S.run(S.kernel(C.Sample, C.Name), cl::NDRange(Count), cl::NullRange,
        S.buffer(Before), S.buffer(Now), Moved, 0.25f);
  return equal(C, S.read<float>(Moved, Count), Expected);
}

/// Potential and the force's three components.
template <typename T> using Interaction = std::array<T, 4>;

static Interaction<float> interact(float DX, float DY, float DZ, float Charge) {
  float U = 0.5f * (DX * DX + DY * DY + DZ * DZ);
  float V = Charge / (1.0f + U + 0.5f * U * U);
  float F = 2.0f * V;
  return {V, F * DX, F * DY, F * DZ};
}

static Interaction<int> interact(int DX, int DY, int DZ, int Charge) {
  int U = (128 * ((DX * DX + DY * DY + DZ * DZ) >> 8)) >> 8;
  int Root = std::max(256 - (U >> 1), 0);
  int V = (Charge * ((Root * Root) >> 8)) >> 8;
  int F = 2 * V;
  return {V, (F * DX) >> 8, (F * DY) >> 8, (F * DZ) >> 8};
}

template <typename T>
static bool equalResults(Session &S, const Check &C,
                         const std::array<cl::Buffer, 4> &Got,
                         const std::vector<Interaction<T>> &Expected) {
  for (size_t Part = 0; Part < Got.size(); ++Part) {
    std::vector<T> Component;
    for (const Interaction<T> &I : Expected)
      Component.push_back(I[Part]);
    if (!equal(C, S.read<T>(Got[Part], Component.size()), Component))
      return false;
  }
  return true;
}

/// \p In: the coordinates of both particles and the charge.
template <typename T>
static bool checkPairs(Session &S, const Check &C,
                       const std::array<std::vector<T>, 7> &In, T Alpha2) {
  std::vector<Interaction<T>> Expected(Count);
  for (int I = 0; I < Count; ++I)
    Expected[I] = interact(In[0][I] - In[3][I], In[1][I] - In[4][I],
                           In[2][I] - In[5][I], In[6][I]);
  std::array<cl::Buffer, 4> Out;
  for (cl::Buffer &B : Out)
    B = S.buffer(std::vector<T>(Count));
  S.run(S.kernel(C.Sample, C.Name), cl::NDRange(Count), cl::NullRange,
        S.buffer(In[0]), S.buffer(In[1]), S.buffer(In[2]), S.buffer(In[3]),
        S.buffer(In[4]), S.buffer(In[5]), S.buffer(In[6]), Out[0], Out[1],
        Out[2], Out[3], Alpha2);
  return equalResults(S, C, Out, Expected);
}

static bool checkLavamd(Session &S, const Check &C) {
  std::array<std::vector<float>, 7> In;
  for (unsigned I = 0; I < In.size(); ++I)
    In[I] = randomReals(Count, I);
  return checkPairs(S, C, In, 0.5f);
}

static bool checkLavamdInt(Session &S, const Check &C) {
  std::array<std::vector<int>, 7> In;
  for (unsigned I = 0; I < In.size(); ++I)
    In[I] = randomWholes<int>(Count, 0, 511, I);
  return checkPairs(S, C, In, 128);
}

static bool checkLavamdBox(Session &S, const Check &C) {
  constexpr int Particles = 100, Near = 4;
  std::array<std::vector<float>, 4> In; // x, y, z, charge
  for (unsigned I = 0; I < In.size(); ++I)
    In[I] = randomReals(Particles + Near, I);
  std::vector<Interaction<float>> Expected(Particles);
  for (int I = 0; I < Particles; ++I)
    for (int J = I + 1; J <= I + Near; ++J) {
      auto Pair = interact(In[0][I] - In[0][J], In[1][I] - In[1][J],
                           In[2][I] - In[2][J], In[3][J]);
      for (size_t Part = 0; Part < Pair.size(); ++Part)
        Expected[I][Part] += Pair[Part];
    }
  std::array<cl::Buffer, 4> Out;
  for (cl::Buffer &B : Out)
    B = S.buffer(std::vector<float>(Particles));
  S.run(S.kernel(C.Sample, C.Name), cl::NDRange(Particles), cl::NullRange,
        S.buffer(In[0]), S.buffer(In[1]), S.buffer(In[2]), S.buffer(In[3]),
        Out[0], Out[1], Out[2], Out[3], 0.5f);
  return equalResults(S, C, Out, Expected);
}

std::vector<Check> streamChecks() {
  return {{"vecadd_float", "vecadd", checkVecaddFloat},
          {"saxpy", "saxpy", checkSaxpy},
          {"saxpy_int", "saxpy", checkSaxpyInt},
          {"dot_product", "dot", checkDotFloat},
          {"dot_product_int", "dot", checkDotInt},
          {"cosine", "dot", checkCosine},
          {"moments_int", "dot", checkMomentsInt},
          {"framediff_int", "framediff", checkFramediffInt},
          {"framediff_float", "framediff", checkFramediffFloat},
          {"lavamd", "lavamd", checkLavamd},
          {"lavamd_int", "lavamd", checkLavamdInt},
          {"lavamd_box", "lavamd", checkLavamdBox}};
}

} // namespace samples
