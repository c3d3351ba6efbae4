// A buffer that is only read, in several orders: each order is a stream of its own.
// REQUIRES: iverilog
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{name} =
// DEFINE: %{launch} =
// DEFINE: %{prove} = %roofline emit verilog %s --kernel %{name} %{launch} -o %t/%{name} \
// DEFINE:   && %verify %t/%{name} --no-synthesis --seeds 1 | FileCheck %s --check-prefix
// All pairs: 64 x 64 positions, and the three stages of a product.
// REDEFINE: %{name} = pairs
// REDEFINE: %{launch} = --global 64,64 --arg n=64
// RUN: %{prove} PAIRS
// PAIRS: outputs equal the original's, bit for bit
// PAIRS: cycles 4099 4099 exact
kernel void pairs(global const int *a, global int *out, int n) {
  int j = get_global_id(0), i = get_global_id(1);
  out[i * n + j] = a[i] * a[j];
}

// A matrix and its transpose: 16 x 16 positions and a sum.
// REDEFINE: %{name} = symmetric
// REDEFINE: %{launch} = --global 16,16
// RUN: %{prove} SYMMETRIC
// SYMMETRIC: outputs equal the original's, bit for bit
// SYMMETRIC: cycles 257 257 exact
kernel void symmetric(global const int *a, global int *out) {
  int x = get_global_id(0), y = get_global_id(1);
  out[y * 16 + x] = a[y * 16 + x] + a[x * 16 + y];
}

// Rows of two lengths: some positions read a second picture in the same buffer.
// REDEFINE: %{name} = two_pitches
// REDEFINE: %{launch} = --global 8,6
// RUN: %{prove} PITCHES
// PITCHES: outputs equal the original's, bit for bit
// PITCHES: cycles {{.*}} exact
kernel void two_pitches(global const int *a, global int *o) {
  int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
  int v = a[y * w + x];
  if (x < 4)
    v ^= a[y * 4 + x];
  o[y * w + x] = v;
}

// The neighbours on a ring of two.
// REDEFINE: %{name} = ring
// REDEFINE: %{launch} = --global 2 --arg n=2
// RUN: %{prove} RING
// RING: outputs equal the original's, bit for bit
// RING: cycles {{.*}} exact
kernel void ring(global const int *restrict in, global int *restrict out, int n) {
  int i = get_global_id(0);
  out[i] = in[i == 0 ? n - 1 : i - 1] + in[i];
}

// A buffer that is written as well has one order.
// RUN: not %roofline emit verilog %s --variant 'map-pipe f' --kernel swept --global 16,16 -o %t/no 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SWEPT
// SWEPT: read-orders.cl:[[#@LINE+3]]:{{[0-9]+}}: another place of a buffer that is walked in another order than the space
kernel void swept(global int *a) {
  int x = get_global_id(0), y = get_global_id(1);
  a[y * 16 + x] += a[x * 16 + y];
}
