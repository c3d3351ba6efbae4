// Checks of vecadd, algorithm1 and the matrix multiplications.
#include "Checks.h"

namespace samples {

static bool checkVecadd(Session &S, const Check &C) {
  constexpr size_t Count = 4096;
  auto A = randomWholes<cl_int>(Count, -1000000, 1000000, 1);
  auto B = randomWholes<cl_int>(Count, -1000000, 1000000, 2);
  std::vector<cl_int> Expected(Count);
  for (size_t I = 0; I < Count; ++I)
    Expected[I] = A[I] + B[I];
  cl::Buffer Result = S.buffer(std::vector<cl_int>(Count));
  S.run(S.kernel(C.Sample, C.Name), cl::NDRange(Count), cl::NDRange(256),
        S.buffer(A), S.buffer(B), Result);
  return equal(C, S.read<cl_int>(Result, Count), Expected);
}

static bool checkAlgorithm1(Session &S, const Check &C) {
  constexpr size_t Items = 256;
  auto B = randomWholes<cl_int>(Items * 128, -1000, 1000, 1);
  auto D = randomWholes<cl_int>(Items * 128, -1000, 1000, 2);
  auto E = randomWholes<cl_int>(Items * 16, -1000, 1000, 3);
  auto F = randomWholes<cl_int>(Items * 16, -1000, 1000, 4);
  std::vector<cl_int> First(B.size()), Second(E.size());
  for (size_t I = 0; I < B.size(); ++I)
    First[I] = B[I] + D[I];
  for (size_t I = 0; I < E.size(); ++I)
    Second[I] = E[I] + F[I];
  cl::Buffer GotFirst = S.buffer(std::vector<cl_int>(B.size()));
  cl::Buffer GotSecond = S.buffer(std::vector<cl_int>(E.size()));
  S.run(S.kernel(C.Sample, C.Name), cl::NDRange(Items), cl::NDRange(64),
        GotFirst, S.buffer(B), S.buffer(D), GotSecond, S.buffer(E),
        S.buffer(F));
  return equal(C, S.read<cl_int>(GotFirst, B.size()), First) &&
         equal(C, S.read<cl_int>(GotSecond, E.size()), Second);
}

/// Equality is the right test: all products and sums are whole numbers of at
/// most 8 x 8 x 128 = 8192 < 2^24, which float holds exactly in any order of
/// summation.
static bool checkMatrixMultiply(Session &S, const Check &C) {
  constexpr int N = 128;
  auto A = randomWholes<cl_float>(N * N, -8, 8, 1);
  auto B = randomWholes<cl_float>(N * N, -8, 8, 2);
  std::vector<cl_float> Expected(N * N);
  for (int Row = 0; Row < N; ++Row)
    for (int Col = 0; Col < N; ++Col) {
      double Sum = 0;
      for (int K = 0; K < N; ++K)
        Sum += double(A[Row * N + K]) * double(B[K * N + Col]);
      Expected[Row * N + Col] = cl_float(Sum);
    }
  size_t Side = C.Name == "mm" ? 16 : 64;
  cl::Buffer Result = S.buffer(std::vector<cl_float>(N * N));
  S.run(S.kernel(C.Sample, C.Name), cl::NDRange(N, N), cl::NDRange(Side, Side),
        S.buffer(A), S.buffer(B), Result, cl_int(N));
  return equal(C, S.read<cl_float>(Result, N * N), Expected);
}

std::vector<Check> arithmeticChecks() {
  return {{"vecadd", "vecadd", checkVecadd},
          {"algorithm1", "algorithm1", checkAlgorithm1},
          {"mm", "mm", checkMatrixMultiply},
          {"mm_sm", "mm", checkMatrixMultiply},
          {"mm_sm_ul", "mm", checkMatrixMultiply},
          {"mm_sm_ul_simd", "mm", checkMatrixMultiply}};
}

} // namespace samples
