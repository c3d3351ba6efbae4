// The FPGA vendors' sliding window: one element comes in an iteration, a private array shifts,
// and the window is read at constant places. Emission runs the streams against the original.
// REQUIRES: iverilog
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{emit} = %roofline emit verilog %s
// RUN: %{emit} --kernel edges --arg iterations=96 -o %t/edges
// RUN: %verify %t/edges --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel late --arg total=96 -o %t/late
// RUN: %verify %t/late --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel drained --arg total=96 -o %t/drained
// RUN: %{emit} --kernel held --arg total=96 -o %t/held
// RUN: %verify %t/held --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel centre -o %t/centre
// RUN: %verify %t/centre --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel blur_then_slope --arg total=96 -o %t/two
// RUN: %verify %t/two --no-synthesis --seeds 1 | FileCheck %s
// The delay line of the first result is in each of the lanes.
// RUN: %{emit} --kernel blur_then_slope --arg total=96 -o %t/lanes --variant 'map-par[2](map-pipe f) . reshapeTo 2'
// RUN: %verify %t/lanes --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel gray --arg total=96 -o %t/gray
// RUN: %{emit} --kernel four --arg total=96 -o %t/four
// RUN: %verify %t/four --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel filled --arg n=20 --arg a=7 -o %t/filled
// RUN: %verify %t/filled --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel in_place --arg n=20 -o %t/place
// RUN: %{emit} --kernel each_row -o %t/row
// RUN: %verify %t/row --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel changes --arg n=20 -o %t/changes
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles {{.*}} exact

// What comes back into itself is a recurrence.
// RUN: %{emit} --kernel echo --arg n=20 -o %t/echo
// RUN: %verify %t/echo --no-synthesis --seeds 1 | FileCheck %s
// RUN: not %{emit} --kernel gathered --arg n=20 -o %t/no 2>&1 | FileCheck %s --check-prefix=GATHERED
// RUN: not ls %t/no
#define W 8

