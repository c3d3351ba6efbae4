// Work-items that wait for one another have no variant.
// RUN: %sourceir %s -o %t.ll
// RUN: not %opt -passes='fpga-variants<global=64;local=16>' -disable-output %t.ll 2>&1 | FileCheck %s
kernel void k(global int *a) {
  local int t[16];
  t[get_local_id(0)] = a[get_global_id(0)];
  // CHECK: barrier.cl:[[@LINE+1]]:3: kernel k: barrier() has work-items wait for one another
  barrier(CLK_LOCAL_MEM_FENCE);
  a[get_global_id(0)] = t[0];
}
