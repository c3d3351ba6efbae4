// Loops of a work-item, each of which takes what the one before gives, in order.
// REQUIRES: iverilog
// RUN: rm -rf %t && %roofline emit verilog %s -o %t | FileCheck %s && %verify %t --no-synthesis --seeds 1 | FileCheck %s --check-prefix=CORE
// The first sum leaves its cycle in 1 and is there in 3; the choice of `last` and a sum take a stage each, so that it
// goes in 5 and is there in 7; then 299 + 3.
// CHECK: cycles 309 a launch
// CORE: bit for bit
// CORE: exact
__attribute__((reqd_work_group_size(1, 1, 1))) kernel void
chained(global const int *restrict in, global int *restrict out) {
  int sums[300], steps[300];
  int sum = 0;
  for (int i = 0; i < 300; ++i) {
    sum += in[i];
    sums[i] = sum & 0xffff;
  }
  int last = 0;
  for (int i = 0; i < 300; ++i) {
    steps[i] = sums[i] + last;
    last = sums[i];
  }
  int all = 0;
  for (int i = 0; i < 300; ++i) {
    all ^= steps[i] * 5;
    out[i] = all;
  }
}
