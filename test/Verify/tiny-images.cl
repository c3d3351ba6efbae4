// Images as small as a window: what is a core is proven, and refusals say that the size may
// be the reason.
// REQUIRES: iverilog
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{w} = 3
// DEFINE: %{h} = 3
// DEFINE: %{emit} = %roofline emit verilog %s --global %{w},%{h} --arg w=%{w} --arg h=%{h}
// RUN: %{emit} --kernel inner -o %t/core
// RUN: %verify %t/core --no-synthesis --seeds 1 | FileCheck %s
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles {{.*}} exact

// RUN: not %{emit} --variant 'map-pipe f' --kernel clamped -o %t/none 2>&1 | FileCheck %s --check-prefix=THREE
// THREE: tiny-images.cl:{{[0-9:]+}} the index of this access is not the work-item's own place and a constant offset; along dimension 0 there are 3 positions alone: where a window reaches from border to border, neighbours on both sides are not told apart; launch more, if that is so here
// REDEFINE: %{w} = 2
// REDEFINE: %{h} = 8
// RUN: not %{emit} --variant 'map-pipe f' --kernel clamped -o %t/none 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: ; along dimension 0 there are 2 positions alone
// REDEFINE: %{w} = 8
// REDEFINE: %{h} = 2
// RUN: not %{emit} --variant 'map-pipe f' --kernel clamped -o %t/none 2>&1 | FileCheck %s --check-prefix=ROWS
// ROWS: ; along dimension 1 there are 2 positions alone

// No position is inside of the border.
// RUN: not %{emit} --variant 'map-pipe f' --kernel inner -o %t/none 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: tiny-images.cl:[[#@LINE+7]]:1: in a launch of this size, with these arguments, the kernel writes nothing
// Data in an index is told as such.
// RUN: not %{emit} --kernel gathered -o %t/none 2>&1 | FileCheck %s --check-prefix=DATA --implicit-check-not=alone
// DATA: the index of this access depends on what is read at
kernel void gathered(global const int *in, global const int *at, global int *out, int w, int h) {
  out[get_global_id(1) * w + get_global_id(0)] = in[at[get_global_id(1) * w + get_global_id(0)]];
}
kernel void inner(global const int *restrict in, global int *restrict out,
                  int w, int h) {
  int x = get_global_id(0), y = get_global_id(1), sum = 0;
  if (x < 1 || x >= w - 1 || y < 1 || y >= h - 1)
    return;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i)
      sum += in[(y + j) * w + x + i];
  out[y * w + x] = sum;
}
kernel void clamped(global const int *restrict in, global int *restrict out,
                    int w, int h) {
  int x = get_global_id(0), y = get_global_id(1), sum = 0;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i)
      sum += in[clamp(y + j, 0, h - 1) * w + clamp(x + i, 0, w - 1)];
  out[y * w + x] = sum;
}
