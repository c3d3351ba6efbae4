// Line buffers by hand: what an array holds at x was written a row ago. Rows that hand such an
// array, or a shift register, on are one loop. Emission runs the streams against the original.
// REQUIRES: iverilog
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{emit} = %roofline emit verilog %s
// RUN: %{emit} --kernel window -o %t/window
// RUN: %verify %t/window --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel turns -o %t/turns
// RUN: %verify %t/turns --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel ring --arg n=50 -o %t/ring
// RUN: %{emit} --kernel handed_on -o %t/on
// RUN: %verify %t/on --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel planes -o %t/planes
// RUN: %{emit} --kernel filled -o %t/filled
// RUN: %{emit} --kernel guarded -o %t/guarded
// RUN: %{emit} --kernel sometimes -o %t/sometimes
// RUN: %verify %t/sometimes --no-synthesis --seeds 1 | FileCheck %s
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles {{.*}} exact

// RUN: not %{emit} --variant 'map-pipe f' --kernel mirrored -o %t/no 2>&1 | FileCheck %s --check-prefix=MIRRORED
// RUN: not %{emit} --variant 'map-pipe f' --kernel unwritten -o %t/no 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// RUN: not %{emit} --kernel beside -o %t/no 2>&1 | FileCheck %s --check-prefix=BESIDE
// RUN: not %{emit} --variant 'map-pipe f' --kernel crossed -o %t/no 2>&1 | FileCheck %s --check-prefix=CROSSED
// RUN: not ls %t/no
#define W 8
#define H 6

kernel void window(global const uchar *restrict in, global uchar *restrict out) {
  uchar line[2][W];
  uchar win[3][3];
  for (int y = 0; y < H; ++y)
    for (int x = 0; x < W; ++x) {
      uchar p = in[y * W + x];
#pragma unroll
      for (int i = 0; i < 3; ++i) {
        win[i][0] = win[i][1];
        win[i][1] = win[i][2];
      }
      win[0][2] = line[0][x];
      win[1][2] = line[1][x];
      win[2][2] = p;
      line[0][x] = line[1][x];
      line[1][x] = p;
      int s = 0;
#pragma unroll
      for (int i = 0; i < 3; ++i)
#pragma unroll
        for (int j = 0; j < 3; ++j)
          s += win[i][j];
      out[y * W + x] = y >= 2 && x >= 2 ? s >> 3 : p;
    }
}
// Two rows take turns; the columns begin anew in each row.
kernel void turns(global const uchar *restrict in, global uchar *restrict out) {
  uchar line[2][W];
  for (int y = 0; y < H; ++y) {
    uchar left = 0, above_left = 0;
    for (int x = 0; x < W; ++x) {
      uchar above = line[(y + 1) & 1][x];
      uchar p = in[y * W + x];
      line[y & 1][x] = p;
      out[y * W + x] = (p + left + above + above_left) >> 2;
      left = p;
      above_left = above;
    }
  }
}
kernel void ring(global const int *restrict in, global int *restrict out, int n) {
  int last[8];
  for (int i = 0; i < n; ++i) {
    int old = last[i & 7];
    last[i & 7] = in[i];
    out[i] = in[i] - old;
  }
}
kernel void handed_on(global const int *restrict in, global int *restrict out) {
  int sr[W + 1];
  for (int y = 0; y < H; ++y)
    for (int x = 0; x < W; ++x) {
#pragma unroll
      for (int i = W; i > 0; --i)
        sr[i] = sr[i - 1];
      sr[0] = in[y * W + x] + x * y;
      out[y * W + x] = sr[0] + sr[W];
    }
}
// From plane to plane, too.
kernel void planes(global const int *restrict in, global int *restrict out) {
  int sr[W * H + 1];
  for (int z = 0; z < 3; ++z)
    for (int y = 0; y < H; ++y)
      for (int x = 0; x < W; ++x) {
#pragma unroll
        for (int i = W * H; i > 0; --i)
          sr[i] = sr[i - 1];
        sr[0] = in[(z * H + y) * W + x];
        out[(z * H + y) * W + x] = sr[0] - sr[W * H] + z;
      }
}
// The first row has numbers of its own above.
kernel void filled(global const int *restrict in, global int *restrict out) {
  int line[W];
  for (int i = 0; i < W; ++i)
    line[i] = 100 * i;
  for (int y = 0; y < H; ++y)
    for (int x = 0; x < W; ++x) {
      int above = line[x];
      line[x] = in[y * W + x];
      out[y * W + x] = in[y * W + x] - above;
    }
}
// A place beside the one that is written, where there is one.
kernel void guarded(global const int *restrict in, global int *restrict out) {
  int line[W];
  for (int y = 0; y < H; ++y)
    for (int x = 0; x < W; ++x) {
      int above_right = x + 1 < W ? line[x + 1] : 0;
      line[x] = in[y * W + x];
      out[y * W + x] = in[y * W + x] - above_right;
    }
}
kernel void mirrored(global const int *restrict in, global int *restrict out) {
  int line[W];
  for (int y = 0; y < H; ++y)
    for (int x = 0; x < W; ++x) {
      // MIRRORED: line-buffers.cl:[[#@LINE+1]]:27: an element of a private array that was written {{[0-9]+}} iterations before, and {{[0-9]+}} elsewhere
      int other = y > 0 ? line[W - 1 - x] : 0;
      line[x] = in[y * W + x];
      out[y * W + x] = other;
    }
}
kernel void unwritten(global const int *restrict in, global int *restrict out) {
  int line[W];
  for (int y = 0; y < H; ++y)
    for (int x = 0; x < W; ++x) {
      // UNWRITTEN: line-buffers.cl:[[#@LINE+1]]:19: this element of a private array was never written, others of this read were
      int other = line[W - 1 - x];
      line[x] = in[y * W + x];
      out[y * W + x] = other;
    }
}
// What is not written stays: each element is a recurrence.
kernel void sometimes(global const int *restrict in, global int *restrict out) {
  int line[W];
  for (int y = 0; y < H; ++y)
    for (int x = 0; x < W; ++x) {
      int above = line[x];
      if (in[y * W + x] > 9)
        line[x] = in[y * W + x];
      out[y * W + x] = above;
    }
}
// A row begins with what the other register held.
kernel void crossed(global const int *restrict in, global int *restrict out) {
  int a = 1, b = 2;
  for (int y = 0; y < H; ++y) {
    for (int x = 0; x < W; ++x) {
      // CROSSED: line-buffers.cl:{{[0-9]+}}:{{[0-9]+}}: a value that one
      out[y * W + x] = a - b;
      b = a;
      a = in[y * W + x] * 3;
    }
    int c = a;
    a = b;
    b = c;
  }
}
kernel void beside(global const int *restrict in, global int *restrict out) {
  int line[W];
  for (int y = 0; y < H; ++y)
    for (int x = 0; x < W; ++x) {
      // BESIDE: line-buffers.cl:[[#@LINE+1]]:25: an element beside a private array
      int above_right = line[x + 1];
      line[x] = in[y * W + x];
      out[y * W + x] = above_right;
    }
}
