// All shortest paths in place: the update of the iteration before is taken in its cycle. The three
// loops are one: 1024 + L(32768,3) + 1025 cycles by hand.
// REQUIRES: nightly, iverilog
// RUN: rm -rf %t && %roofline emit verilog %s -o %t | FileCheck %s
// RUN: %verify %t --no-synthesis | FileCheck %s --check-prefix=PROOF
// CHECK: core paths, loops with memories, cycles 34819 a launch
// PROOF: bit for bit
// PROOF: cycles {{ *}}34819 {{ *}}34819 {{ *}}exact
#define N 32
kernel void paths(global int *d) {
  for (int k = 0; k < N; ++k)
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j)
        d[i * N + j] = min(d[i * N + j], d[i * N + k] + d[k * N + j]);
}
