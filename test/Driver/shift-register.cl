// A loop that moves an array's elements makes it a shift register: what is stored in
// it is read as many iterations later as there are moves in between. All of n = 1024.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --device de5net --arg n=1024 --kernel sum | FileCheck %s --check-prefix=SUM
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --device de5net --arg n=1024 --kernel fir | FileCheck %s --check-prefix=FIR
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --device de5net --arg n=1024 --kernel feedback | FileCheck %s --check-prefix=FEEDBACK
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --device de5net --arg n=1024 --kernel swapped | FileCheck %s --check-prefix=SWAPPED
// RUN: %roofline analyze %s --device de5net --arg n=1024 --kernel feedback --json - | FileCheck %s --check-prefix=JSON
// JSON: "distance": 4
// JSON-NOT: serialized_by

// The accumulator that vendors advise: a sum of 7 cycles comes back 8 iterations
// later, an element each cycle: 1023 + 8.
// SUM-NOT: an iteration each
// SUM: block [[@LINE+7]]-{{[0-9]+}} {{ *}}1031 {{ *}}
kernel void sum(global const float *restrict a, global float *restrict o, int n) {
  float sr[9];
#pragma unroll
  for (int i = 0; i < 9; ++i)
    sr[i] = 0;
  for (int i = 0; i < n; ++i) {
    sr[8] = sr[0] + a[i];
#pragma unroll
    for (int j = 0; j < 8; ++j)
      sr[j] = sr[j + 1];
  }
  float all = 0;
#pragma unroll
  for (int j = 0; j < 8; ++j)
    all += sr[j];
  o[0] = all;
}

// Nothing comes back: 1023 and the 69 cycles of nine products in a row of sums.
// FIR-NOT: an iteration each
// FIR: * block {{.*}} 1092
kernel void fir(global const float *restrict a, global const float *restrict c,
                global float *restrict o, int n) {
  float sr[9];
  for (int i = 0; i < n; ++i) {
#pragma unroll
    for (int j = 8; j > 0; --j)
      sr[j] = sr[j - 1];
    sr[0] = a[i];
    float y = 0;
#pragma unroll
    for (int j = 0; j < 9; ++j)
      y += sr[j] * c[j];
    o[i] = y;
  }
}

// A product and a sum, 12 cycles, come back 4 iterations later: 1023 * 3 + 12.
// FEEDBACK: an iteration each 3 cycles: line [[@LINE+10]] writes what line [[@LINE+6]] reads 4 iterations later
// FEEDBACK-NOT: do not overlap
// FEEDBACK: 3081
kernel void feedback(global const float *restrict a, global float *restrict o, int n) {
  float sr[4] = {0};
  for (int i = 0; i < n; ++i) {
    float y = a[i] + 0.5f * sr[3];
#pragma unroll
    for (int j = 3; j > 0; --j)
      sr[j] = sr[j - 1];
    sr[0] = y;
    o[i] = y;
  }
}

// A sum becomes a product and a product a sum: (7 + 5) / 2 cycles, 1023 * 6 + 8.
// SWAPPED: an iteration each 6 cycles
// SWAPPED: 6146
kernel void swapped(global const float *restrict a, global float *restrict o, int n) {
  float s = 1, p = 2;
  for (int i = 0; i < n; ++i) {
    float next = s + a[i];
    s = p * 0.5f;
    p = next;
  }
  o[0] = s + p;
}
