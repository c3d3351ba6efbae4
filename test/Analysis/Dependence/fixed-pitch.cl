// Rows of 1024 elements, of which n are passed: what one writes a column further is
// what the next one reads, at another x; within a row they are taken not to overlap.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
// CHECK: loop at [[@LINE+4]]:3 trip m - 1
// CHECK-NEXT: register
// CHECK-NEXT: memory dependence from store at [[@LINE+4]]:27 to load at [[@LINE+4]]:29, distance 1{{$}}
kernel void below(global int *a, int m, int n) {
  for (int y = 1; y < m; ++y)
    for (int x = 0; x < n; ++x)
      a[y * 1024 + x + 1] = a[(y - 1) * 1024 + x] + 1;
}
// CHECK: loop at [[@LINE+4]]:3 trip m
// CHECK-NEXT: register
// CHECK-NEXT: block
kernel void beside(global int *a, int m, int n) {
  for (int y = 0; y < m; ++y)
    for (int x = 0; x < n; ++x)
      a[y * 1024 + x + 100] = a[y * 1024 + x] + 1;
}
