// An element of a small table of constants, chosen by data: choices by the bits of the index.
// Emission runs the streams against the original.
// REQUIRES: iverilog
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{emit} = %roofline emit verilog %s
// RUN: %{emit} --kernel curve --arg n=60 -o %t/curve
// RUN: %verify %t/curve --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel curve_of_items --global 60 -o %t/items
// RUN: %{emit} --kernel odd --arg n=60 -o %t/odd
// RUN: %verify %t/odd --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel weights --arg n=60 -o %t/weights
// RUN: %{emit} --kernel own --arg n=60 -o %t/own
// RUN: %{emit} --kernel by_place --arg n=60 -o %t/place
// RUN: %verify %t/place --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel row --arg n=60 -o %t/row
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles {{.*}} exact

// RUN: not %{emit} --kernel large --arg n=60 -o %t/no 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not %{emit} --kernel of_buffer --arg n=60 -o %t/no 2>&1 | FileCheck %s --check-prefix=BUFFER
// RUN: not %{emit} --kernel counts --arg n=60 -o %t/no 2>&1 | FileCheck %s --check-prefix=COUNTS
// RUN: not ls %t/no

constant uchar steps[16] = {0, 3, 9, 20, 31, 40, 52, 63, 77, 90, 111, 130, 150, 177, 200, 255};
constant int five[5] = {1, -5, 7, 100, -32768};
constant float scale[8] = {1.0f, 0.5f, 2.0f, 3.25f, -1.0f, 7.5f, 0.25f, 9.0f};
constant short rows[2][4] = {{1, 2, 3, 4}, {-1, -20, -300, -4000}};
constant uchar many[17] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17};

kernel void curve(global const uchar *restrict in, global uchar *restrict out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = steps[in[i] >> 4];
}
kernel void curve_of_items(global const uchar *restrict in, global uchar *restrict out) {
  int i = get_global_id(0);
  out[i] = steps[in[i] & 15];
}
kernel void odd(global const uint *restrict in, global int *restrict out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = five[in[i] % 5] * five[in[i] & 3];
}
kernel void weights(global const int *restrict in, global float *restrict out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = scale[in[i] & 7] * 2.0f;
}
kernel void own(global const int *restrict in, global int *restrict out, int n) {
  const int t[8] = {1, 2, 4, 8, 5, 9, 11, 3};
  for (int i = 0; i < n; ++i)
    out[i] = t[in[i] & 7];
}
// The index depends on the position alone.
kernel void by_place(global const int *restrict in, global int *restrict out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = in[i] * five[i & 3] + five[i % 5];
}
// One of two rows is constant.
kernel void row(global const int *restrict in, global short *restrict out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = rows[1][in[i] & 3];
}
kernel void large(global const uchar *restrict in, global uchar *restrict out, int n) {
  for (int i = 0; i < n; ++i)
    // LARGE: constant-tables.cl:[[#@LINE+1]]:14: the index of this access depends on what is read at {{[0-9:]+}}; a table of constants is logic up to 16 elements
    out[i] = many[in[i] & 15];
}
kernel void of_buffer(global const uchar *restrict in, global uchar *restrict out, constant uchar *restrict table, int n) {
  for (int i = 0; i < n; ++i)
    // BUFFER: constant-tables.cl:[[#@LINE+1]]:14: the index of this access depends on what is read at
    out[i] = table[in[i] & 15];
}
kernel void counts(global const uchar *restrict in, global uint *restrict out, int n) {
  uint bins[16];
  for (int i = 0; i < 16; ++i)
    bins[i] = 0;
  for (int i = 0; i < n; ++i) {
    // COUNTS: constant-tables.cl:[[#@LINE+1]]:{{[0-9]+}}: the index of this access depends on what is read at {{[0-9:]+}}; a private array is a shift register or a line buffer
    bins[in[i] & 15]++;
    out[i] = bins[0];
  }
}
