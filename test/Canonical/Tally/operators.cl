// Lanes, fused operators and builtins; what moves data is no operation.
// RUN: %roofline analyze --verbose %s --global 1 --local 1 --verbose | FileCheck %s

// Products: 4 of mad, 3 of dot, 2 x 2 of length; sums: 4, 2 and 1; one root.
// CHECK-LABEL: kernel builtins
// CHECK: fadd float32 {{ *}}7
// CHECK: fmul float32 {{ *}}9
// CHECK: sqrt float32 {{ *}}1
// CHECK: W [floating-point operation] {{ *}}17
kernel void builtins(global float4 *a, global float3 *b, global float2 *c, global float *r) {
  r[0] = mad(a[0], a[1], a[2]).x;
  r[1] = dot(b[0], b[1]);
  r[2] = length(c[0]);
}

// 16-byte vectors through vload and vstore; local memory is none of Q.
// CHECK-LABEL: kernel moves
// CHECK: W [integer operation] {{ *}}0
// CHECK: global read [byte] {{ *}}16
// CHECK: global written [byte] {{ *}}16
// CHECK: local read [byte] {{ *}}4
// CHECK: local written [byte] {{ *}}4
// CHECK: Q requested [byte] {{ *}}32
kernel void moves(global float *a, local float *tile) {
  vstore4(vload4(0, a), 1, a);
  tile[0] = tile[1];
}

// What is written twice counts twice, though the compiler keeps one.
// CHECK-LABEL: kernel twice
// CHECK: mul int32 {{ *}}2
// CHECK: W [integer operation] {{ *}}3
kernel void twice(global int *a, int x) { a[0] = x * 5 + x * 5; }

// The user's choice, by class and by operator; an unknown one is an error.
// RUN: %roofline analyze --verbose %s --kernel twice --global 1 --ops mul | FileCheck %s --check-prefix=MUL
// MUL: W [integer operation] {{ *}}2
// RUN: %roofline analyze --verbose %s --kernel twice --global 1 --ops add,xor | FileCheck %s --check-prefix=ADD
// ADD: W [integer operation] {{ *}}1
// RUN: not %roofline analyze --verbose %s --kernel twice --ops add,mull 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: --ops 'add,mull': 'mull' is no operator and no class of operators
