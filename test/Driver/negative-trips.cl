// A loop that may not run for some iterations or work-items around has its trips as a
// mean; a polynomial would count the negative ones.
// RUN: %roofline analyze --verbose %s --device de5net --kernel rest --arg n=100 --arg m=10 | FileCheck %s --check-prefix=REST
// 10 + 9 + .. + 1 sums; each reads 4 bytes of a, and o is read and written in each of
// 55 iterations.
// REST: W [floating-point operation] {{ *}}55 {{ *}}100*trip([[#@LINE+5]]){{$}}
// REST: Q requested [byte] {{ *}}660 {{ *}}1200*trip([[#@LINE+4]]){{$}}
kernel void rest(global const float *restrict a, global float *restrict o, int n,
                 int m) {
  for (int i = 0; i < n; ++i)
    for (int k = i; k < m; ++k)
      o[i] += a[k];
}

// RUN: %roofline analyze --verbose %s --device de5net --kernel pairs --global 64,64 --local 8,8 | FileCheck %s --check-prefix=PAIRS
// Sum over y > x of y - x: 64 * 63 * 65 / 6 of 64 * 64 work-items.
// PAIRS: W [floating-point operation] {{ *}}43680 {{ *}}WI*trip([[#@LINE+5]]){{$}}
kernel void pairs(global const float *a, global float *o) {
  int x = get_global_id(0), y = get_global_id(1);
  float s = 0;
  // the loop
  for (int k = x; k < y; ++k)
    s += a[k];
  o[y * 64 + x] = s;
}

// RUN: not %roofline analyze --verbose %s --device de5net --kernel triangle | FileCheck %s --check-prefix=TRIANGLE
// TRIANGLE: W [floating-point operation] {{ *}}unknown {{ *}}n*n - n - (n*n - n) / 2{{$}}
kernel void triangle(global const float *restrict a, global float *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    for (int k = i + 1; k < n; ++k)
      o[i] += a[k];
}
