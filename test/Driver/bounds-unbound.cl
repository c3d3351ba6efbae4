// A loop that may end early bounds what it does, whether its argument is bound or not.
// RUN: not %roofline analyze --verbose %s --device de5net --global 64 2>&1 | FileCheck %s
// RUN: %roofline analyze --verbose %s --allow-unknown --device de5net --global 64 --arg n=10 \
// RUN:   | FileCheck %s --check-prefix=BOUND
// A comparison and a sum each time.
// CHECK: W [floating-point operation] {{ *}}unknown {{ *}}<= 2*WI*n{{$}}
// BOUND: W [floating-point operation] {{ *}}<= 1280 {{ *}}<= 20*WI{{$}}
kernel void until(global const float *restrict a, global float *restrict b, int n) {
  int g = get_global_id(0);
  float sum = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] == 0.0f)
      break;
    sum += a[i];
  }
  b[g] = sum;
}
