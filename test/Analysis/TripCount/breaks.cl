// A break leaves the loop's own test as a bound, whatever the counter does.
// RUN: %roofline analyze --verbose %s --allow-unknown --arg n=100 --global 64 --local 32 | FileCheck %s
// 0, 2, .. 98
// CHECK: loop [[#@LINE+2]]{{[-:0-9]+}}, trip <= (n + 1) / 2 = 50
kernel void twos(global const float *x, global float *y, int n, float e) {
  for (int i = 0; i < n; i += 2) { y[i] = x[i]; if (x[i] < e) break; }
}
// 0, 3, .. 99
// CHECK: loop [[#@LINE+2]]{{[-:0-9]+}}, trip <= (n + 2) / 3 = 34
kernel void threes(global const float *x, global float *y, uint n, float e) {
  for (uint i = 0; i < n; i += 3) { y[i] = x[i]; if (x[i] < e) break; }
}
// 100, 50, 25, 12, 6, 3, 1
// CHECK: loop [[#@LINE+2]]{{[-:0-9]+}}, trip <= log2(n) + 1 = 7
kernel void halves(global const float *x, global float *y, int n, float e) {
  for (int i = n; i > 0; i >>= 1) { y[i] = x[i]; if (x[i] < e) break; }
}
// 1, 2, .. 64
// CHECK: loop [[#@LINE+2]]{{[-:0-9]+}}, trip <= log2(n - 1) + 1 = 7
kernel void doubles(global const float *x, global float *y, int n, float e) {
  for (int i = 1; i < n; i <<= 1) { y[i] = x[i]; if (x[i] < e) break; }
}
// Four of 32 work-items have four, the others three: 100 / 32.
// CHECK: loop [[#@LINE+2]]{{[-:0-9]+}}, trip <= {{.*}} / local_size(0) = 3.12
kernel void group(global const float *x, global float *y, int n, float e) {
  for (int i = get_local_id(0); i < n; i += get_local_size(0)) {
    y[i] = x[i];
    if (x[i] < e)
      break;
  }
}
// At least once, up to 0, 2, .. 98.
// CHECK: loop [[#@LINE+3]]{{[-:0-9]+}}, trip <= max((n + 1) / 2, 1) = 50
kernel void after(global const float *x, global float *y, int n, float e) {
  int i = 0;
  do { y[i] = x[i]; if (x[i] < e) break; i += 2; } while (i < n);
}
// The sum of (i + 2) / 3 over i < 100 is 1683.
// CHECK: loop [[#@LINE+3]]{{[-:0-9]+}}, trip <= (iteration([[#@LINE+2]]) + 2) / 3 = 16.83
kernel void inner(global const float *x, global float *y, int n, float e) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j += 3) { y[i] = x[j]; if (x[j] < e) break; }
}
