// Updates in place whose conditions keep what is read and what is written apart: one colour of
// a board reads the other one.
// REQUIRES: iverilog
// DEFINE: %{name} = red
// DEFINE: %{launch} = --global w,h --arg w=16 --arg h=12 --arg colour=1
// DEFINE: %{variant} = map-pipe f
// DEFINE: %{more} =
// DEFINE: %{prove} = %verify %s --kernel %{name} %{launch} --variant '%{variant}' %{more} --no-synthesis --seeds 2 | FileCheck %s
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles [[CYCLES:[0-9]+]] [[CYCLES]] exact

// RUN: %{prove}
// REDEFINE: %{more} = --memory axi4
// RUN: %{prove}
// REDEFINE: %{more} =
// REDEFINE: %{variant} = map-pipe(map-par[4] f) . vectorise 4
// RUN: %{prove}
// REDEFINE: %{launch} = --global w,h --arg w=16 --arg h=12 --arg colour=0
// RUN: %{prove}
// REDEFINE: %{variant} = map-par[3](map-pipe(map-par[2] f)) . reshapeTo 3 . vectorise 2
// RUN: %{prove}
// REDEFINE: %{more} = --memory axi4
// RUN: %{prove}
// REDEFINE: %{more} =
kernel void red(global float *restrict u, global const float *restrict f, int w, int h, int colour) {
  int x = get_global_id(0), y = get_global_id(1), i = y * w + x;
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1 && ((x + y) & 1) == colour)
    u[i] = (u[i - 1] + u[i + 1] + u[i - w] + u[i + w] - f[i]) * 0.25f;
}

// One store for all, which leaves the other colour as it was.
// REDEFINE: %{variant} = map-pipe f
// REDEFINE: %{name} = chosen
// REDEFINE: %{launch} = --global 64
// RUN: %{prove}
// REDEFINE: %{variant} = map-par[2](map-pipe(map-par[2] f)) . reshapeTo 2 . vectorise 2
// RUN: %{prove}
kernel void chosen(global int *restrict u) {
  int i = get_global_id(0);
  u[i] = i % 2 && i < 63 ? (u[i - 1] + u[i + 1]) >> 1 : u[i];
}

// In loops; a residual is computed of all that is read.
// REDEFINE: %{variant} = map-pipe f
// REDEFINE: %{name} = swept
// REDEFINE: %{launch} = --arg n=64
// RUN: %{prove}
kernel void swept(global int *restrict u, global int *restrict change, int n) {
  for (int i = 1; i < n - 1; ++i)
    if (i % 2) {
      int v = (u[i - 1] + u[i + 1]) / 2;
      change[i] = v - u[i];
      u[i] = v;
    }
}

// All steps as one pass: each colour's half step reads the one before.
// REDEFINE: %{name} = steps
// REDEFINE: %{launch} = --arg n=64 --arg steps=4
// RUN: %{prove}
kernel void steps(global int *restrict u, int n, int steps) {
  for (int t = 0; t < steps; ++t)
    for (int i = 1; i < n - 1; ++i)
      if ((i + t) % 2)
        u[i] = (u[i - 1] + u[i + 1]) >> 1;
}

// Conditions that memory decides may hold anywhere; others do not keep the places apart; a sum
// of elements that earlier iterations have written.
// RUN: not %roofline emit verilog %s --kernel masked --global 64 --variant 'map-pipe f' -o %t 2>&1 | FileCheck %s --check-prefix=MASKED
// MASKED: colours.cl:[[#@LINE+4]]:12: 'u' is written and also accessed at another place: a work-item may read what another one writes
kernel void masked(global int *restrict u, global const int *restrict mask) {
  int i = get_global_id(0);
  if (mask[i])
    u[i] = u[i + 1];
}
// RUN: not %roofline emit verilog %s --kernel thirds --global 64 --variant 'map-pipe f' -o %t 2>&1 | FileCheck %s --check-prefix=THIRDS
// THIRDS: colours.cl:[[#@LINE+4]]:12: 'u' is written and also accessed at another place
kernel void thirds(global int *restrict u) {
  int i = get_global_id(0);
  if (i % 3)
    u[i] = u[i + 1];
}
// RUN: not %roofline emit verilog %s --kernel total --arg n=64 --variant 'map-pipe f' -o %t 2>&1 | FileCheck %s --check-prefix=TOTAL
// TOTAL: colours.cl:[[#@LINE+4]]:10: 'u' is written and also accessed at another place
kernel void total(global int *restrict u, global int *restrict sum, int n) {
  int s = 0;
  for (int i = 1; i < n; ++i) {
    s += u[i - 1];
    if (i % 2)
      u[i] = 0;
  }
  *sum = s;
}
// An element for all, which a work-item writes; a loop reads it before its last iteration does.
// RUN: not %roofline emit verilog %s --kernel shared --global 64 --variant 'map-pipe f' -o %t 2>&1 | FileCheck %s --check-prefix=SHARED
// SHARED: colours.cl:[[#@LINE+3]]:10: 'u' is written and also accessed at another place: a work-item may read what another one writes
kernel void shared(global int *restrict u) {
  int i = get_global_id(0);
  u[i] = u[63] + i;
}
// REDEFINE: %{name} = last
// REDEFINE: %{launch} = --arg n=64
// RUN: %{prove}
// RUN: not %roofline emit verilog %s --kernel last --arg n=65 --variant 'map-pipe f' -o %t 2>&1 | FileCheck %s --check-prefix=LAST
// LAST: 'u' is written and also accessed at another place
kernel void last(global int *restrict u, int n) {
  for (int i = 0; i < n; ++i)
    u[i] = u[63] + i;
}
// Rows that a few others add, in lanes of which one would write them before another reads.
// REDEFINE: %{name} = added
// REDEFINE: %{launch} = --arg w=8 --arg h=32
// RUN: %{prove}
// RUN: not %roofline emit verilog %s --kernel added %{launch} --variant 'map-par[16](map-pipe f) . reshapeTo 16' -o %t 2>&1 | FileCheck %s --check-prefix=LANES
// LANES: 'u' is written while neighbouring lanes read it: a dependence across lanes
kernel void added(global int *restrict u, int w, int h) {
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      int v = u[y * w + x];
      if (y < 5)
        v += u[(y + 27) * w + x];
      u[y * w + x] = v * 3;
    }
}
