// A buffer that --swap leaves out is named with the one that could take its place; one that steps
// write for the host alone, of another type, is not.
// REQUIRES: cores
// RUN: rm -rf %t && mkdir %t
// RUN: %roofline emit verilog %s --global 12,8 --arg w=12 --arg h=8 --iterate 4 --swap p=pn \
// RUN:   --variant 'map-seq(map-chain(map-pipe f)) . fuse 2' -o %t/one 2>&1 | FileCheck %s
// CHECK: note: {{.*}}forgotten-swap.cl:[[@LINE+6]]:{{[0-9]+}}: kernel 'two': no step reads what is written to 'qn', and none writes 'q'; if they take turns, add --swap q=qn
// CHECK-NOT: 'seen'
// RUN: %roofline emit verilog %s --global 12,8 --arg w=12 --arg h=8 --iterate 4 --swap p=pn --swap q=qn \
// RUN:   --variant 'map-seq(map-chain(map-pipe f)) . fuse 2' -o %t/both 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH-NOT: note
// BOTH: both: core two
__kernel void two(__global const int *p, __global const int *q, __global int *pn,
                  __global int *qn, __global short *seen, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1), i = y * w + x;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1) {
    pn[i] = p[i - 1] + p[i + 1] + q[i];
    qn[i] = q[i - w] + q[i + w] - p[i];
    seen[i] = (short)p[i];
  }
}
