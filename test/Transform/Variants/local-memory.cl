// Local memory belongs to a group, and a variant has none.
// RUN: %clang -O2 -S -emit-llvm -fno-discard-value-names -Xclang -disable-llvm-passes -gline-tables-only %s -o %t.ll
// RUN: not %opt -passes='fpga-variants<global=64>' -disable-output %t.ll 2>&1 | FileCheck %s
kernel void k(global int *a) {
  local int t[16];
  // CHECK: local-memory.cl:[[@LINE+1]]:{{[0-9]+}}: kernel k: local memory 'k.t' belongs to a work-group
  t[0] = a[get_global_id(0)];
}
