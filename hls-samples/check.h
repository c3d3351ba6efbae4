// Data and verdict of the samples' tests.
#ifndef HLS_SAMPLES_CHECK_H
#define HLS_SAMPLES_CHECK_H

#include <cstdio>

/// The same numbers on every machine.
class Numbers {
  unsigned long long state = 1;

public:
  /// A number below a bound.
  unsigned below(unsigned bound) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<unsigned>(state >> 33) % bound;
  }
  int between(int least, int most) {
    return least +
           static_cast<int>(below(static_cast<unsigned>(most - least) + 1));
  }
  /// A number from -1 to 1 in steps of 2^-20.
  double unit() { return between(-1048576, 1048576) / 1048576.0; }
};

/// Prints the result of a test, which main returns.
inline int verdict(const char *name, int wrong, int count) {
  std::printf("%s: %d of %d wrong\n", name, wrong, count);
  return wrong != 0;
}

#endif
