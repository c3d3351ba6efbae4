// Nests that follow one another in one kernel are a chain; a loop of steps around them is laid
// out. Emission runs the streams against the original.
// REQUIRES: nightly, iverilog
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{emit} = %roofline emit verilog %s
// RUN: %{emit} --kernel rows_columns -o %t/rows
// RUN: %verify %t/rows --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel rows_columns --temporary tmp -o %t/temporary
// RUN: not ls %t/temporary/tb/m_tmp.hex
// RUN: %{emit} --kernel private_rows -o %t/private
// RUN: %verify %t/private --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel border_first -o %t/border
// RUN: %{emit} --kernel back_and_forth -o %t/back
// RUN: %{emit} --kernel two_sums --arg n=40 -o %t/sums
// RUN: %verify %t/sums --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel two_filters --arg n=40 -o %t/filters
// RUN: %verify %t/filters --no-synthesis --seeds 1 | FileCheck %s
// The steps of a simulation, the buffers of which change places, or are copied back.
// RUN: %{emit} --kernel swapped --arg steps=3 -o %t/swapped
// RUN: %verify %t/swapped --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel swapped --arg steps=4 -o %t/even
// RUN: %{emit} --kernel copied --arg steps=3 -o %t/copied
// RUN: %verify %t/copied --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel in_turn --arg steps=4 -o %t/turn
// RUN: %verify %t/turn --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel wave --arg steps=5 -o %t/wave
// RUN: %{emit} --kernel on_chip -o %t/chip
// RUN: %verify %t/chip --no-synthesis --seeds 1 | FileCheck %s
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles {{.*}} exact

// RUN: not %{emit} --variant 'map-pipe f' --kernel divided --arg n=40 -o %t/no 2>&1 | FileCheck %s --check-prefix=DIVIDED
// RUN: not %{emit} --variant 'map-pipe f' --kernel difference --arg n=40 -o %t/no 2>&1 | FileCheck %s --check-prefix=DIFFERENCE
// RUN: not %{emit} --variant 'map-pipe f' --kernel hole -o %t/no 2>&1 | FileCheck %s --check-prefix=HOLE
// RUN: not %{emit} --kernel swapped --arg steps=5000 -o %t/no 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not %{emit} --kernel swapped -o %t/no 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not %{emit} --kernel by_data -o %t/no 2>&1 | FileCheck %s --check-prefix=DATA
// RUN: not %{emit} --variant 'map-pipe f' --kernel perhaps -o %t/no 2>&1 | FileCheck %s --check-prefix=PERHAPS
// RUN: not %{emit} --variant 'map-pipe f' --kernel asked -o %t/no 2>&1 | FileCheck %s --check-prefix=ASKED
// RUN: %{emit} --kernel asked --arg k=9 -o %t/asked
// RUN: not %{emit} --variant 'map-pipe f' --kernel seidel -o %t/no 2>&1 | FileCheck %s --check-prefix=SEIDEL
// RUN: not ls %t/no
#define W 8
#define H 6

