// Bits of two words: LLVM sees one operation, a rotation where both are the same.
// REQUIRES: iverilog
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{verify} = %roofline verify %s --variant 'map-pipe f' --seeds 2 --no-synthesis --global 200
// RUN: %{verify} --kernel left | FileCheck %s
// RUN: %{verify} --kernel right | FileCheck %s
// RUN: %{verify} --kernel constant_left | FileCheck %s
// RUN: %{verify} --kernel narrow | FileCheck %s
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles {{.*}} exact
kernel void left(global const uint *restrict high, global const uint *restrict low, global const uchar *restrict by,
                 global uint *restrict out) {
  int i = get_global_id(0);
  uint n = by[i] & 31;
  out[i] = n ? high[i] << n | low[i] >> (32 - n) : high[i];
}
kernel void right(global const ulong *restrict high, global const ulong *restrict low, global const uchar *restrict by,
                  global ulong *restrict out) {
  int i = get_global_id(0);
  ulong n = by[i] & 63;
  out[i] = n ? high[i] << (64 - n) | low[i] >> n : low[i];
}
kernel void constant_left(global const uint *restrict high, global const uint *restrict low, global uint *restrict out) {
  int i = get_global_id(0);
  out[i] = high[i] << 11 | low[i] >> 21;
}
kernel void narrow(global const uint *restrict high, global const uint *restrict low, global uint *restrict out) {
  int i = get_global_id(0);
  unsigned _BitInt(24) h = high[i], l = low[i];
  out[i] = (uint)(unsigned _BitInt(24))(h << 5 | l >> 19);
}
