// The larger of two exclusive arms bounds each kind of operation.
// RUN: %roofline analyze %s --allow-unknown --kernel chain --global 64 --verbose | FileCheck %s --check-prefix=CHAIN
// RUN: %roofline analyze %s --allow-unknown --kernel nested --global 1 --arg n=10 --verbose | FileCheck %s --check-prefix=NESTED
// RUN: %roofline analyze %s --allow-unknown --kernel inner --global 1 --arg n=10 --verbose | FileCheck %s --check-prefix=INNER

#pragma OPENCL FP_CONTRACT OFF
// One product, two products and a sum, or two sums; a product behind them always.
// CHAIN: fadd float32 {{ *}}<= 128
// CHAIN: fmul float32 {{ *}}64 .. 192
kernel void chain(global float *a) {
  size_t i = get_global_id(0);
  float v = a[i];
  if (v > 4.0f)
    v = v * 3.0f;
  else if (v > 2.0f)
    v = v * v * 5.0f + 1.0f;
  else
    v = v + 7.0f + v;
  a[i] = v * 9.0f;
}

// In each of ten iterations: two products in one arm, of which one has a choice of its own
// of one or three, or one product in the other: at most five.
// NESTED: fmul float32 {{ *}}<= 50
kernel void nested(global float *a, int n) {
  for (int i = 0; i < n; ++i) {
    float v = a[i];
    if (v > 4.0f) {
      v = v * 3.0f * v;
      if (v > 100.0f)
        v = v * 3.0f;
      else
        v = v * v * v * 7.0f;
    } else {
      v = v * 2.0f;
    }
    a[i] = v;
  }
}

// Loops inside of arms may run in both of two iterations: their products add up.
// INNER: fmul float32 {{ *}}<= 200
kernel void inner(global float *a, int n) {
  for (int i = 0; i < n; ++i) {
    float v = a[i];
    if (v > 4.0f)
      for (int j = 0; j < n; ++j)
        v *= a[j];
    else
      for (int j = 0; j < n; ++j)
        v *= 3.0f;
    a[i] = v;
  }
}