kernel void rows_columns(global const int *restrict in, global int *restrict tmp, global int *restrict out) {
  for (int y = 0; y < H; ++y)
    for (int x = 1; x < W - 1; ++x)
      tmp[y * W + x] = in[y * W + x - 1] + 2 * in[y * W + x] + in[y * W + x + 1];
  for (int y = 1; y < H - 1; ++y)
    for (int x = 1; x < W - 1; ++x)
      out[y * W + x] = (tmp[(y - 1) * W + x] + 2 * tmp[y * W + x] + tmp[(y + 1) * W + x]) >> 4;
}
kernel void private_rows(global const int *restrict in, global int *restrict out) {
  int tmp[H * W];
  for (int y = 0; y < H; ++y)
    for (int x = 0; x < W; ++x)
      tmp[y * W + x] = in[y * W + x] * 3;
  for (int y = 1; y < H - 1; ++y)
    for (int x = 1; x < W - 1; ++x)
      out[y * W + x] = tmp[(y - 1) * W + x] + tmp[(y + 1) * W + x];
}
kernel void border_first(global const int *restrict in, global int *restrict out) {
  for (int i = 0; i < 40; ++i)
    out[i] = -1;
  for (int i = 1; i < 39; ++i)
    out[i] = in[i - 1] + in[i + 1];
}
kernel void back_and_forth(global int *restrict a, global int *restrict b) {
  for (int i = 0; i < 40; ++i)
    b[i] = a[i] * 2;
  for (int i = 1; i < 39; ++i)
    a[i] = b[i - 1] + b[i + 1];
}
// Stored when both are done.
kernel void two_sums(global const int *restrict a, global const int *restrict b, global int *restrict s, global int *restrict m, int n) {
  int sum = 0, most = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i];
  for (int i = 0; i < n; ++i)
    most = max(most, a[i] - b[i]);
  *s = sum;
  *m = most;
}
kernel void difference(global const int *restrict a, global int *restrict s, int n) {
  int even = 0, all = 0;
  for (int i = 0; i < n; ++i)
    all += a[i] * 3;
  for (int i = 0; i < n; ++i)
    even += a[i] & 2;
  // DIFFERENCE: nest-sequences.cl:[[#@LINE+1]]:6: what is stored is computed of the values of two loops
  *s = all - even;
}
// Each with a register of its own.
kernel void two_filters(global const int *restrict in, global int *restrict tmp, global int *restrict out, int n) {
  int r[3] = {0, 0, 0};
  for (int i = 0; i < n; ++i) {
    r[2] = r[1];
    r[1] = r[0];
    r[0] = in[i];
    tmp[i] = r[0] + 2 * r[1] + r[2];
  }
  int q[3] = {0, 0, 0};
  for (int i = 0; i < n; ++i) {
    q[2] = q[1];
    q[1] = q[0];
    q[0] = tmp[i];
    out[i] = q[0] - q[2];
  }
}
kernel void swapped(global int *restrict a, global int *restrict b, int steps) {
  global int *from = a, *to = b;
  // MANY: nest-sequences.cl:[[#@LINE+2]]:3: a loop of 5000 steps is too long for one pass; 'fuse n' in the variant makes passes of n steps
  // UNKNOWN: nest-sequences.cl:[[#@LINE+1]]:{{[0-9]+}}: a loop of steps whose number depends on 'steps'; bind it by --arg
  for (int t = 0; t < steps; ++t) {
    for (int y = 1; y < H - 1; ++y)
      for (int x = 1; x < W - 1; ++x)
        to[y * W + x] = (from[y * W + x - 1] + from[y * W + x + 1] + from[(y - 1) * W + x] + from[(y + 1) * W + x]) / 4;
    global int *last = from;
    from = to;
    to = last;
  }
}
kernel void copied(global int *restrict a, global int *restrict b, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < 39; ++i)
      b[i] = (a[i - 1] + a[i + 1]) / 2 + t;
    for (int i = 2; i < 38; ++i)
      a[i] = b[i];
  }
}
kernel void in_turn(global int *restrict a, global int *restrict b, int steps) {
  for (int t = 0; t < steps / 2; ++t) {
    for (int i = 1; i < 39; ++i)
      b[i] = (a[i - 1] + 2 * a[i] + a[i + 1]) >> 2;
    for (int i = 1; i < 39; ++i)
      a[i] = (b[i - 1] + 2 * b[i] + b[i + 1]) >> 2;
  }
}
kernel void wave(global int *restrict p, global int *restrict q, global int *restrict r, int steps) {
  global int *before = p, *now = q, *next = r;
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < 39; ++i)
      next[i] = 2 * now[i] - before[i] + ((now[i - 1] - 2 * now[i] + now[i + 1]) >> 2);
    global int *last = before;
    before = now;
    now = next;
    next = last;
  }
}
// The grid stays in private arrays.
kernel void on_chip(global const int *restrict in, global int *restrict out) {
  int a[H][W], b[H][W];
  for (int y = 0; y < H; ++y)
    for (int x = 0; x < W; ++x)
      a[y][x] = in[y * W + x];
  for (int t = 0; t < 3; ++t) {
    for (int y = 1; y < H - 1; ++y)
      for (int x = 1; x < W - 1; ++x)
        b[y][x] = (a[y][x - 1] + a[y][x + 1] + a[y - 1][x] + a[y + 1][x]) / 4;
    for (int y = 1; y < H - 1; ++y)
      for (int x = 1; x < W - 1; ++x)
        a[y][x] = b[y][x];
  }
  for (int y = 0; y < H; ++y)
    for (int x = 0; x < W; ++x)
      out[y * W + x] = a[y][x];
}
kernel void divided(global const uint *restrict in, global uint *restrict out, int n) {
  uint most = 0;
  for (int i = 0; i < n; ++i)
    most = max(most, in[i]);
  for (int i = 0; i < n; ++i)
    // DIVIDED: nest-sequences.cl:[[#@LINE+1]]:{{[0-9]+}}: a value that the loops before leave to this one
    out[i] = in[i] / (most | 1);
}
kernel void hole(global const int *restrict in, global int *restrict out) {
  int tmp[40];
  for (int i = 1; i < 40; ++i)
    tmp[i] = in[i] * 3;
  for (int i = 0; i < 40; ++i)
    // HOLE: nest-sequences.cl:[[#@LINE+1]]:14: 'tmp' is read where no loop has written it
    out[i] = tmp[i];
}
kernel void by_data(global int *restrict a, global int *restrict b, global const int *restrict n) {
  // DATA: nest-sequences.cl:[[#@LINE+1]]:{{[0-9]+}}: a loop of steps whose number depends on what is read at [[#@LINE+1]]:23
  for (int t = 0; t < n[0]; ++t) {
    for (int i = 1; i < 39; ++i)
      b[i] = (a[i - 1] + a[i + 1]) / 2;
    for (int i = 1; i < 39; ++i)
      a[i] = b[i];
  }
}
kernel void seidel(global int *restrict a) {
  for (int t = 0; t < 3; ++t)
    for (int i = 1; i < 39; ++i)
      // SEIDEL: nest-sequences.cl:[[#@LINE+1]]:15: a value that one position leaves to the next: kernels, or nests, one after another are one core only without that
      a[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
}
kernel void perhaps(global int *restrict a, global int *restrict b) {
  for (int i = 1; i < 39; ++i)
    b[i] = (a[i - 1] + a[i + 1]) / 2;
  // PERHAPS: nest-sequences.cl:[[#@LINE+1]]:12: whether the loops run at all depends on what is read at [[#@LINE+1]]:7
  if (b[4] > 7)
    return;
  for (int i = 1; i < 39; ++i)
    a[i] = b[i];
}
kernel void asked(global int *restrict a, global int *restrict b, int k) {
  for (int i = 1; i < 39; ++i)
    b[i] = (a[i - 1] + a[i + 1]) / 2;
  // ASKED: nest-sequences.cl:[[#@LINE+1]]:9: whether the loops run at all depends on 'k'; bind it by --arg
  if (k > 7)
    return;
  for (int i = 1; i < 39; ++i)
    a[i] = b[i];
}
