// A tile in local memory: 16 (256 + 257) cycles by hand.
// REQUIRES: iverilog
// RUN: rm -rf %t && %roofline emit verilog %s --variant loops --global 64,64 --local 16,16 -o %t | FileCheck %s
// RUN: %verify %t --no-synthesis | FileCheck %s --check-prefix=PROOF
// CHECK: core transpose, loops with memories, cycles 8208 a launch
// PROOF: bit for bit
// PROOF: cycles {{ *}}8208 {{ *}}8208 {{ *}}exact
#define N 64
#define T 16
kernel void transpose(global const int *in, global int *out) {
  local int tile[T][T];
  int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = in[(get_group_id(1) * T + y) * N + get_group_id(0) * T + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(get_group_id(0) * T + y) * N + get_group_id(1) * T + x] = tile[x][y];
}
