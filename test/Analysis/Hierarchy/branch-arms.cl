// if-else and switch are branches whose arms are sequences; their accesses are
// predicated.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
kernel void choose(global int *A, global int *B, int n) {
  int i = get_global_id(0);
  if (i < n)
    A[i] = 1;
  else
    B[i] = 2;
  switch (n) {
  case 1: A[0] = 3; break;
  case 5: B[1] = 4; break;
  default: A[2] = 5;
  }
}
// CHECK:      sequence
// CHECK-NEXT:   block {{.*}} br
// CHECK-NEXT:   branch
// CHECK-NEXT:     block {{.*}}store
// CHECK-NEXT:     block {{.*}}store
// CHECK-NEXT:   block {{.*}}switch
// CHECK-NEXT:   branch
// CHECK-NEXT:     block {{.*}}store
// CHECK-NEXT:     block {{.*}}store
// CHECK-NEXT:     block {{.*}}store
// CHECK-NEXT:   block ret
// CHECK-DAG: global write of A at 8:10, 4 bytes, predicated: 0 + 4*global_id(0)
// CHECK-DAG: global write of B at 10:10, 4 bytes, predicated: 0 + 4*global_id(0)
