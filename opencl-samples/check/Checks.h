// The checks: each runs a sample and a plain C++ reference on the same data.
#ifndef ROOFLINE_SAMPLES_CHECK_CHECKS_H
#define ROOFLINE_SAMPLES_CHECK_CHECKS_H

#include "Session.h"

#include <cmath>
#include <iostream>
#include <random>
#include <string>
#include <vector>

namespace samples {

/// One sample: the .cl file and kernel \p Name in folder \p Sample.
struct Check {
  std::string Name;
  std::string Sample;
  bool (*Run)(Session &S, const Check &C);
};

std::vector<Check> arithmeticChecks(); ///< vecadd, algorithm1, mm*
std::vector<Check> clusterChecks();    ///< kmeans*, similarity*
std::vector<Check> countingChecks();   ///< wordcount*, histogram*
std::vector<Check> hashChecks();       ///< lookup3
std::vector<Check> imageChecks();      ///< sobel*, gauss5x5*, erosion*
std::vector<Check> stencilChecks();    ///< jacobi*, hotspot*
std::vector<Check> stepChecks();       ///< sor3d*, fdtd2d*
/// hotspot3d*, heat2d*, advection2d*, anisotropic2d*, life, blur3x3.
std::vector<Check> iterationChecks();
/// wave2d*, acoustic3d*, gray_scott*, fdtd3d*.
std::vector<Check> levelChecks();
std::vector<Check> streamChecks(); ///< saxpy*, dot*, lavamd*, framediff*

/// Whole numbers from \p Low to \p High, the same on every run.
template <typename T>
std::vector<T> randomWholes(size_t Count, int Low, int High, unsigned Seed) {
  std::mt19937 Engine(Seed);
  std::vector<T> Values(Count);
  for (T &V : Values)
    V = T(Low + int(Engine() % unsigned(High - Low + 1)));
  return Values;
}

/// Multiples of 2^-16 from -1 to 1, the same on every run.
inline std::vector<float> randomReals(size_t Count, unsigned Seed) {
  auto Values = randomWholes<float>(Count, -65536, 65536, Seed);
  for (float &V : Values)
    V /= 65536.0f;
  return Values;
}

/// Compares, and tells the first difference. \p Tolerance is relative; 0 asks
/// for equality, and NaN never passes.
template <typename T>
bool equal(const Check &C, const std::vector<T> &Got,
           const std::vector<T> &Expected, double Tolerance = 0) {
  for (size_t I = 0; I < Expected.size(); ++I) {
    double Allowed = Tolerance * std::fabs(double(Expected[I]));
    if (std::fabs(double(Got[I]) - double(Expected[I])) <= Allowed)
      continue;
    std::cerr << C.Name << ": element " << I << " is " << +Got[I]
              << ", expected " << +Expected[I] << '\n';
    return false;
  }
  return true;
}

} // namespace samples

#endif
