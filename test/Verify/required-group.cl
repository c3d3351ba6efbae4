// A kernel that requires a size of its work-groups has it; --local may not differ.
// REQUIRES: iverilog
// RUN: rm -rf %t && mkdir %t
// RUN: %roofline emit verilog %s --global 64 -o %t/a
// RUN: %verify %t/a --no-synthesis --seeds 1 | FileCheck %s
// CHECK: outputs equal the original's, bit for bit
// RUN: not %roofline emit verilog %s --variant 'map-pipe f' --global 64 --local 8 -o %t/b 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: the local size contradicts reqd_work_group_size(16,1,1) of kernel 'grouped'
// RUN: not %roofline variants %s --global 72 2>&1 | FileCheck %s --check-prefix=PART
// PART: error: the local size 16 does not divide the global size 72 in dimension 0
__attribute__((reqd_work_group_size(16, 1, 1))) kernel void
grouped(global const int *in, global int *out) {
  size_t first = get_group_id(0) * get_local_size(0);
  out[first + get_local_id(0)] =
      3 * in[first + get_local_id(0)] + (int)get_local_id(0);
}
