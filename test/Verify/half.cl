// Numbers of half: converted, computed with, compared, in vectors, streams and a memory, beside the
// original, whose operations round each to half.
// REQUIRES: iverilog
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{kernel} =
// DEFINE: %{variant} = map-pipe f
// DEFINE: %{verify} = %roofline verify %s --kernel %{kernel} --variant '%{variant}' --seeds 2 \
// DEFINE:   --no-synthesis --simulator icarus
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles {{.*}} exact
// REDEFINE: %{kernel} = stored
// RUN: %{verify} --global 300 | FileCheck %s
// REDEFINE: %{kernel} = compared
// RUN: %{verify} --global 300 | FileCheck %s
// RUN: %{verify} --global 64 --memory axi4 | FileCheck %s
// REDEFINE: %{kernel} = quotient
// RUN: %{verify} --global 300 | FileCheck %s
// REDEFINE: %{kernel} = converted
// RUN: %{verify} --global 300 | FileCheck %s
// REDEFINE: %{kernel} = functions
// RUN: %{verify} --global 300 | FileCheck %s
// REDEFINE: %{kernel} = vectors
// RUN: %{verify} --global 100 | FileCheck %s
// REDEFINE: %{kernel} = greatest
// RUN: %{verify} --arg n=40 | FileCheck %s
// REDEFINE: %{kernel} = smoothed
// REDEFINE: %{variant} = map-par[2](map-pipe f) . reshapeTo 2
// RUN: %{verify} --global 24,10 | FileCheck %s

// Its operators have prices and delays of their own.
// RUN: %if yosys %{ %roofline verify %s --kernel compared --variant 'map-pipe f' --global 100 --seeds 1 \
// RUN:   | FileCheck %s --check-prefix=PRICE %}
// PRICE: LUT {{.*}} {{[+-][0-9]\.[0-9]}} %
// PRICE-NEXT: FF {{.*}} {{([+-][0-2]\.[0-9] %|exact)}}
// PRICE-NEXT: DSP 1.0 1.0 exact
// PRICE: path [ps]
// PRICE-NOT: unknown

// float's fma, rounded to half, is not half's; programs have no half.
// RUN: not %roofline emit verilog %s --variant 'map-pipe f' --kernel fused --global 100 -o %t/x 2>&1 | FileCheck %s --check-prefix=FUSED
// FUSED: half.cl:[[#@LINE+52]]:{{[0-9]+}}: 'fma' of half has no operator in a datapath
// RUN: not %roofline emit opencl %s --kernel stored --global 100 -o %t/x 2>&1 | FileCheck %s --check-prefix=OPENCL
// OPENCL: half.cl:[[#@LINE+6]]:{{[0-9]+}}: numbers of half: programs have float and double

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void stored(global const half *restrict a, global half *restrict b) {
  int i = get_global_id(0);
  vstore_half(vload_half(i, a) * 0.3f + 1.0f, i, b);
}
kernel void compared(global const half *restrict a, global const half *restrict b, global half *restrict c) {
  int i = get_global_id(0);
  half t = a[i] * b[i];
  c[i] = t > a[i] ? t + b[i] : fabs(a[i] - b[i]);
}
kernel void quotient(global const half *restrict a, global const int *restrict n, global half *restrict c) {
  int i = get_global_id(0);
  c[i] = sqrt(a[i] * a[i] + 2.0h) / ((half)n[i] + a[i]);
}
kernel void converted(global const half *restrict a, global const double *restrict d, global const long *restrict l,
                      global int *restrict n, global half *restrict e, global half *restrict g) {
  int i = get_global_id(0);
  n[i] = (int)(a[i] * 16.0h) + (int)rint(a[i]);
  e[i] = (half)d[i];
  g[i] = (half)l[i];
}
kernel void functions(global const half *restrict a, global const int *restrict n, global half *restrict b,
                      global short *restrict s) {
  int i = get_global_id(0);
  half c = clamp(a[i], -2.0h, 2.0h) + max(a[i], 1.0h) * min(a[i], 3.0h) + mad(a[i], 0.5h, floor(a[i]));
  b[i] = c + convert_half(n[i]) - step(1.0h, ceil(a[i]) + round(a[i]) * trunc(a[i]));
  s[i] = convert_short_sat(a[i] * 3.0h);
}
kernel void vectors(global const half4 *restrict a, global half4 *restrict b, global half *restrict c) {
  int i = get_global_id(0);
  half4 x = a[i];
  c[i] = dot(x, x.wzyx);
  b[i] = fmax(x, x.yxwz) * convert_half4(convert_float4(x) + 1.0f) + floor(x);
}
kernel void greatest(global const half *restrict a, global half *restrict r, int n) {
  half s = -100.0h;
  for (int i = 0; i < n; ++i)
    s = fmax(s, a[i]);
  r[0] = s;
}
kernel void smoothed(global const half *restrict a, global half *restrict b) {
  int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0), h = get_global_size(1);
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
    b[y * w + x] = (a[y * w + x - 1] + a[y * w + x + 1] + (a[y * w - w + x] + a[y * w + w + x])) * 0.25h;
}
kernel void fused(global const half *restrict a, global half *restrict b) {
  int i = get_global_id(0);
  b[i] = fma(a[i], a[i], a[i]);
}
