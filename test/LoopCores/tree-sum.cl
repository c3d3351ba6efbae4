// A tree of sums; `l < s` is the trips of a phase. By hand: 8 (256 + 271 + 2) cycles,
// where 271 = 128 + 64 + .. + 1 + 8 x 2.
// REQUIRES: iverilog
// RUN: rm -rf %t && %roofline emit verilog %s --global 2048 --local 256 -o %t | FileCheck %s
// RUN: %verify %t --no-synthesis | FileCheck %s --check-prefix=PROOF
// CHECK: core sum, loops with memories, cycles 4232 a launch
// PROOF: bit for bit
// PROOF: cycles {{ *}}4232 {{ *}}4232 {{ *}}exact
kernel void sum(global const int *in, global int *out) {
  local int t[256];
  int l = get_local_id(0);
  t[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 128; s > 0; s /= 2) {
    if (l < s)
      t[l] += t[l + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0)
    out[get_group_id(0)] = t[0];
}
