// An index that is not affine says why and where, and keeps its form along the
// directions that it does not depend on.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
kernel void scatter(global int *A, global int *I, int w) {
  int i = get_global_id(0);
  // CHECK: global write of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: 0 + 4*value:0, irregular along global_id(0): index is read from memory at [[@LINE+1]]:5
  A[I[i]] = 1;
  // CHECK: global write of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: 0 + 4*(global_id(0) / (global_id(1) + w)), irregular along global_id(0), global_id(1): index is not linear in work-item ids and loop counters: 4*(global_id(0) / (global_id(1) + w))
  A[i / (w + (int)get_global_id(1))] = 2;
}

// Compressed rows: where a row begins is data of the row, inside it the columns
// follow each other; the vector is read wherever the columns point.
kernel void rows(global float *Y, global const float *V, global const int *Column,
                 global const int *Start, global const float *X) {
  int r = get_global_id(0);
  float Sum = 0;
  // CHECK-LABEL: kernel rows
  // CHECK: global read of V at [[@LINE+3]]:{{[0-9]+}}, 4 bytes: 0 + 4*loop:0 + 4*value:[[#]], irregular along global_id(0):
  // CHECK: global read of X at [[@LINE+2]]:{{[0-9]+}}, 4 bytes: 0 + 4*value:[[#]], irregular along global_id(0), loop:0:
  for (int k = Start[r]; k < Start[r + 1]; ++k)
    Sum += V[k] * X[Column[k]];
  Y[r] = Sum;
}

// Along x a row of a table is consecutive whatever the table says of y.
kernel void lookup(global int *A, global const int *Rows, int w) {
  int x = get_global_id(0), y = get_global_id(1);
  // CHECK-LABEL: kernel lookup
  // CHECK: global write of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: 0 + 4*global_id(0) + 4*value:[[#]]*w, irregular along global_id(1):
  A[Rows[y] * w + x] = 1;
}

// The same offset for everybody leaves an index affine.
kernel void offset(global int *A, global const int *Begin) {
  // CHECK-LABEL: kernel offset
  // CHECK: global write of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: 0 + 4*global_id(0) + 4*value:[[#]]{{$}}
  A[Begin[3] + get_global_id(0)] = 1;
}

// Which of two objects is data; the form of the offset is not.
kernel void choice(global int *A, global int *B, global const int *Which) {
  int i = get_global_id(0);
  global int *To = Which[0] ? A : B;
  // CHECK-LABEL: kernel choice
  // CHECK: global write of ? at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: 0 + 4*global_id(0) + value:[[#]]{{$}}
  To[i] = 1;
}

// Bits of an id: a mask of low bits is a remainder, which goes in blocks.
kernel void bits(global int *A) {
  int i = get_global_id(0), j = get_global_id(1);
  // CHECK-LABEL: kernel bits
  // CHECK: global write of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: 0 + 4096*global_id(1) + 4*(global_id(0) % 8), in blocks along global_id(0){{$}}
  A[(i & 7) + 1024 * j] = 1;
}

// A cycle with two entries is no loop: nothing is known of what it counts.
kernel void entries(global int *A, int n) {
  int i = 0;
  if (n > 3)
    goto second;
first:
  i += 2;
second:
  // CHECK-LABEL: kernel entries
  // CHECK: global write of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes{{.*}}, irregular along global_id(0),
  A[i + 1] = 2;
  if (i++ < n)
    goto first;
}
