// What this machine's processor reaches without OpenCL: triad and float rate.
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
#include <thread>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

/// Runs \p Part(thread, threads) on all processors, many times, until \p Total
/// [s] have passed. Threads wait for each other before and after each run.
std::vector<double> timeRuns(double Total,
                             const std::function<void(size_t, size_t)> &Part) {
  size_t Threads = std::max(1u, std::thread::hardware_concurrency());
  std::atomic<size_t> Ready{0}, Finished{0};
  std::atomic<unsigned> Round{0};
  std::atomic<bool> Stop{false};
  auto Work = [&](size_t Id) {
    for (unsigned Mine = 1;; ++Mine) {
      ++Ready;
      while (Round < Mine && !Stop)
        std::this_thread::yield();
      if (Stop)
        return;
      Part(Id, Threads);
      ++Finished;
    }
  };
  std::vector<std::thread> Pool;
  for (size_t Id = 0; Id < Threads; ++Id)
    Pool.emplace_back(Work, Id);
  std::vector<double> Times;
  double Sum = 0;
  while (Sum < Total || Times.size() < 5) {
    while (Ready < Threads)
      std::this_thread::yield();
    Ready = Finished = 0;
    auto Begin = Clock::now();
    ++Round;
    while (Finished < Threads)
      std::this_thread::yield();
    Times.push_back(
        std::chrono::duration<double>(Clock::now() - Begin).count());
    Sum += Times.back();
  }
  while (Ready < Threads)
    std::this_thread::yield();
  Stop = true;
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

void triad(double Seconds, size_t MiB) {
  size_t N = (MiB << 20) / sizeof(float);
  std::vector<float> A(N, -1), B(N, 1), C(N, 2);
  std::vector<double> Times = timeRuns(Seconds, [&](size_t Id, size_t Threads) {
    float *__restrict To = A.data();
    const float *Left = B.data(), *Right = C.data();
    size_t Begin = N / Threads * Id, End = Begin + N / Threads;
    for (size_t I = Begin; I < End; ++I)
      To[I] = Left[I] + 3 * Right[I];
  });
  if (A[0] != 7 || A[N / 2] != 7) // 1 + 3 * 2
    std::abort();
  print("triad", Times, 3.0 * N * sizeof(float));
}

constexpr int Chains = 12, Lanes = 8;
using Vector [[gnu::vector_size(Lanes * sizeof(float))]] = float;

/// x <- x * a + b in registers, a = b = 1: the value counts the steps.
float chains(long Steps, float A, float B) {
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

void floats(double Seconds) {
  constexpr long Steps = 200000; // below 2^24: exact
  volatile float One = 1;
  std::atomic<bool> Wrong{false};
  std::vector<double> Times = timeRuns(Seconds, [&](size_t, size_t) {
    float Got = chains(Steps, One, One);
    // The steps of each chain, and what it began with: 0 + 1 + ... + 11.
    if (Got != float(Chains) * Steps + Chains * (Chains - 1) / 2)
      Wrong = true;
  });
  if (Wrong)
    std::abort();
  double Threads = std::max(1u, std::thread::hardware_concurrency());
  print("float", Times, Threads * Steps * Chains * Lanes * 2);
}

} // namespace

int main(int argc, char **argv) {
  double Seconds = argc > 1 ? std::atof(argv[1]) : 1;
  size_t MiB = argc > 2 ? std::atoi(argv[2]) : 128;
  triad(Seconds, MiB);
  floats(Seconds);
}
