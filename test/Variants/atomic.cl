// An atomic's result depends on the order of the work-items.
// RUN: %sourceir %s -o %t.ll
// RUN: not %opt -passes='fpga-variants<global=64>' -disable-output %t.ll 2>&1 | FileCheck %s
kernel void k(global int *a) {
  // CHECK: atomic.cl:[[@LINE+1]]:{{[0-9]+}}: kernel k: atomic_inc() is atomic: work-items are not independent
  atomic_inc(a);
}
