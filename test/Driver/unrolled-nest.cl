// Two loops that are both fully unrolled are the body of the loop around them,
// as one of as many iterations is: an iteration of 9 cycles, 11 more additions of
// 7 one after another, 3 for the outer loop, and a pass each cycle. 999 + 89,
// and 3 around: 1091.
// RUN: %roofline analyze --verbose %s --device de5net --model hpca16-repaired --arg n=1000 --kernel one | FileCheck %s --check-prefix=ONE
// RUN: %roofline analyze --verbose %s --device de5net --model hpca16-repaired --arg n=1000 --kernel two | FileCheck %s --check-prefix=TWO
// ONE: time 4.55 us, 1091 cycles
kernel void one(global const float *restrict a, global float *restrict b, int n) {
  for (int r = 0; r < n; r++) {
    float s = 0;
    #pragma unroll
    for (int j = 0; j < 12; j++)
      s += a[r + j];
    b[r] = s;
  }
}
// Of two loops the index has one operation more, and the outer one a block of
// its own, 2 cycles each.
// TWO: time 4.56 us, 1095 cycles
kernel void two(global const float *restrict a, global float *restrict b, int n) {
  for (int r = 0; r < n; r++) {
    float s = 0;
    #pragma unroll
    for (int j = 0; j < 3; j++)
      #pragma unroll
      for (int i = 0; i < 4; i++)
        s += a[r + j * 4 + i];
    b[r] = s;
  }
}
