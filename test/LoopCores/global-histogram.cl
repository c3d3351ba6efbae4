// Atomic counts in a buffer, which is resident: 256 + L(4096,3) + 257 cycles by hand.
// REQUIRES: iverilog
// RUN: rm -rf %t && %roofline emit verilog %s --global 4096 -o %t | FileCheck %s
// RUN: %verify %t --no-synthesis | FileCheck %s --check-prefix=PROOF
// CHECK: core histogram, loops with memories, cycles 4611 a launch
// PROOF: bit for bit
// PROOF: cycles {{ *}}4611 {{ *}}4611 {{ *}}exact
kernel void histogram(global const uchar *in, global uint *bins) {
  atomic_inc(&bins[in[get_global_id(0)]]);
}
