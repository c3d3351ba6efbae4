// Counts from the sorted bytes.
#include "../check.h"
#include "histogram.h"
#include <algorithm>

int main() {
  static byte_t in[SIZE];
  static count_t counts[BINS];
  static int sorted[SIZE];
  Numbers numbers;
  for (int i = 0; i < SIZE; ++i)
    in[i] = sorted[i] = i % 3 && i ? sorted[i - 1] : int(numbers.below(BINS));
  histogram(in, counts);
  std::sort(sorted, sorted + SIZE);
  int wrong = 0;
  for (int value = 0; value < BINS; ++value) {
    auto range = std::equal_range(sorted, sorted + SIZE, value);
    wrong += counts[value].to_int() != range.second - range.first;
  }
  return verdict("histogram", wrong, BINS);
}
