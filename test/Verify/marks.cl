// What some work-items set, beside atomic updates; loops that are left early beside a count; loops
// without accesses; addresses by nested choices; rows that are cut.
// REQUIRES: iverilog
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{name} =
// DEFINE: %{launch} = --global 512
// DEFINE: %{prove} = %roofline emit verilog %s --kernel %{name} %{launch} -o %t/%{name} \
// DEFINE:   && %verify %t/%{name} --no-synthesis --seeds 2 | FileCheck %s
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles {{.*}} exact
// REDEFINE: %{name} = mark
// RUN: %{prove}
kernel void mark(global const int *restrict a, global int *restrict f) {
  if (a[get_global_id(0)] > 1000)
    *f = 7;
}

// REDEFINE: %{name} = found
// RUN: %{prove}
kernel void found(global const char *restrict t, global int *restrict n) {
  int i = get_global_id(0), k = 0;
  for (; k < 4; k++)
    if (t[i + k] > 7)
      break;
  if (k == 4)
    atomic_inc(n);
}

// REDEFINE: %{name} = matches
// RUN: %{prove}
kernel void matches(global const char *restrict t, constant char *pat, global int *restrict n) {
  int i = get_global_id(0), ok = 1;
  for (int k = 0; k < 8; k++)
    ok &= t[i + k] != pat[k];
  if (ok)
    atomic_inc(n);
}

// REDEFINE: %{name} = steepest
// REDEFINE: %{launch} = --global 32,24 --arg w=32 --arg h=24
// RUN: %{prove}
kernel void steepest(global const short *restrict g, global uchar *restrict out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1), i = y * w + x;
  if (x == 0 || y == 0 || x >= w - 1 || y >= h - 1) {
    out[i] = 0;
    return;
  }
  int m = g[i], d;
  if (m & 1)
    d = 1;
  else if (m & 2)
    d = w;
  else
    d = m & 4 ? w - 1 : w + 1;
  out[i] = m > g[i + d] && m >= g[i - d];
}

// REDEFINE: %{name} = crop
// REDEFINE: %{launch} = --arg h=16
// RUN: %{prove}
kernel void crop(global const uchar *restrict in, global uchar *restrict out, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < 32; x++)
      if (y >= 1 && x >= 1)
        out[(y - 1) * 31 + x - 1] = in[y * 32 + x];
}

// REDEFINE: %{name} = draws
// REDEFINE: %{launch} = --arg n=512
// RUN: %{prove}
kernel void draws(global uint *restrict hits, uint seed, int n) {
  uint s = seed, c = 0;
  for (int i = 0; i < n; i++) {
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    if (s < 1234567u)
      c++;
  }
  *hits = c;
}
