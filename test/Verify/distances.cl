// abs_diff() is one operator, of numbers with and without a sign: one register for its
// distance, none for what it consists of. The original's runs have libclc's body of it.
// REQUIRES: nightly, iverilog
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{emit} = %roofline emit verilog %s --global 60
// RUN: %{emit} --kernel bytes -o %t/bytes
// RUN: grep -c 'reg.*uabsdiff' %t/bytes/bytes_lane.v | FileCheck %s --check-prefix=ONE
// RUN: not grep 'reg.*sub' %t/bytes/bytes_lane.v
// RUN: %verify %t/bytes --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel numbers -o %t/numbers
// RUN: grep -c 'reg.*sabsdiff' %t/numbers/numbers_lane.v | FileCheck %s --check-prefix=ONE
// RUN: %verify %t/numbers --no-synthesis --seeds 1 | FileCheck %s
// ONE: 1

// In stages, in one cycle, in steps; of constants and of vectors.
// DEFINE: %{prove} = %verify %s --global 60 --no-synthesis --seeds 1
// RUN: %{prove} --kernel numbers --variant 'map-pipe f/16' | FileCheck %s
// RUN: %{prove} --kernel longs --variant 'map-pipe f/4' | FileCheck %s
// RUN: %{prove} --kernel longs --variant 'map-seq f' | FileCheck %s
// RUN: %{prove} --kernel constants --variant 'map-comb f' | FileCheck %s
// RUN: %{prove} --kernel constants --variant 'map-pipe f/4' | FileCheck %s
// RUN: %{prove} --kernel vectors --variant 'map-pipe f' | FileCheck %s
// Of coordinates it is what it consists of: an index of mirrored borders.
// RUN: %{emit} --kernel mirrored -o %t/mirrored
// RUN: %verify %t/mirrored --no-synthesis --seeds 1 | FileCheck %s
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles {{.*}} exact

// As programs.
// RUN: %roofline emit opencl %s --global 60 --kernel constants -o %t/opencl
// RUN: %verify %t/opencl --seeds 1 | FileCheck %s --check-prefix=PROGRAM
// RUN: %roofline emit hls %s --global 60 --kernel longs -o %t/hls
// RUN: %verify %t/hls --seeds 1 | FileCheck %s --check-prefix=PROGRAM
// PROGRAM: outputs equal the original's, bit for bit

kernel void bytes(global const uchar *restrict a, global const uchar *restrict b,
                  global uchar *restrict c) {
  size_t i = get_global_id(0);
  c[i] = abs_diff(a[i], b[i]);
}

kernel void numbers(global const int *restrict a, global const int *restrict b,
                    global uint *restrict c) {
  size_t i = get_global_id(0);
  c[i] = abs_diff(a[i], b[i]);
}

kernel void longs(global const long *restrict a, global const ulong *restrict b,
                  global ulong *restrict c) {
  size_t i = get_global_id(0);
  c[i] = abs_diff(a[i], (long)b[i]) ^ abs_diff((ulong)a[i], b[i]);
}

kernel void constants(global const short *restrict a, global const ushort *restrict b,
                      global ushort *restrict c) {
  size_t i = get_global_id(0);
  c[i] = abs_diff(a[i], (short)100) + abs_diff(b[i], (ushort)40000);
}

kernel void vectors(global const char4 *restrict a, global const char4 *restrict b,
                    global uchar4 *restrict c) {
  size_t i = get_global_id(0);
  c[i] = abs_diff(a[i], b[i]);
}

kernel void mirrored(global const int *restrict a, global int *restrict c) {
  int i = get_global_id(0);
  c[i] = abs_diff(a[abs_diff(i, 2)], a[i]) + abs_diff(i, 20);
}
