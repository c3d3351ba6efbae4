// Loops of one work-item around unrolled ones; cycles worked out by hand with the
// latencies of HPCA16 Table 2. What comes after a loop takes its cycles then: 1 where
// it is no more than a store.
// RUN: %roofline analyze --verbose %s --device de5net --model hpca16-repaired --kernel fir | FileCheck %s --check-prefix=FIR
// RUN: %roofline analyze --verbose %s --device de5net --model hpca16-repaired --kernel feedback | FileCheck %s --check-prefix=FEEDBACK
// RUN: %roofline analyze --verbose %s --device de5net --model hpca16-repaired --kernel fir --what-if ul@19=1 \
// RUN:   | FileCheck %s --check-prefix=ROLLED

// An output a cycle: 1023; an index, an address, a product and a sum, 1 + 1 + 5 + 7,
// and seven more sums, 49; the exit's comparison and branch, 2.
// FIR: time {{.*}}, 1089 cycles
// One tap after another: 7 * 7 + 14 = 63 cycles; Eq. (9): 63 + 2 + 1023 * 63.
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

// The last output goes through a product and all eight sums before the next one starts,
// 1023 times 5 + 8 * 7 = 61. The depth has an address more, 62, and the blocks around, 1 and 2.
// FEEDBACK: time {{.*}}, 62469 cycles
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

// RUN: %roofline analyze --verbose %s --device de5net --model hpca16-repaired --kernel recursive | FileCheck %s --check-prefix=RECURSIVE
// The product and the sum that an output waits for are 5 + 7 = 12 cycles, 1023 times;
// then three steps to an element and four sums, 3 + 4 * 7 = 31, and the 12.
// RECURSIVE: time {{.*}}, 12320 cycles
kernel void recursive(global const float *restrict x, global float *restrict y) {
  float p = 0;
  for (int i = 0; i < 1024; ++i) {
    float s = 0;
#pragma unroll
    for (int t = 0; t < 4; ++t)
      s += x[4 * i + t];
    p = p * 0.5f + s;
    y[i] = p;
  }
}

// RUN: %roofline analyze --verbose %s --device de5net --model hpca16-repaired --kernel total | FileCheck %s --check-prefix=TOTAL
// Each of 8 * 1024 sums waits for the one before, 1023 times 8 * 7 = 56 cycles. The depth
// has an index, an address and a step of it more, 59, and the block around, 2.
// TOTAL: time {{.*}}, 57350 cycles
kernel void total(global const float *restrict x, global float *restrict y) {
  float sum = 0;
  for (int i = 0; i < 1024; ++i) {
#pragma unroll
    for (int t = 0; t < 8; ++t)
      sum += x[i * 8 + t];
  }
  y[0] = sum;
}

// RUN: %roofline analyze --verbose %s --device de5net --model hpca16-repaired --kernel gather | FileCheck %s --check-prefix=GATHER
// RUN: %roofline analyze --verbose %s --device de5net --model hpca16-repaired --kernel rows | FileCheck %s --check-prefix=ROWS
// An address of its own in each iteration, read once for the four copies; and four
// elements side by side, apart from the next four.
// GATHER: x {{ *}}read {{ *}}4 {{ *}}1024 {{ *}}{{[0-9.]+}} %
// ROWS: x {{ *}}read {{ *}}4 {{ *}}1024 {{ *}}{{[0-9.]+}} %
kernel void gather(global const float *restrict x, global const int *restrict at,
                   constant float *h, global float *restrict y) {
  for (int i = 0; i < 1024; ++i) {
    float s = 0;
#pragma unroll
    for (int t = 0; t < 4; ++t)
      s += x[at[i]] * h[t];
    y[i] = s;
  }
}
kernel void rows(global const float *restrict x, global float *restrict y) {
  for (int i = 0; i < 1024; ++i) {
    float s = 0;
#pragma unroll
    for (int t = 0; t < 4; ++t)
      s += x[1024 * i + t];
    y[i] = s;
  }
}

