// HPCA16 Algorithm 1 gives the tree of Fig. 5: entry, 128_loop, 16_loop, exit.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
kernel void algorithm1(global int *A, global int *B, global int *C, global int *D,
                       global int *E, global int *F) {
  int gid = get_global_id(0);
  for (int j = 0; j < 128; ++j)
    A[(gid << 7) + j] = B[(gid << 7) + j] + C[(gid << 7) + j];
  for (int k = 0; k < 16; ++k)
    D[(gid << 4) + k] = E[(gid << 4) + k] + F[(gid << 4) + k];
}
// CHECK:      {{^}}  sequence
// CHECK-NEXT: {{^}}    block get_global_id
// CHECK-NEXT: {{^}}    loop at 7:3 trip 128
// CHECK-NEXT: register dependence
// CHECK-NEXT: {{^}}      block {{.*}}load{{.*}}load{{.*}}store
// CHECK-NEXT: {{^}}    loop at 9:3 trip 16
// CHECK-NEXT: register dependence
// CHECK-NEXT: {{^}}      block {{.*}}load{{.*}}load{{.*}}store
// CHECK-NEXT: {{^}}    block ret
// CHECK-NEXT: global read
