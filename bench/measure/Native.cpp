// Rates of this machine's processor without OpenCL: triad and float operations.
//
/// \file
/// A STREAM-like triad of floats and chains of fused multiply-adds, on as many
/// threads as the machine has processors, each the best of some runs. Prints
/// one line for each: name, best, median and worst rate in 1e9 per second.
///   bench-native SECONDS MIB
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <new>
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

/// Does \p Part(0) ... \p Part(Parts - 1) on all processors, many times, until
/// \p Total [s] have passed. Threads take parts as they come, as an OpenCL
/// device takes work-groups: one that has to wait does not hold up the others.
std::vector<double> timeRuns(double Total, size_t Parts,
                             const std::function<void(size_t)> &Part) {
  size_t Threads = std::max(1u, std::thread::hardware_concurrency());
  std::atomic<size_t> Next{0}, Finished{0};
  std::atomic<unsigned> Round{0};
  std::atomic<bool> Stop{false};
  auto Work = [&] {
    for (unsigned Seen = 0;; ++Seen) {
      Round.wait(Seen);
      if (Stop)
        return;
      for (size_t Mine; (Mine = Next++) < Parts;)
        Part(Mine);
      ++Finished;
      Finished.notify_one();
    }
  };
  std::vector<std::thread> Pool;
  for (size_t Id = 0; Id < Threads; ++Id)
    Pool.emplace_back(Work);
  std::vector<double> Times;
  double Sum = 0;
  auto Start = [&] {
    Next = Finished = 0;
    ++Round;
    Round.notify_all();
  };
  while (Sum < Total || Times.size() < 5) {
    auto Begin = Clock::now();
    Start();
    for (size_t Done; (Done = Finished) < Threads;)
      Finished.wait(Done);
    Times.push_back(
        std::chrono::duration<double>(Clock::now() - Begin).count());
    Sum += Times.back();
  }
  Stop = true;
  Start();
  for (std::thread &T : Pool)
    T.join();
  std::sort(Times.begin(), Times.end());
  return Times;
}

void print(const char *Name, const std::vector<double> &Times, double Units) {
  auto Rate = [&](double T) { return Units / T / 1e9; };
  std::printf("%s %.3f %.3f %.3f\n", Name, Rate(Times.front()),
              Rate(Times[Times.size() / 2]), Rate(Times.back()));
}

/// Memory in whole cache lines, as an OpenCL device allocates it: at 16 bytes
/// beside one, where malloc puts large arrays, vectors lie in two lines.
constexpr std::align_val_t Line{64};
using Array =
    std::unique_ptr<float[],
                    decltype([](float *P) { ::operator delete(P, Line); })>;

Array filled(size_t N, float Value) {
  Array A(static_cast<float *>(::operator new(N * sizeof(float), Line)));
  std::fill_n(A.get(), N, Value);
  return A;
}

void triad(double Seconds, size_t MiB) {
  size_t N = (MiB << 20) / sizeof(float);
  Array A = filled(N, -1), B = filled(N, 1), C = filled(N, 2);
  constexpr size_t Chunk = 1 << 16;
  std::vector<double> Times = timeRuns(Seconds, N / Chunk, [&](size_t Part) {
    float *__restrict To = A.get() + Part * Chunk;
    const float *Left = B.get() + Part * Chunk;
    const float *Right = C.get() + Part * Chunk;
    for (size_t I = 0; I < Chunk; ++I)
      To[I] = Left[I] + 3 * Right[I];
  });
  if (A[0] != 7 || A[N / 2] != 7) // 1 + 3 * 2
    std::abort();
  print("triad", Times, 3.0 * N * sizeof(float));
}

using Narrow [[gnu::vector_size(32)]] = float;
using Wide [[gnu::vector_size(64)]] = float;
constexpr int Chains = 12;

/// x <- x * a + b in registers, a = b = 1: the value counts the steps.
template <typename Vector> float chains(long Steps, float A, float B) {
  Vector X[Chains];
  for (int C = 0; C < Chains; ++C)
    X[C] = Vector{} + float(C);
  for (long S = 0; S < Steps; ++S)
#pragma GCC unroll 12
    for (int C = 0; C < Chains; ++C)
      X[C] = X[C] * A + B;
  float Sum = 0;
  for (int C = 0; C < Chains; ++C)
    Sum += X[C][0];
  return Sum;
}

/// Times [s] of an operation, of runs in ascending order.
template <typename Vector> std::vector<double> timeFloats(double Seconds) {
  constexpr size_t Lanes = sizeof(Vector) / sizeof(float);
  constexpr long Steps = 20000; // below 2^24: exact
  constexpr size_t Parts = 64;
  volatile float One = 1;
  std::atomic<bool> Wrong{false};
  std::vector<double> Times = timeRuns(Seconds, Parts, [&](size_t) {
    float Got = chains<Vector>(Steps, One, One);
    // The steps of each chain, and what it began with: 0 + 1 + ... + 11.
    if (Got != float(Chains) * Steps + Chains * (Chains - 1) / 2)
      Wrong = true;
  });
  if (Wrong)
    std::abort();
  for (double &T : Times)
    T /= double(Parts) * Steps * Chains * Lanes * 2;
  return Times;
}

/// The better of registers of 256 and 512 bits: processors with both differ.
void floats(double Seconds) {
  auto Times = {timeFloats<Narrow>(Seconds / 2), timeFloats<Wide>(Seconds / 2)};
  print("float", std::min(Times), 1);
}

} // namespace

int main(int argc, char **argv) {
  double Seconds = argc > 1 ? std::atof(argv[1]) : 1;
  size_t MiB = argc > 2 ? std::atoi(argv[2]) : 128;
  triad(Seconds, MiB);
  floats(Seconds);
}
