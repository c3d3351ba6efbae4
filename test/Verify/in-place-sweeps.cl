// Elements that the iterations before have written: values that they leave to the next.
// REQUIRES: nightly, iverilog
// DEFINE: %{name} =
// DEFINE: %{launch} =
// DEFINE: %{verify} = %verify %s --kernel %{name} %{launch} --variant 'map-pipe f' --no-synthesis --seeds 2
// DEFINE: %{prove} = %{verify} | FileCheck %s --check-prefix=%{name}

// Each element is read once; the first one is what the sum starts from.
// REDEFINE: %{name} = prefix
// REDEFINE: %{launch} = --arg n=64
// RUN: %{prove}
// prefix: outputs equal the original's, bit for bit
// prefix: cycles 64 64 exact
kernel void prefix(global int *x, int n) {
  for (int i = 1; i < n; ++i)
    x[i] += x[i - 1];
}

// Of the two before; of one buffer into another.
// REDEFINE: %{name} = resonator
// RUN: %{prove}
// resonator: outputs equal the original's, bit for bit
// resonator: exact
kernel void resonator(global const int *restrict in, global int *restrict out, int n) {
  for (int i = 2; i < n; ++i)
    out[i] = in[i] + ((7 * out[i - 1]) >> 2) - out[i - 2];
}

// A tridiagonal system: forwards, then backwards.
// REDEFINE: %{name} = forwards
// RUN: %{prove}
// forwards: outputs equal the original's, bit for bit
// forwards: exact
kernel void forwards(global float *restrict d, global const float *restrict m, int n) {
  for (int i = 1; i < n; ++i)
    d[i] = d[i] - m[i] * d[i - 1];
}
// REDEFINE: %{name} = backwards
// RUN: %{prove}
// backwards: outputs equal the original's, bit for bit
// backwards: exact
kernel void backwards(global float *restrict d, global const float *restrict m, int n) {
  for (int i = n - 2; i >= 0; --i)
    d[i] = d[i] - m[i] * d[i + 1];
}

// Rows begin with an element that nothing writes.
// REDEFINE: %{name} = rows
// REDEFINE: %{launch} = --global 8 --arg n=16
// RUN: %{prove}
// rows: outputs equal the original's, bit for bit
// rows: exact
// RUN: %verify %s --kernel rows %{launch} --variant 'map-par[4](map-pipe f) . reshapeTo 4' --no-synthesis --seeds 2 | FileCheck %s --check-prefix=rows
kernel void rows(global int *restrict x, global const int *restrict a, int n) {
  int r = get_global_id(0);
  for (int i = 1; i < n; ++i)
    x[r * n + i] = x[r * n + i] - ((x[r * n + i - 1] * a[r * n + i]) >> 4);
}

// REDEFINE: %{name} = halves
// REDEFINE: %{launch} = --global 32 --arg n=32
// RUN: %{prove}
// halves: outputs equal the original's, bit for bit
kernel void halves(global int *x, int n) {
  int i = get_global_id(0);
  x[i] = x[i] + x[i + n];
}

// A loop reads what its later iterations write before they do; work-items have no order.
// REDEFINE: %{name} = later
// REDEFINE: %{launch} = --arg n=64
// RUN: %{prove}
// later: outputs equal the original's, bit for bit
// later: exact
// RUN: %{verify} --memory axi4 | FileCheck %s --check-prefix=later
// RUN: %verify %s --kernel later --arg n=64 --variant 'map-pipe(map-par[4] f) . vectorise 4' --no-synthesis | FileCheck %s --check-prefix=later
kernel void later(global int *x, int n) {
  for (int i = 0; i < n - 1; ++i)
    x[i] += x[i + 1];
}
// REDEFINE: %{name} = relaxed
// RUN: %{prove}
// relaxed: outputs equal the original's, bit for bit
// relaxed: exact
kernel void relaxed(global float *restrict u, global const float *restrict f, int n) {
  for (int i = 1; i < n - 1; ++i)
    u[i] = 0.5f * (u[i - 1] + u[i + 1] - f[i]);
}
// REDEFINE: %{name} = fallen
// REDEFINE: %{launch} = --arg w=16 --arg h=12
// RUN: %{prove}
// fallen: outputs equal the original's, bit for bit
// fallen: exact
kernel void fallen(global int *restrict u, int w, int h) {
  for (int y = 0; y < h - 1; ++y)
    for (int x = 1; x < w - 1; ++x)
      u[y * w + x] = u[(y + 1) * w + x - 1] + u[(y + 1) * w + x + 1] + u[y * w + x + 1];
}
// It reads the next lane's first row, too.
// RUN: not %roofline emit verilog %s --kernel fallen %{launch} --variant 'map-par[2](map-pipe f) . reshapeTo 2' -o %t 2>&1 | FileCheck %s --check-prefix=lanes
// lanes: 'u' is written while neighbouring lanes read it: a dependence across lanes
// RUN: not %roofline emit verilog %s --variant 'map-pipe f' --kernel items --global 63 -o %t 2>&1 | FileCheck %s --check-prefix=items
// items: 'x' is written and also accessed at another place: a work-item may read what another one writes
kernel void items(global int *x) {
  int i = get_global_id(0);
  x[i] += x[i + 1];
}
// RUN: not %roofline emit verilog %s --variant 'map-pipe f' --kernel risen --arg w=16 --arg h=12 -o %t 2>&1 | FileCheck %s --check-prefix=risen
// risen: 'u' is written and also accessed at another place: an iteration may read what another one writes
kernel void risen(global int *restrict u, int w, int h) {
  for (int y = 1; y < h; ++y)
    for (int x = 1; x < w - 1; ++x)
      u[y * w + x] += u[(y - 1) * w + x + 1];
}

// Elements that may still be written, or were, at another place. In `halves` by the last work-item alone.
// RUN: not %roofline emit verilog %s --variant 'map-pipe f' --kernel after --arg n=64 -o %t 2>&1 | FileCheck %s --check-prefix=after
// after: 'u' is written and also accessed at another place
kernel void after(global int *restrict u, global int *restrict out, int n) {
  for (int i = 0; i < n - 1; ++i) {
    u[i] = 7 * i + 3;
    out[i] = u[i == 5 ? 5 : i + 1];
  }
}
// RUN: not %roofline emit verilog %s --variant 'map-pipe f' --kernel halves --global 32 --arg n=31 -o %t 2>&1 | FileCheck %s --check-prefix=meet
// meet: 'x' is written and also accessed at another place
// RUN: not %roofline emit verilog %s --variant 'map-pipe f' --kernel sometimes --arg n=64 -o %t 2>&1 | FileCheck %s --check-prefix=sometimes
// sometimes: 'x' is written and also accessed at another place
kernel void sometimes(global int *x, int n) {
  for (int i = 1; i < n; ++i)
    if (x[i] > 0)
      x[i] += x[i - 1];
}
