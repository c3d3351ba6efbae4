// A loop of one block without an exit has no trip count, and an analysis all
// the same.
// RUN: not %roofline analyze --verbose %s --global 64 | FileCheck %s
// CHECK: kernel counts
// CHECK: loop [[#@LINE+1]]:37, trip unknown: the loop has no exit
kernel void counts(global int *a) { while (1) a[0]++; }
// CHECK: kernel waits
// CHECK: loop [[#@LINE+1]]:43, trip unknown: the loop has no exit
kernel void waits(global int *a, int n) { for (;;) barrier(CLK_LOCAL_MEM_FENCE); }
