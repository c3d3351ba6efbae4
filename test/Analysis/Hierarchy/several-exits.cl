// A loop with a break stays one loop; its exit tests are no branches.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
kernel void search(global int *A, global int *out, int n) {
  int i;
  for (i = 0; i < n; ++i) {
    if (A[i] == 7)
      break;
    A[i] = 1;
  }
  out[0] = i;
}
// CHECK:      loop at 6:3 trip <= n
// CHECK-NOT:  branch
// CHECK:      block {{.*}}load{{.*}}icmp br
// CHECK-NEXT: block {{.*}}store{{.*}}icmp br
// CHECK-NEXT: block {{.*}}store
// CHECK:      global write of A at 9:10, 4 bytes: 0 + 4*loop:0
