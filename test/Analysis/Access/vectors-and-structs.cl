// Vectors, vloadN/vstoreN, struct fields.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
typedef struct { int a; float b; } Pair;
kernel void k(global float4 *V, global float *F, global Pair *P) {
  int i = get_global_id(0);
  // CHECK: global read of V at [[@LINE+2]]:{{[0-9]+}}, 16 bytes: 0 + 16*global_id(0)
  // CHECK: global write of F at [[@LINE+1]]:{{[0-9]+}}, 16 bytes: 8 + 16*global_id(0)
  vstore4(V[i], i, F + 2);
  // CHECK: global read of F at [[@LINE+2]]:{{[0-9]+}}, 8 bytes: 0 + 8*global_id(0)
  // CHECK: global write of P at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: 4 + 8*global_id(0)
  P[i].b = vload2(i, F).x;
}
