// Local memory belongs to a group, and a variant has none.
// RUN: %sourceir %s -o %t.ll
// RUN: not %opt -passes='fpga-variants<kernel=k;global=64>' -disable-output %t.ll 2>&1 | FileCheck %s
// RUN: not %opt -passes='fpga-variants<kernel=given;global=64>' -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=GIVEN
kernel void k(global int *a) {
  local int t[16];
  // CHECK: local-memory.cl:[[@LINE+1]]:{{[0-9]+}}: kernel k: local memory 'k.t' belongs to a work-group
  t[0] = a[get_global_id(0)];
}
kernel void given(global int *a, local int *shared) {
  // GIVEN: local-memory.cl:[[@LINE+1]]:{{[0-9]+}}: kernel given: local memory 'shared' belongs to a work-group
  a[get_global_id(0)] = shared[0];
}
