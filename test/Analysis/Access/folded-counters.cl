// A nest that the source folds into one loop by hand: counters that wrap, and that move on
// where another one wraps, have forms in blocks.
// RUN: %sourceir %s -o %t.ll
// RUN: %opt -passes='print<fpga-analysis>' -disable-output %t.ll 2>/dev/null | FileCheck %s

// CHECK-LABEL: kernel masked
kernel void masked(global float *A, int pitch, int n) {
  int x = 0, row = 0;
  for (int i = 0; i < n; ++i) {
    // CHECK: global write of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: 0 + {{.*}}4*pitch*(8*loop:0 / 1024){{.*}}4*(8*loop:0 % 1024){{.*}}in blocks along loop:0
    A[row + x] = 1;
    x = (x + 8) & 1023;
    if (x == 0)
      row += pitch;
  }
}

// The end is an argument, and more is done where a row ends.
// CHECK-LABEL: kernel tested
kernel void tested(global float *A, global int *Ends, int w, int n) {
  int x = 0, y = 0;
  for (int i = 0; i < n; ++i) {
    // CHECK: global write of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: 0 + {{.*}}(loop:0 / w){{.*}}(loop:0 % w){{.*}}in blocks along loop:0
    A[2 * w * y + x] = 1;
    ++x;
    if (x == w) {
      Ends[y] = i;
      x = 0;
      ++y;
    }
  }
}

// A step that does not divide the end passes it by: another number of steps each time.
// CHECK-LABEL: kernel passed
kernel void passed(global float *A, int n) {
  int x = 0, y = 0;
  for (int i = 0; i < n; ++i) {
    // CHECK: global write of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: {{.*}}irregular along loop:0
    A[100 * y + x] = 1;
    x = (x + 3) & 63;
    if (x == 0)
      ++y;
  }
}

// A step that the loop changes has no form.
// CHECK-LABEL: kernel grown
kernel void grown(global float *A, int n) {
  int x = 0, v = 1;
  for (int i = 0; i < n; ++i) {
    // CHECK: global write of A at [[@LINE+1]]:{{[0-9]+}}, 4 bytes: {{.*}}irregular along loop:0
    A[x] = 1;
    x = (x + v) & 63;
    v += x;
  }
}
