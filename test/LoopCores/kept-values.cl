// What a work-item keeps across a barrier is an array of local memory.
// REQUIRES: iverilog
// RUN: rm -rf %t && mkdir %t
// By hand: 64 work-items that store after a sum, 65 cycles; then a word, a sum: 66.
// RUN: %roofline emit verilog %s --kernel mirror --variant loops --global 64 --local 64 -o %t/mirror | FileCheck %s --check-prefix=MIRROR
// RUN: %verify %t/mirror --no-synthesis | FileCheck %s
// MIRROR: core mirror, loops with memories, cycles 131 a launch
// By hand, for each of 4 groups: 16 zeros; for each of 2 tiles 16 elements of both matrices and, as the work-items
// take turns, 4 times 16 sums of depth 17, a word, a product and a sum; 16 results of depth 2:
// 4 (16 + 2 (16 + 4 x 32) + 17).
// RUN: %roofline emit verilog %s --kernel product --variant loops --global 8,8 --local 4,4 -o %t/product | FileCheck %s --check-prefix=PRODUCT
// PRODUCT: cycles 1284 a launch
// RUN: %verify %t/product --no-synthesis | FileCheck %s
// RUN: %roofline emit verilog %s --kernel carried --global 32 --local 8 -o %t/carried
// RUN: %verify %t/carried --no-synthesis | FileCheck %s
// RUN: %roofline emit verilog %s --kernel arrays --variant loops --global 32 --local 16 -o %t/arrays
// RUN: %verify %t/arrays --no-synthesis | FileCheck %s
// RUN: %roofline emit verilog %s --kernel late --variant loops --global 32 --local 16 -o %t/late
// RUN: %verify %t/late --no-synthesis | FileCheck %s
// RUN: %roofline emit verilog %s --kernel own --variant loops --global 32 --local 16 -o %t/own
// RUN: %verify %t/own --no-synthesis | FileCheck %s
// CHECK: bit for bit
// CHECK: exact
kernel void mirror(global const int *in, global int *out) {
  local int t[64];
  int l = get_local_id(0);
  int own = in[l];
  t[l] = own + 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = t[63 - l] + own;
}
// A sum that goes on from tile to tile.
kernel void product(global const float *a, global const float *b, global float *c) {
  local float rows[4][4], columns[4][4];
  int x = get_local_id(0), y = get_local_id(1);
  int column = get_global_id(0), row = get_global_id(1);
  float sum = 0;
  for (int tile = 0; tile < 2; ++tile) {
    rows[y][x] = a[row * 8 + tile * 4 + x];
    columns[y][x] = b[(tile * 4 + y) * 8 + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 4; ++k)
      sum += rows[y][k] * columns[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * 8 + column] = sum;
}
// Read after it has got its next value, so that both are kept; and a bit.
kernel void carried(global const int *in, global int *out) {
  local int t[8];
  int l = get_local_id(0), g = get_global_id(0);
  int old = in[g];
  for (int step = 1; step < 8; step *= 2) {
    t[l] = old;
    barrier(CLK_LOCAL_MEM_FENCE);
    int next = old + t[l ^ step];
    bool isOdd = next & 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    t[l] = old - next;
    barrier(CLK_LOCAL_MEM_FENCE);
    old = isOdd ? next + t[7 - l] : next;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[g] = old;
}
// A private array lives across barriers: each work-item has its own.
kernel void arrays(global const int *in, global int *out) {
  local int t[16];
  int l = get_local_id(0), g = get_global_id(0);
  int own[8];
  for (int i = 0; i < 8; ++i)
    own[i] = in[g * 8 + i];
  t[l] = own[3];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = t[15 - l];
  for (int i = 0; i < 8; ++i)
    sum = sum * 3 + own[(i + sum) & 7];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = sum;
}
// The value of the last iteration is read when the next one is there: they do not share an element.
kernel void late(global const int *in, global int *out) {
  local int t[16];
  int l = get_local_id(0), g = get_global_id(0);
  int last = in[g], sum = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j) {
      t[l] = last;
      barrier(CLK_LOCAL_MEM_FENCE);
      int next = last * 3 + t[l ^ 1];
      barrier(CLK_LOCAL_MEM_FENCE);
      t[l] = next;
      barrier(CLK_LOCAL_MEM_FENCE);
      sum += t[l ^ 2] * last;
      barrier(CLK_LOCAL_MEM_FENCE);
      last = next;
    }
  out[g] = sum;
}
// Work-items with arrays of their own take no turns.
kernel void own(global const float *in, global const int *index, global float *out) {
  local float t[16];
  int l = get_local_id(0), g = get_global_id(0);
  float row[8], sum = 0;
  for (int i = 0; i < 8; ++i)
    row[i] = in[g * 8 + i];
  for (int j = 0; j < 12; ++j)
    sum += row[index[j] & 7];
  t[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = t[15 - l];
}