// The count starts before the first element, so that the window is full at 0.
__attribute__((task))
kernel void edges(global const uint *restrict in, global uint *restrict out, int iterations) {
  int rows[2 * W + 3];
  int count = -(2 * W + 3);
  while (count != iterations) {
#pragma unroll
    for (int i = 2 * W + 2; i > 0; --i)
      rows[i] = rows[i - 1];
    rows[0] = count >= 0 ? in[count] & 0xff : 0;
    int gx = 0, gy = 0;
#pragma unroll
    for (int i = 0; i < 3; ++i)
#pragma unroll
      for (int j = 0; j < 3; ++j) {
        gx += rows[i * W + j] * (j - 1) * (i == 1 ? 2 : 1);
        gy += rows[i * W + j] * (i - 1) * (j == 1 ? 2 : 1);
      }
    int strength = abs(gx) + abs(gy);
    if (count >= 0)
      out[count] = strength > 300 ? 0xffffff : strength;
    count++;
  }
}
// The result of the window's centre; nothing fills the array first.
__attribute__((task))
kernel void late(global const int *restrict in, global int *restrict out, int total) {
  int rows[2 * W + 3];
  for (int count = 0; count < total; ++count) {
#pragma unroll
    for (int i = 2 * W + 2; i > 0; --i)
      rows[i] = rows[i - 1];
    rows[0] = in[count];
    if (count >= W + 1)
      out[count - W - 1] =
          4 * rows[W + 1] - rows[W] - rows[W + 2] - rows[1] - rows[2 * W + 1];
  }
}
// Goes on with zeros until the last element has its result.
kernel void drained(global const int *restrict in, global int *restrict out, int total) {
  int rows[2 * W + 1];
  int count = 0;
  while (count < total + W) {
#pragma unroll
    for (int i = 2 * W; i > 0; --i)
      rows[i] = rows[i - 1];
    if (count < total)
      rows[0] = in[count];
    else
      rows[0] = 0;
    if (count >= W)
      out[count - W] = rows[0] + rows[2 * W];
    ++count;
  }
}
// Goes on with the last element.
kernel void held(global const int *restrict in, global int *restrict out, int total) {
  int rows[2 * W + 1];
  for (int count = 0; count < total + W; ++count) {
#pragma unroll
    for (int i = 2 * W; i > 0; --i)
      rows[i] = rows[i - 1];
    if (count < total)
      rows[0] = in[count];
    if (count >= W)
      out[count - W] = rows[0] - rows[2 * W];
  }
}
// Column and row are those of the result, and stand still until there is one.
kernel void centre(global const uchar *restrict in, global uchar *restrict out) {
  uchar r[2 * W + 3];
  int x = 0, y = 0;
  for (int n = 0; n < W * 6 + W + 1; ++n) {
#pragma unroll
    for (int i = 2 * W + 2; i > 0; --i)
      r[i] = r[i - 1];
    if (n < W * 6)
      r[0] = in[n];
    if (n >= W + 1) {
      int c = r[W + 1];
      if (x > 0 && x < W - 1 && y > 0 && y < 5)
        c = (r[W + 1] * 4 + r[W] + r[W + 2] + r[1] + r[2 * W + 1]) >> 3;
      out[n - W - 1] = c;
      if (++x == W) {
        x = 0;
        ++y;
      }
    }
  }
}
// Data decides where the next one goes.
kernel void gathered(global const int *restrict in, global int *restrict out, int n) {
  int k = 0;
  for (int i = 0; i < n; ++i)
    if (in[i] > 0)
      // GATHERED: sliding-windows.cl:[[#@LINE+1]]:16: the index of this access is not the work-item's own place
      out[k++] = in[i];
}
kernel void blur_then_slope(global const int *restrict in, global int *restrict out, int total) {
  int a[2 * W + 3], b[2 * W + 3];
  for (int i = 0; i < 2 * W + 3; ++i)
    a[i] = b[i] = 0;
  for (int n = 0; n < total; ++n) {
#pragma unroll
    for (int i = 2 * W + 2; i > 0; --i) {
      a[i] = a[i - 1];
      b[i] = b[i - 1];
    }
    a[0] = in[n];
    int s = 0;
#pragma unroll
    for (int i = 0; i < 3; ++i)
#pragma unroll
      for (int j = 0; j < 3; ++j)
        s += a[i * W + j];
    b[0] = s >> 3;
    out[n] = b[2] - b[0] + 2 * (b[W + 2] - b[W]) + b[2 * W + 2] - b[2 * W];
  }
}
// Shifts what is computed of three elements.
kernel void gray(global const uchar *restrict rgb, global uchar *restrict out, int total) {
  uchar g[W + 2];
  for (int i = 0; i < total; ++i) {
#pragma unroll
    for (int k = W + 1; k > 0; --k)
      g[k] = g[k - 1];
    g[0] = (77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2]) >> 8;
    out[i] = abs_diff(g[0], g[1]) / 2 + abs_diff(g[0], g[W]) / 2;
  }
}
// Four elements an iteration.
kernel void four(global const uchar *restrict in, global uchar *restrict out, int total) {
  uchar sr[2 * W + 6];
  for (int n = 0; n < total / 4; ++n) {
#pragma unroll
    for (int i = 2 * W + 5; i >= 4; --i)
      sr[i] = sr[i - 4];
#pragma unroll
    for (int v = 0; v < 4; ++v)
      sr[3 - v] = in[4 * n + v];
#pragma unroll
    for (int v = 0; v < 4; ++v)
      out[4 * n + v] = (sr[3 - v] + sr[3 - v + 2] + sr[3 - v + 2 * W]) >> 2;
  }
}
// Each place begins with a number of its own.
kernel void filled(global const int *restrict in, global int *restrict out, int n, int a) {
  int s0 = 1, s1 = a, s2 = 3;
  for (int i = 0; i < n; ++i) {
    out[i] = in[i] + s2 * 10 + s1;
    s2 = s1;
    s1 = s0;
    s0 = in[i] * in[i];
  }
}
kernel void in_place(global int *a, int n) {
  int s0 = 0, s1 = 0;
  for (int i = 0; i < n; ++i) {
    int v = a[i];
    a[i] = v + 2 * s0 + s1;
    s1 = s0;
    s0 = v;
  }
}
// A row begins with an empty register.
kernel void each_row(global const int *restrict in, global int *restrict out) {
  for (int y = 0; y < 6; ++y) {
    int sr[3] = {0, y, 0};
    for (int x = 0; x < W; ++x) {
      sr[2] = sr[1];
      sr[1] = sr[0];
      sr[0] = in[y * W + x] * 3;
      out[y * W + x] = sr[0] + sr[1] - sr[2];
    }
  }
}
// A sum over pairs of neighbours.
kernel void changes(global const int *restrict in, global int *restrict count, int n) {
  int before = 0, c = 0;
  for (int i = 0; i < n; ++i) {
    if ((in[i] >= 0) != (before >= 0))
      ++c;
    before = in[i];
  }
  *count = c;
}
kernel void echo(global const int *restrict in, global int *restrict out, int n) {
  int sr[4] = {0};
  for (int i = 0; i < n; ++i) {
    int y = in[i] + (sr[3] >> 1);
#pragma unroll
    for (int k = 3; k > 0; --k)
      sr[k] = sr[k - 1];
    sr[0] = y;
    out[i] = y;
  }
}
