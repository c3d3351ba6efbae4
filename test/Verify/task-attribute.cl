// A single work-item kernel by the vendor's attribute: a private array between two nests, and a loop
// of steps that copies back, restrict and all.
// RUN: rm -rf %t && mkdir %t
// RUN: %roofline emit verilog %s --kernel through -o %t/through | FileCheck %s --check-prefix=THROUGH
// THROUGH: core through, map-pipe f, 101 cycles a launch
// RUN: %roofline emit verilog %s --kernel heat --arg w=12 --arg h=8 --arg steps=4 --variant 'map-seq(map-chain(map-pipe f)) . fuse 2' -o %t/heat
// RUN: %verify %t/heat --no-synthesis --seeds 1 | FileCheck %s --check-prefix=HEAT
// HEAT: outputs equal the original's, bit for bit
// HEAT: exact
__attribute__((task)) __kernel void through(__global const int *restrict in,
                                            __global int *restrict out) {
  int a[100];
  for (int i = 0; i < 100; ++i)
    a[i] = in[i];
  for (int n = 0; n < 100; ++n)
    out[n] = a[n];
}

__attribute__((max_global_work_dim(0))) __kernel void
heat(__global int *restrict a, __global int *restrict b, int w, int h, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int y = 1; y < h - 1; ++y)
      for (int x = 1; x < w - 1; ++x) {
        int i = y * w + x;
        b[i] = (a[i - 1] + a[i + 1] + a[i - w] + a[i + w] + 4 * a[i]) / 8;
      }
    for (int y = 1; y < h - 1; ++y)
      for (int x = 1; x < w - 1; ++x)
        a[y * w + x] = b[y * w + x];
  }
}
