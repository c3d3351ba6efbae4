// Times rounds of calls and counts what they allocate.
#ifndef ROOFLINE_BENCH_COMMON_ROUNDS_H
#define ROOFLINE_BENCH_COMMON_ROUNDS_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace roofline::bench {

/// Calls of operator new so far in this program.
size_t numAllocations();

/// [ns] of the processor so far, whatever else runs on it.
double processorTime();

/// The count that is the program's only argument, \p Default without one;
/// nothing, after a message, where it is no count.
std::optional<uint64_t> countArgument(int Argc, char **Argv, uint64_t Default);

struct Rounds {
  double Nanoseconds = 0; ///< [ns] per call, median of the rounds
  size_t Allocations = 0; ///< in all rounds
};

/// Nine rounds of \p Calls calls of \p Call, each with its number.
template <typename F> Rounds measureRounds(uint64_t Calls, F Call) {
  std::array<double, 9> Times;
  const size_t Before = numAllocations();
  for (double &Time : Times) {
    double Start = processorTime();
    for (uint64_t I = 0; I < Calls; ++I)
      Call(I);
    Time = (processorTime() - Start) / double(Calls);
  }
  const size_t Allocations = numAllocations() - Before;
  std::sort(Times.begin(), Times.end());
  return {Times[Times.size() / 2], Allocations};
}

} // namespace roofline::bench

#endif
