// Loops of one work-item around unrolled ones; cycles worked out by hand with the
// latencies of HPCA16 Table 2.
// RUN: %roofline analyze %s --device de5net --kernel fir | FileCheck %s --check-prefix=FIR
// RUN: %roofline analyze %s --device de5net --kernel feedback | FileCheck %s --check-prefix=FEEDBACK
// RUN: %roofline analyze %s --device de5net --kernel fir --what-if ul@18=1 \
// RUN:   | FileCheck %s --check-prefix=ROLLED

// An output a cycle: 1023; an index, an address, a product and a sum, 1 + 1 + 5 + 7,
// and seven more sums, 49; the store's block, 3.
// FIR: time {{.*}}, 1089 cycles
// One tap after another: 7 * 7 + 14 = 63 cycles; Eq. (9): 63 + 3 + 1023 * 63.
// ROLLED: time {{.*}}, 64515 cycles
kernel void fir(global const float *restrict x, global const float *restrict h,
                global float *restrict y) {
  for (int i = 0; i < 1024; ++i) {
    float s = 0;
#pragma unroll
    for (int t = 0; t < 8; ++t)
      s += x[i + t] * h[t];
    y[i] = s;
  }
}

// The last output goes through all eight sums before the next one starts. An address,
// a product and eight sums, 1 + 5 + 8 * 7 = 62; the blocks around, 1 and 2; Eq. (9):
// 65 + 1023 * 62.
// FEEDBACK: time {{.*}}, 63491 cycles
kernel void feedback(global const float *restrict x, global const float *restrict h,
                     global float *restrict y) {
  float last = 0;
  for (int i = 0; i < 1024; ++i) {
    float s = x[i];
#pragma unroll
    for (int t = 0; t < 8; ++t)
      s += last * h[t];
    y[i] = last = s;
  }
}