// What an output feeds goes on through a shift register, be it an array or
// variables: a product and two differences, 5 + 7 + 7 = 19 cycles an output,
// 1023 times, and the 19.
// RUN: %roofline analyze --verbose %s --device de5net --model hpca16-repaired --kernel iir_array | FileCheck %s --check-prefix=IIR
// RUN: %roofline analyze --verbose %s --device de5net --model hpca16-repaired --kernel iir | FileCheck %s --check-prefix=IIR
// The summary's operations wait for earlier ones of their own iteration alone.
// RUN: %roofline analyze --verbose %s --device de5net --model hpca16-repaired --kernel iir --summary-out %t.json
// RUN: %roofline analyze --verbose %t.json --device de5net --model hpca16-repaired | FileCheck %s --check-prefix=IIR
// IIR: 100.0 % 19 19456 76.80
kernel void iir_array(global const float *restrict x, global float *restrict y) {
  float z[3] = {0, 0, 0};
  for (int i = 0; i < 1024; ++i) {
#pragma unroll
    for (int t = 2; t > 0; --t)
      z[t] = z[t - 1];
    z[0] = x[i] - 0.5f * z[1] - 0.25f * z[2];
    y[i] = z[0];
  }
}

kernel void iir(global const float *restrict x, global float *restrict y) {
  float z1 = 0, z2 = 0;
  for (int i = 0; i < 1024; ++i) {
    float z = x[i] - 0.5f * z1 - 0.25f * z2;
    z2 = z1;
    z1 = z;
    y[i] = z;
  }
}

// An output waits for the one four before it: a product and a sum, 12 / 4 = 3 cycles.
// RUN: %roofline analyze --verbose %s --device de5net --model hpca16-repaired --kernel comb | FileCheck %s --check-prefix=COMB
// COMB: 100.0 % 12 3081 76.80
kernel void comb(global const float *restrict x, global float *restrict y) {
  float z1 = 0, z2 = 0, z3 = 0, z4 = 0;
  for (int i = 0; i < 1024; ++i) {
    float z = x[i] + 0.5f * z4;
    z4 = z3;
    z3 = z2;
    z2 = z1;
    z1 = z;
    y[i] = z;
  }
}

// What a loop carries goes through all passes of the loops inside. By hand: a product
// and a sum, then 999 sums, 5 + 7 + 999 * 7 = 7005 cycles, twice for one output:
// 99 * 14010 and the first: two times 13 + 999 * 7 = 7006, and 7 of the blocks around;
// before and after 3.
// RUN: %roofline analyze --verbose %s --device de5net --model hpca16-repaired --kernel twice --arg n=100 --arg m=1000 | FileCheck %s --check-prefix=TWICE
// TWICE: time {{.*}}, 1401012 cycles
kernel void twice(global const float *restrict x, global float *restrict y, int n,
                  int m) {
  float r = 1;
  for (int i = 0; i < n; ++i) {
    float s = 0, t = 0;
    for (int j = 0; j < m; ++j)
      s += x[j] * r;
    for (int j = 0; j < m; ++j)
      t += x[j] * s;
    r = t;
  }
  y[0] = r;
}

// The same of unrolled ones: a product, four sums and a root, 5 + 4 * 7 + 28 = 61;
// 99 of them, the first with two addresses, 63, and the end.
// RUN: %roofline analyze --verbose %s --device de5net --model hpca16-repaired --kernel rooted | FileCheck %s --check-prefix=TIME
// TIME: time {{.*}}, 6103 cycles
kernel void rooted(global const float *restrict x, global float *restrict y) {
  float s = 1;
  for (int i = 0; i < 100; ++i) {
    s *= x[i];
#pragma unroll
    for (int k = 0; k < 4; ++k)
      s += y[k];
    s = sqrt(s);
  }
  y[0] = s;
}

// One work-item begins a loop when it has ended the one before: 255 + 8, 255 + 9, and
// the end.
// RUN: %roofline analyze --verbose %s --device de5net --model hpca16-repaired --kernel turned | FileCheck %s --check-prefix=TURNED
// TURNED: time {{.*}}, 528 cycles
kernel void turned(global const float *restrict x, global float *restrict y) {
  local float b[256];
  for (int i = 0; i < 256; ++i)
    b[i] = x[i];
  for (int i = 0; i < 256; ++i)
    y[i] = b[255 - i];
}

// The copies of a counter are offsets: an address and a product, 6.
// RUN: %roofline analyze --verbose %s --device de5net --model hpca16-repaired --kernel scaled | FileCheck %s --check-prefix=SCALED
// SCALED: time {{.*}}, 7 cycles
kernel void scaled(global const float *restrict x, global float *restrict y) {
#pragma unroll
  for (int k = 0; k < 64; ++k)
    y[k] = 2.5f * x[k];
}
