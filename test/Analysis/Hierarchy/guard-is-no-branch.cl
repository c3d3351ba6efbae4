// The zero-trip test that loop rotation adds is the loop's own, not a branch.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s
kernel void scale(global float *A, int N) {
  for (int i = 0; i < N; ++i)
    A[i] *= 2;
}
// CHECK-NOT: branch
// CHECK: loop at 5:3 trip N
// CHECK-NOT: predicated

// Neither with several exits; what follows runs in any case.
// CHECK-LABEL: kernel find
// CHECK-NOT: branch
// CHECK: loop at [[@LINE+5]]:3 trip <= n
// CHECK: global read of A at {{.*}}, 4 bytes:
// CHECK: global write of A at {{.*}}, 4 bytes: 0
kernel void find(global int *A, int n) {
  int i = 0;
  while (i < n) {
    if (A[i] == 7)
      break;
    ++i;
  }
  A[0] = i;
}

// An early return is the author's branch, also before a loop.
// CHECK-LABEL: kernel inside
// CHECK: branch
// CHECK: global write of A at {{.*}}, 4 bytes, predicated:
kernel void inside(global int *A, int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  for (int k = 0; k < 8; ++k)
    A[8 * i + k] = k;
}

// The flag that clang keeps at the end of a scope is not control flow.
// CHECK-LABEL: kernel scopes
// CHECK-NOT: branch
// CHECK: loop at [[@LINE+5]]:3 trip <= n
// CHECK: loop at [[@LINE+7]]:5 trip <= max(m, 1), unroll 2
// CHECK: global write of Out at {{.*}}, 4 bytes: 0
kernel void scopes(global const int *A, global int *Out, int n, int m) {
  int i = 0, found = -1;
  while (i < n) {
    int j = 0;
#pragma unroll 2
    while (1) {
      if (A[i * m + j] == 7) {
        found = i * m + j;
        goto done;
      }
      if (++j >= m)
        break;
      if (A[j] < 0)
        break;
    }
    ++i;
  }
done:
  Out[0] = found;
}

// A test of floating point, or of two things at once, is the loop's own, too.
// CHECK-LABEL: kernel halve
// CHECK-NOT: branch
// CHECK: loop at [[@LINE+6]]:3 trip unknown
// CHECK: loop at [[@LINE+8]]:3 trip <= n
// CHECK: global write of A at {{.*}}, 4 bytes: 0
kernel void halve(global float *A, float limit, int n) {
  float x = A[0], y = 0;
  int k = 0;
  while (x > limit)
    x *= 0.5f;
#pragma unroll 2
  while (k < n && x + y < 4) {
    y = y * y + x;
    ++k;
  }
  A[0] = y;
}

// An `if` of the author around a loop is a branch, although one test does for both.
// CHECK-LABEL: kernel around
// CHECK: branch
// CHECK-NEXT: loop
// CHECK: global write of A at {{.*}}, 4 bytes, predicated:
kernel void around(global int *A, int n, int c) {
  if (c > 3)
    for (int i = 0; i < n; ++i)
      A[i] = 1;
}
