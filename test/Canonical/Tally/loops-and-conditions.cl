// How often the source runs what it says: bodies, tests, conditions, helpers.
// RUN: %roofline analyze %s --allow-unknown --global 10 --verbose --arg n=3 | FileCheck %s
float twice(float x) { return 2 * x; }

// CHECK-LABEL: kernel body
// CHECK: add int32 {{ *}}30  3*WI
// CHECK: icmp int32 {{ *}}40  4*WI
// A helper's operations are the kernel's, however often it is called.
// CHECK: W [floating-point operation] {{ *}}60  6*WI
// CHECK: Q requested [byte] {{ *}}240  24*WI
kernel void body(global float *a, int n) {
  for (int i = 0; i < n; i++)
    a[get_global_id(0)] = twice(twice(a[get_global_id(0)]));
}

// A test at the end runs as often as the body.
// CHECK-LABEL: kernel at_end
// CHECK: icmp int32 {{ *}}30  3*WI
kernel void at_end(global float *a, int n) {
  int i = 0;
  do a[i] = 0; while (++i < 3);
}

// CHECK-LABEL: kernel guarded
// CHECK: icmp int32 {{ *}}10  WI
// CHECK: W [floating-point operation] {{ *}}3  <= WI
// CHECK: Q requested [byte] {{ *}}24  <= 8*WI
kernel void guarded(global float *a, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  a[i] += 1;
}

// The loop of a condition runs in 5 work-items; its test once more than its body.
// CHECK-LABEL: kernel sometimes
// CHECK: icmp int32 {{ *}}20  <= 4*WI
// CHECK: icmp int64 {{ *}}10  WI
// CHECK: W [floating-point operation] {{ *}}15  <= 3*WI
kernel void sometimes(global float *a, int n) {
  if (get_global_id(0) < 5u)
    for (int i = 0; i < n; i++)
      a[i] *= 3;
}

// An inner loop is entered once for each run of the outer body: its tests are
// (0 + 1 + 2) + 3, the outer one's 4.
// CHECK-LABEL: kernel triangle
// CHECK: icmp int32 {{ *}}100
// CHECK: W [floating-point operation] {{ *}}30
kernel void triangle(global float *a, int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++)
      a[j] += 1;
}

// What stands before a break runs as often as the body, the test at the start once
// more; what stands behind the break may run once less.
// CHECK-LABEL: kernel early
// CHECK: fadd float32 {{ *}}<= 30  <= 3*WI
// CHECK: fcmp float32 {{ *}}<= 30  <= 3*WI
kernel void early(global float *a, int n) {
  for (int i = 0; i < n; i++) {
    if (a[i] > 2) break;
    a[i] = a[i] + 1;
  }
}
