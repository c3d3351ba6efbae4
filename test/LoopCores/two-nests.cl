// One nest after another, the second backwards: L(512,2) + L(512,3) cycles by hand.
// REQUIRES: iverilog
// RUN: rm -rf %t && %roofline emit verilog %s -o %t | FileCheck %s
// RUN: %verify %t --no-synthesis | FileCheck %s --check-prefix=PROOF
// CHECK: core backwards, loops with memories, cycles 1027 a launch
// PROOF: bit for bit
// PROOF: cycles {{ *}}1027 {{ *}}1027 {{ *}}exact
kernel void backwards(global const int *in, global int *out) {
  int t[512];
  for (int i = 0; i < 512; ++i)
    t[i] = in[i] + 85;
  for (int i = 0; i < 512; ++i)
    out[i] = t[511 - i] - 3;
}
