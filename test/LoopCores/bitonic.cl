// A bitonic sort, two reads and two stores an iteration in two banks.
// By hand: 64 + 21 L(32,4) + 65 cycles.
// REQUIRES: iverilog
// RUN: rm -rf %t && %roofline emit verilog %s --global 32 --local 32 -o %t | FileCheck %s
// RUN: %verify %t --no-synthesis | FileCheck %s --check-prefix=PROOF
// CHECK: core sort, loops with memories, cycles 864 a launch
// PROOF: bit for bit
// PROOF: cycles {{ *}}864 {{ *}}864 {{ *}}exact
kernel void sort(global const int *in, global int *out) {
  local int t[64];
  int l = get_local_id(0);
  t[2 * l] = in[2 * l];
  t[2 * l + 1] = in[2 * l + 1];
  for (int k = 2; k <= 64; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      int a = 2 * l - (l & (j - 1)), b = a + j;
      int x = t[a], y = t[b];
      bool up = (a & k) == 0;
      if ((x > y) == up) {
        t[a] = y;
        t[b] = x;
      }
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[2 * l] = t[2 * l];
  out[2 * l + 1] = t[2 * l + 1];
}
