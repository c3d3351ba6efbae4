// A prefix sum, two reads an iteration: 16 (64 + 6 L(64,4) + 65) cycles by hand.
// REQUIRES: iverilog
// RUN: rm -rf %t && %roofline emit verilog %s --variant loops --global 1024 --local 64 -o %t | FileCheck %s
// RUN: %verify %t --no-synthesis | FileCheck %s --check-prefix=PROOF
// CHECK: core scan, loops with memories, cycles 8496 a launch
// PROOF: bit for bit
// PROOF: cycles {{ *}}8496 {{ *}}8496 {{ *}}exact
kernel void scan(global const int *in, global int *out) {
  local int t[128];
  int l = get_local_id(0), from = 0;
  t[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 1; s < 64; s *= 2) {
    int before = l >= s ? t[from + l - s] : 0;
    t[(from ^ 64) + l] = t[from + l] + before;
    from ^= 64;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = t[from + l];
}
