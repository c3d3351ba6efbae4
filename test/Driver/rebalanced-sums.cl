// Where the compiler may rebalance sums (aoc -fp-relaxed), copies of an unrolled loop add up apart:
// one addition of 7 cycles is left of 8, and one of a cycle on a board that accumulates so.
// RUN: %roofline analyze --verbose %s --device de5net --arg n=65536 --kernel through --unsafe-math | FileCheck %s --check-prefix=SUM
// RUN: %roofline analyze --verbose %s --device bittware-520n --arg n=65536 --kernel through --unsafe-math | FileCheck %s --check-prefix=HARD
// SUM:  * the loop at line [[@LINE+4]]:3 8192 7
// HARD: * the loop at line [[@LINE+3]]:3 8192 1
kernel void through(global const float *restrict x, global float *restrict r, int n) {
  float s = 1;
  for (int i = 0; i < n; i += 8) {
#pragma unroll
    for (int j = 0; j < 8; ++j)
      s += x[i + j];
  }
  r[0] = s;
}

// Elements of an array that is unrolled away are registers, rotated ones too: 4 sums of 4 terms
// that each take an addition, after the other: 4 * 7 cycles, and 7 where they add up apart.
// RUN: %roofline analyze --verbose %s --device de5net --arg n=65536 --kernel rotate | FileCheck %s --check-prefix=ORDER
// RUN: %roofline analyze --verbose %s --device de5net --arg n=65536 --kernel rotate --unsafe-math | FileCheck %s --check-prefix=APART
// ORDER: * the loop at line [[@LINE+4]]:3 16384 28
// APART: * the loop at line [[@LINE+3]]:3 16384 7
kernel void rotate(global const float *restrict x, global float *restrict r, int n) {
  float s[4] = {0};
  for (int i = 0; i < n; i += 4) {
    float v[4];
#pragma unroll
    for (int j = 0; j < 4; ++j)
      v[(j + 3) % 4] = x[i + j];
#pragma unroll
    for (int k = 0; k < 4; ++k) {
#pragma unroll
      for (int j = 0; j < 4; ++j)
        s[j] += v[(uchar)(j + 4 - k) % 4];
    }
  }
#pragma unroll
  for (int j = 0; j < 4; ++j)
    r[j] = s[j];
}

// A product is no sum, nor is a chain of two operators: 8 * 5 and 8 * (5 + 7) cycles.
// RUN: %roofline analyze --verbose %s --device de5net --arg n=65536 --kernel others --arg c=3 --unsafe-math | FileCheck %s --check-prefix=OTHERS
// OTHERS: * the loop at line [[@LINE+3]]:3 8192 96
kernel void others(global const float *restrict x, global float *restrict r, int n, float c) {
  float s = 1;
  for (int i = 0; i < n; i += 8) {
#pragma unroll
    for (int j = 0; j < 8; ++j)
      s = s * c + x[i + j];
  }
  r[0] = s;
}
