// A packet is read from, or written to, the memory that it points to.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
kernel void produce(global int *A, write_only pipe int P) {
  // CHECK-LABEL: kernel produce
  // CHECK: write_pipe load
  // CHECK: global read of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: 0 + 4*global_id(0)
  write_pipe(P, &A[get_global_id(0)]);
}
kernel void consume(global long *B, read_only pipe long P) {
  // CHECK-LABEL: kernel consume
  // CHECK: read_pipe store
  // CHECK: global write of B at [[@LINE+1]]:{{[0-9]+}}, 8 bytes: 8 + 8*global_id(0)
  read_pipe(P, B + 1 + get_global_id(0));
}
