// Data choose what is read: x is resident. 512 + L(1024,2) cycles by hand.
// REQUIRES: iverilog
// RUN: rm -rf %t && %roofline emit verilog %s --global 1024 -o %t | FileCheck %s
// RUN: %verify %t --no-synthesis | FileCheck %s --check-prefix=PROOF
// CHECK: core gather, loops with memories, cycles 1537 a launch
// PROOF: bit for bit
// PROOF: cycles {{ *}}1537 {{ *}}1537 {{ *}}exact
kernel void gather(global const float *x, global const int *index, global float *out) {
  int i = get_global_id(0);
  out[i] = x[index[i] & 511];
}
