// Checks of k-means and of the similarity score.
#include "Checks.h"

namespace samples {

static constexpr int NumPoints = 1024, NumClusters = 128, NumFeatures = 8;

/// Points and centres with the features of a point side by side.
static std::vector<cl_int>
nearestCenters(const std::vector<cl_float> &Points,
               const std::vector<cl_float> &Centers) {
  std::vector<cl_int> Nearest(NumPoints);
  for (int P = 0; P < NumPoints; ++P) {
    double Least = INFINITY;
    for (int K = 0; K < NumClusters; ++K) {
      double Distance = 0;
      for (int F = 0; F < NumFeatures; ++F) {
        double D = double(Points[P * NumFeatures + F]) -
                   double(Centers[K * NumFeatures + F]);
        Distance += D * D;
      }
      if (Distance < Least) {
        Least = Distance;
        Nearest[P] = K;
      }
    }
  }
  return Nearest;
}

/// Equality is the right test: features are whole numbers up to 100, so
/// distances are whole numbers up to 8 x 100^2 < 2^24, exact in float; of equal
/// distances the first counts, in the samples as here.
static bool checkKmeans(Session &S, const Check &C) {
  auto Points = randomWholes<cl_float>(NumPoints * NumFeatures, 0, 100, 1);
  auto Centers = randomWholes<cl_float>(NumClusters * NumFeatures, 0, 100, 2);
  std::vector<cl_int> Expected = nearestCenters(Points, Centers);
  cl::Kernel Kernel = S.kernel(C.Sample, C.Name);
  cl::Buffer Result = S.buffer(std::vector<cl_int>(NumPoints, -1));
  cl::NDRange Global(NumPoints), Local(256);
  if (C.Name.find("_mc") != std::string::npos) {
    S.run(Kernel, Global, Local, S.buffer(Points), S.buffer(Centers), Result,
          cl_int(NumClusters), cl_int(NumFeatures));
  } else {
    std::vector<cl_float> FeatureMajor(Points.size());
    for (int P = 0; P < NumPoints; ++P)
      for (int F = 0; F < NumFeatures; ++F)
        FeatureMajor[F * NumPoints + P] = Points[P * NumFeatures + F];
    S.run(Kernel, Global, Local, S.buffer(FeatureMajor), S.buffer(Centers),
          Result, cl_int(NumPoints), cl_int(NumClusters), cl_int(NumFeatures));
  }
  return equal(C, S.read<cl_int>(Result, NumPoints), Expected);
}

/// The sums are whole numbers up to 64 x 9^2 and exact. What rounds is sqrt
/// (OpenCL allows 3 ulp) twice, their product (0.5 ulp) and the quotient (2.5
/// ulp): 9 ulp in all, and an ulp is at most 2^-23 of the value. 10 covers the
/// second order.
static bool checkSimilarity(Session &S, const Check &C) {
  constexpr int Files = 64, Features = 64;
  constexpr double Tolerance = 10 * 0x1p-23;
  auto Feature = randomWholes<cl_float>(Files * Features, 1, 9, 1);
  auto Product = [&](int I, int J) {
    double Sum = 0;
    for (int K = 0; K < Features; ++K)
      Sum +=
          double(Feature[I * Features + K]) * double(Feature[J * Features + K]);
    return Sum;
  };
  std::vector<cl_float> Expected(Files * Files);
  for (int I = 0; I < Files; ++I)
    for (int J = 0; J < Files; ++J)
      Expected[I * Files + J] =
          cl_float(Product(I, J) / std::sqrt(Product(I, I) * Product(J, J)));
  cl::Buffer Result = S.buffer(std::vector<cl_float>(Files * Files));
  S.run(S.kernel(C.Sample, C.Name), cl::NDRange(Files, Files),
        cl::NDRange(16, 16), S.buffer(Feature), Result, cl_int(Files),
        cl_int(Features));
  return equal(C, S.read<cl_float>(Result, Files * Files), Expected, Tolerance);
}

std::vector<Check> clusterChecks() {
  return {{"kmeans", "kmeans", checkKmeans},
          {"kmeans_mc", "kmeans", checkKmeans},
          {"kmeans_sm", "kmeans", checkKmeans},
          {"kmeans_sm_ul", "kmeans", checkKmeans},
          {"kmeans_sm_ul_mc", "kmeans", checkKmeans},
          {"kmeans_sm_ul_mc_cu", "kmeans", checkKmeans},
          {"similarity", "similarity", checkSimilarity},
          {"similarity_vt_ul", "similarity", checkSimilarity}};
}

} // namespace samples
