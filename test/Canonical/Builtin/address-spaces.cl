// Builtins on pointers to generic or constant memory have bodies as well; the
// access is of the object that is pointed to.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
kernel void k(global float *x, constant half *table, local half *tile) {
  int i = get_global_id(0);
  float whole;
  // CHECK-DAG: constant read of table at [[@LINE+1]]:{{[0-9]+}}, 2 bytes: 2 + 2*global_id(0)
  x[0] = vload_half(i, table + 1);
  // CHECK-DAG: local write of tile at [[@LINE+1]]:{{[0-9]+}}, 2 bytes: 0 + 2*global_id(0)
  vstore_half(x[1], i, tile);
  // CHECK-DAG: global write of x at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: 12
  x[2] = fract(x[1], x + 3);
  x[4] = fract(x[1], &whole) + whole;
  // CHECK-NOT: fract
}
