// A sum by fma() rounds once, so it is no product and sum: the core has the fused operator,
// of float and double, where a condition holds, and beside squares.
// REQUIRES: iverilog
// RUN: rm -rf %t && mkdir %t
// RUN: %roofline emit verilog %s --kernel dot_fused --arg n=40 -o %t/dot | FileCheck %s --check-prefix=EMIT
// EMIT: core dot_fused, map-pipe f
// RUN: grep roofline_ffma %t/dot/dot_fused_lane.v
// RUN: not grep -E 'roofline_f(add|mul)' %t/dot/dot_fused_lane.v
// RUN: %verify %t/dot --no-synthesis --seeds 2 | FileCheck %s
// RUN: %roofline emit verilog %s --kernel chosen --arg n=30 -o %t/chosen
// RUN: %verify %t/chosen --no-synthesis --seeds 2 | FileCheck %s
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles {{.*}} exact

// In OpenCL and HLS as well.
// RUN: %roofline emit opencl %s --kernel dot_fused --arg n=40 --variant 'map-pipe f' -o %t/program
// RUN: %verify %t/program --seeds 1 | FileCheck %s --check-prefix=PROGRAM
// PROGRAM: outputs equal the original's, bit for bit

// Each sum waits for the one before it: lanes would change its roundings.
// RUN: not %roofline emit verilog %s --kernel dot_fused --arg n=40 -o %t/lanes \
// RUN:   --variant 'map-par[2](map-pipe f) . reshapeTo 2' 2>&1 | FileCheck %s --check-prefix=LANES
// LANES: fma into 'out' is not associative: its elements are taken in their order, by one lane
// A factor is no sum, but a recurrence, whose last value is stored.
// RUN: %roofline emit verilog %s --kernel horner --arg n=40 -o %t/horner
// RUN: %verify %t/horner --no-synthesis --seeds 1 | FileCheck %s --check-prefix=HORNER
// HORNER: outputs equal the original's, bit for bit
// HORNER: cycles {{.*}} exact
kernel void dot_fused(global const float *a, global const float *b,
                      global float *out, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum = fma(a[i], b[i], sum);
  *out = sum;
}
kernel void chosen(global const double *a, global const double *b,
                   global double *out, int n) {
  double squares = 1;
  for (int i = 0; i < n; ++i)
    if (a[i] > 0)
      squares = fma(a[i], a[i], squares);
    else
      squares = fma(b[i], 0.5, squares);
  *out = squares;
}
kernel void horner(global const float *a, global float *out, float x, int n) {
  float value = 0;
  for (int i = 0; i < n; ++i)
    value = fma(value, x, a[i]);
  *out = value;
}
