// Rows that neighbouring groups and work-items share are staged once for each
// group. Now each of the three loads asks for a word for each row of 16
// work-items: 3 * 4096 words, and 4096 stores; the tile has 18 rows, 256 groups
// 4608 words. Eight lanes: 8192 passes. At 273 MHz a word takes 1.068 cycles
// (advice-dimension.cl): (8192^1.5 + (1.068 * 16384)^1.5)^(1 / 1.5) = 21066 cycles, and
// 13897 with 8704 words: 1.52 times.
// RUN: %roofline analyze --verbose %s --kernel smooth --global 256,256 --local 16,16 | FileCheck %s
// CHECK: what to change
// CHECK: SM stage `in` at line [[#@LINE+13]] in local memory: the work-items of a group read the
// CHECK-SAME: same elements: 1.5{{[12]}}
// CHECK-NEXT: times as fast

// A copy of what the kernel writes would be old.
// RUN: %roofline analyze --verbose %s --kernel in_place --global 256,256 --local 16,16 \
// RUN:   | FileCheck %s --check-prefix=PLACE
// PLACE: what to change
// PLACE-NOT: {{^ *}}SM
__attribute__((reqd_work_group_size(16, 16, 1), num_simd_work_items(8)))
kernel void smooth(global const float *restrict in, global float *restrict out) {
  int x = get_global_id(0), y = get_global_id(1);
  out[y * 256 + x] =
      in[y * 256 + x] + in[(y + 1) * 256 + x] + in[(y + 2) * 256 + x];
}

__attribute__((reqd_work_group_size(16, 16, 1), num_simd_work_items(8)))
kernel void in_place(global float *restrict in) {
  int x = get_global_id(0), y = get_global_id(1);
  in[y * 256 + x] =
      in[y * 256 + x] + in[(y + 1) * 256 + x] + in[(y + 2) * 256 + x];
}
