// Border handling, by min and max or by a test, keeps the form of the interior.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
kernel void k(global const float *A, global float *B, int w) {
  int i = get_global_id(0);
  // CHECK: global read of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: 4 + 4*global_id(0), clamped
  B[i] = A[min(i + 1, w - 1)];
}

kernel void tests(global const float *A, global float *B, int w) {
  int i = get_global_id(0);
  int inside = i < 1 ? 1 : i;
  inside = inside > w - 2 ? w - 2 : inside;
  // CHECK-LABEL: kernel tests
  // CHECK: global read of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: -4 + 4*global_id(0), clamped
  B[i] = A[inside - 1];
}

// A ring: behind the last element comes the first.
kernel void ring(global const float *A, global float *B, int n) {
  int i = get_global_id(0);
  int next = i + 1 >= n ? i + 1 - n : i + 1;
  int before = i == 0 ? n - 1 : i - 1;
  // CHECK-LABEL: kernel ring
  // CHECK: global read of A at [[@LINE+2]]:{{[0-9]+}}, 4 bytes: 4 + 4*global_id(0), clamped
  // CHECK: global read of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: -4 + 4*global_id(0), clamped
  B[i] = A[next] + A[before];
}

// Every spelling of a clamp: of both borders the form is that of the interior.
kernel void clamps(global const float *A, global float *B, int n) {
  int i = get_global_id(0);
  // CHECK-LABEL: kernel clamps
  // CHECK: global read of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: -4 + 4*global_id(0), clamped
  float s = A[i == 0 ? 0 : i - 1];
  // CHECK: global read of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: 4 + 4*global_id(0), clamped
  s += A[i == n - 1 ? i : i + 1];
  // CHECK: global read of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: 4 + 4*global_id(0), clamped
  s += A[i >= n - 1 ? i : i + 1];
  // CHECK: global read of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: 4 + 4*global_id(0), clamped
  s += A[i < n - 1 ? i + 1 : i];
  // CHECK: global read of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: -8 + 4*global_id(0), clamped
  s += A[i <= 1 ? 0 : i - 2];
  B[i] = s;
}

// No border: which of two places is read is the argument's choice.
kernel void choice(global const float *A, global float *B, int left) {
  int i = get_global_id(0);
  // CHECK-LABEL: kernel choice
  // CHECK: global read of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: {{.*}}value:{{.*}}, irregular along global_id(0): index is chosen by a condition
  B[i] = A[left ? 2 * i : 3 * i];
}

// No border either: the tests are of other directions than the index.
kernel void corners(global const float *A, global float *B, int w, int h) {
  int x = get_local_id(0), y = get_global_id(1);
  int scaled = x < w ? 2 * y : h;
  int shifted = y + (x < w ? 100 : h);
  // CHECK-LABEL: kernel corners
  // CHECK: global read of A at [[@LINE+2]]:{{[0-9]+}}, 4 bytes: {{.*}}value:{{.*}}, irregular along {{.*}}: index is chosen by a condition
  // CHECK: global read of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: {{.*}}value:{{.*}}, irregular along local_id(0): index is chosen by a condition
  B[get_global_id(0)] = A[scaled] + A[shifted];
}
