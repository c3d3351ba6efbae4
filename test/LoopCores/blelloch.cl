// A prefix sum, two stores an iteration into banks by parity.
// By hand: 256 + 271 + 1 + 271 + 257 cycles.
// REQUIRES: iverilog
// RUN: rm -rf %t && %roofline emit verilog %s --global 256 --local 256 -o %t | FileCheck %s
// RUN: %verify %t --no-synthesis | FileCheck %s --check-prefix=PROOF
// CHECK: core scan, loops with memories, cycles 1056 a launch
// PROOF: bit for bit
// PROOF: cycles {{ *}}1056 {{ *}}1056 {{ *}}exact
kernel void scan(global const int *in, global int *out) {
  local int t[256];
  int l = get_local_id(0), k = 0;
  t[l] = in[l];
  for (int d = 128; d > 0; d /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < d) {
      int a = ((2 * l + 1) << k) - 1, b = a + (1 << k);
      t[b] += t[a];
    }
    ++k;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0)
    t[255] = 0;
  for (int d = 1; d < 256; d *= 2) {
    --k;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < d) {
      int a = ((2 * l + 1) << k) - 1, b = a + (1 << k);
      int x = t[a], y = t[b];
      t[a] = y;
      t[b] = x + y;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = t[l];
}
