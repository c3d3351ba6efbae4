// Four copies of an iteration of which the eighth before is read do not wait
// for each other; of which the second before is read, they do.
// RUN: %roofline analyze %s --kernel far --arg n=1000 | FileCheck %s --check-prefix=FAR
// FAR-NOT: copies wait
kernel void far(global int *x, int n) {
  #pragma unroll 4
  for (int i = 8; i < n; i++)
    x[i] = x[i - 8] * 3;
}
// RUN: %roofline analyze %s --kernel near --arg n=1000 | FileCheck %s --check-prefix=NEAR
// NEAR: copies wait for each other: line [[#@LINE+4]] writes
kernel void near(global int *x, int n) {
  #pragma unroll 4
  for (int i = 8; i < n; i++)
    x[i] = x[i - 2] * 3;
}
