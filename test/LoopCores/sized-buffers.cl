// Buffers of OpenCL have no size: where data index them, the user says it.
// REQUIRES: iverilog
// DEFINE: %{emit} = %roofline emit verilog %s
// RUN: rm -rf %t && mkdir %t
// RUN: %{emit} --kernel rows --global 20 --buffer value=70 --buffer column=70 --buffer x=33 -o %t/rows | FileCheck %s --check-prefix=TIMED
// TIMED: loops with memories, cycles {{[0-9]+}} a launch of random data
// RUN: %verify %t/rows --no-synthesis | FileCheck %s
// RUN: %{emit} --kernel turned --global 8,8 --arg angle=0.5 --buffer in=64 -o %t/turned && %verify %t/turned --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel pairs --global 10 --buffer table=12 -o %t/pairs && %verify %t/pairs --no-synthesis --seeds 1 | FileCheck %s
// CHECK: bit for bit
// CHECK: exact
// RUN: FileCheck %s --input-file=%t/pairs/loops.json --check-prefix=WORDS
// WORDS: "buffer": "table",
// WORDS-NEXT: "counts": [
// WORDS-NEXT: 24
// Pointers of C++ have no size either.
// RUN: %roofline emit verilog %S/Inputs/pointers.cpp --top rows --arg count=9 --buffer value=40 --buffer column=40 --buffer x=20 -o %t/cpp && %verify %t/cpp --no-synthesis --seeds 1 | FileCheck %s
// RUN: %roofline emit verilog %S/Inputs/pointers.cpp --top gathered --arg count=9 --buffer table=50 -o %t/gathered && %verify %t/gathered --no-synthesis --seeds 1 | FileCheck %s
// A front of designs, and a system, take the sizes as well.
// RUN: %roofline explore %s --designs core --device arty-a7-100t --kernel rows --global 20 --buffer value=70 --buffer column=70 --buffer x=33 | FileCheck %s --check-prefix=FRONT
// FRONT: loops
// RUN: %roofline emit system %s --kernel rows --global 20 --buffer value=70 --buffer column=70 --buffer x=33 -o %t/system | FileCheck %s --check-prefix=SYSTEM
// SYSTEM: system of rows, loops
// RUN: not %{emit} --kernel rows --global 20 -o %t/x 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: has no bound: mask it, as in [[NAME:[a-z]+]][i & 1023], or give its size: --buffer [[NAME]]=ELEMENTS
// RUN: not %{emit} --kernel rows --global 20 --buffer y2=4 -o %t/x 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: --buffer y2: no kernel takes such a buffer
// RUN: not %{emit} --kernel rows --global 20 --buffer x=many -o %t/x 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: --buffer 'x=many': NAME=ELEMENTS expected, a number from 1 to 2^32
// RUN: not %{emit} --kernel own --global 4 --buffer x=9 -o %t/x 2>&1 | FileCheck %s --check-prefix=OWN
// OWN: --buffer x: its elements, 'struct cell', are no numbers
kernel void rows(global const int *end, global const int *column, global const float *value, global const float *x,
                 global float *y) {
  int row = get_global_id(0);
  float sum = 0;
  for (int i = end[row]; i < end[row + 1]; ++i)
    sum += value[i] * x[column[i]];
  y[row] = sum;
}
kernel void turned(global const uchar *in, global uchar *out, float angle) {
  int x = get_global_id(0), y = get_global_id(1);
  int u = clamp((int)(x * cos(angle) - y * sin(angle)), 0, 7), v = clamp((int)(x * sin(angle) + y * cos(angle)), 0, 7);
  out[y * 8 + x] = in[v * 8 + u];
}
kernel void pairs(global const int *at, global const int2 *table, global int *out) {
  int2 found = table[at[get_global_id(0)]];
  out[get_global_id(0)] = found.x - found.y;
}
struct cell {
  int a;
  float b;
};
kernel void own(global const struct cell *x, global const int *at, global int *out) {
  out[get_global_id(0)] = x[at[get_global_id(0)]].a;
}
