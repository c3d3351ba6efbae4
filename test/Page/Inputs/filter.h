#pragma once
const int Taps = 16;

inline int weighted(const int window[Taps], const int weights[Taps]) {
  int sum = 0;
taps:
  for (int i = 0; i < Taps; ++i)
    sum += window[i] * weights[i];
  return sum;
}
