// A work-item that goes on by the size of the launch: each element is a position.
// RUN: rm -rf %t
// DEFINE: %{emit} = %roofline emit verilog %s --global 16
// RUN: %{emit} --kernel strided --arg n=100 -o %t/strided
// RUN: %verify %t/strided --no-synthesis | FileCheck %s
// RUN: %{emit} --kernel strided --arg n=10 -o %t/fewer
// RUN: %verify %t/fewer --no-synthesis | FileCheck %s
// RUN: %{emit} --kernel strided --arg n=100 -o %t/lanes --variant 'map-par[4](map-pipe f) . reshapeTo 4'
// RUN: %verify %t/lanes --no-synthesis | FileCheck %s
// RUN: %{emit} --kernel walked --arg n=99 -o %t/walked
// RUN: %verify %t/walked --no-synthesis | FileCheck %s
// RUN: %roofline emit verilog %s --global 4,3 --kernel plane --arg w=14 --arg h=11 -o %t/plane
// RUN: %verify %t/plane --no-synthesis | FileCheck %s
// CHECK: outputs equal the original's, bit for bit
kernel void strided(global const int *a, global int *o, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    o[i] = 3 * a[i] + i;
}
kernel void walked(global const float *a, global float *o, int n) {
  size_t i = get_global_id(0);
  const size_t step = get_global_size(0);
  while (i <= n) {
    o[i] = a[i] * a[i];
    i += step;
  }
}
kernel void plane(global const int *a, global int *o, int w, int h) {
  for (int y = get_global_id(1); y < h; y += get_global_size(1))
    for (int x = get_global_id(0); x < w; x += get_global_size(0))
      if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
        o[y * w + x] = a[(y - 1) * w + x] + a[(y + 1) * w + x] +
                       a[y * w + x - 1] + a[y * w + x + 1] - 4 * a[y * w + x];
}
// What else asks for the place in the launch keeps the loop as it is.
// DEFINE: %{refused} = not %roofline emit verilog %s --variant 'map-pipe f' --global 16 --arg n=100 -o %t/none
// RUN: %{refused} --kernel names_itself 2>&1 | FileCheck %s --check-prefix=NAMES
// NAMES: grid-stride.cl:[[#@LINE+2]]:3: the size of the loop differs from position to position
kernel void names_itself(global const int *a, global int *o, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    o[i] = 3 * a[i] + get_global_id(0);
}
// RUN: %{refused} --kernel ahead 2>&1 | FileCheck %s --check-prefix=AHEAD
// AHEAD: grid-stride.cl:[[#@LINE+2]]:3: the size of the loop differs from position to position
kernel void ahead(global const int *a, global int *o, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    o[i] = a[i + get_global_size(0)];
}
// RUN: %{refused} --kernel few 2>&1 | FileCheck %s --check-prefix=FEW
// FEW: grid-stride.cl:[[#@LINE+3]]:5: the size of the loop differs from position to position
kernel void few(global const int *a, global int *o, int n) {
  if (get_global_id(0) < 10)
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
      o[i] = a[i];
}
// RUN: %{refused} --kernel in_order 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER: grid-stride.cl:[[#@LINE+3]]:5: the size of the loop differs from position to position
kernel void in_order(global const int *a, global int *o, int n) {
  if (get_global_linear_id() < 7)
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
      o[i] = a[i];
}
// RUN: %{refused} --kernel onwards 2>&1 | FileCheck %s --check-prefix=ONWARDS
// ONWARDS: grid-stride.cl:[[#@LINE+3]]:{{.*}}'a' is written and also accessed at another place
kernel void onwards(global int *a, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    a[i + 16] = a[i] + 1;
}
// RUN: not ls %t/none
