// A histogram of each work-group in local memory, which joins a global one.
// By hand: 64 + 4 (64 + 1026 + 66) + 65 cycles: resident bins, four groups of three phases.
// REQUIRES: iverilog
// RUN: rm -rf %t && %roofline emit verilog %s --global 4096 --local 1024 -o %t | FileCheck %s
// RUN: %verify %t --no-synthesis | FileCheck %s --check-prefix=PROOF
// CHECK: core histogram, loops with memories, cycles 4753 a launch
// PROOF: bit for bit
// PROOF: cycles {{ *}}4753 {{ *}}4753 {{ *}}exact
kernel void histogram(global const uchar *in, global uint *out) {
  local uint bins[64];
  int l = get_local_id(0);
  if (l < 64)
    bins[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&bins[in[get_global_id(0)] & 63]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 64)
    atomic_add(&out[l], bins[l]);
}
