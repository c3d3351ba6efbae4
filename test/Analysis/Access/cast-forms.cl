// int, uint and size_t indices, in any mixture of ids, are affine.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
kernel void k(global float *A, int w, uint u) {
  int i = get_global_id(0), j = get_global_id(1);
  uint x = get_group_id(0) * 16 + get_local_id(0);
  size_t s = get_global_id(0);
  // CHECK: global write of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: 0 + 4*global_id(0) + 4*w*global_id(1)
  A[j * w + i] = 1;
  // CHECK: global write of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: 0 + 64*group_id(0) + 4*local_id(0)
  A[x] = 2;
  // CHECK: global write of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: 4*u + 12 + 8*global_id(0)
  A[2 * s + u + 3] = 3;
  // CHECK: global write of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: -4 + 4*global_id(0)
  A[i - 1] = 4;
  // CHECK: global write of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: 0 + 4*u*group_id(0) + 64*local_id(0)
  A[(uint)get_group_id(0) * u + ((uint)get_local_id(0) << 4)] = 5;
}

// A local id fits into 16 bits; what is computed in them wraps on purpose.
// CHECK-LABEL: kernel narrow
kernel void narrow(global float *A) {
  ushort x = get_local_id(0);
  short y = get_local_id(1);
  // CHECK: global write of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: 0 + 4*local_id(0) + 64*local_id(1)
  A[16 * y + x] = 1;
  ushort z = get_global_id(0);
  // CHECK: global write of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: {{.*}}% 65536
  A[z] = 2;
}
