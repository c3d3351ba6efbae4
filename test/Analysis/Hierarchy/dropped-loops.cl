// What counts and leaves nothing behind is no hardware, nor is the way back of a
// loop that constants end in its first iteration. A loop that may not end stays.
// RUN: %roofline analyze --verbose %s --global 64 --local 64 --arg n=100 --allow-unknown | FileCheck %s
// CHECK-LABEL: kernel unused
// CHECK-NOT: trip
// CHECK-LABEL: kernel once
// CHECK-NOT: trip
// CHECK-LABEL: kernel endless
// CHECK: loop 35-36, trip unknown: data-dependent exit
// CHECK-LABEL: kernel twice
// CHECK: loop 42-43, trip 2
kernel void unused(global int *p, int n) {
  int i = get_global_id(0), sum = 0;
  for (int j = 0; j < n; j++)
    for (int k = j; k < n; k++)
      sum += j * k;
  p[i] += 1;
}
kernel void once(global float *p) {
  int i = get_global_id(0), k = 3;
  float s = 0;
  for (int j = 8, f = 1; j < 16; j += 8, f++)
    s += p[i * 16 + j] * f;
  for (int j = 0; j < 1; j++)
    s += p[i * 16 + j];
  do {
    s += p[i * 16 + k];
    k -= 3;
  } while (k > 0);
  p[i * 16] = s;
}
kernel void endless(global uint *p) {
  int i = get_global_id(0);
  uint x = p[i];
  while (x != 1)
    x = x & 1 ? 3 * x + 1 : x / 2;
  p[i] = 1;
}
kernel void twice(global float *p) {
  int i = get_global_id(0);
  float s = 0;
  for (int j = 0; j < 2; j++)
    s += p[i * 16 + j];
  p[i * 16] = s;
}
