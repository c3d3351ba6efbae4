// Structures of arrays: parts of a buffer that no access leaves are streams of their own.
// REQUIRES: iverilog
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{emit} = %roofline emit verilog %s
// DEFINE: %{proven} = --no-synthesis --seeds 1 | FileCheck %s
// A sum a cycle: 1024 positions, and one cycle for the addition.
// RUN: %{emit} --kernel sum --global 1024 -o %t/sum
// RUN: %verify %t/sum %{proven} --check-prefix=SUM
// SUM: cycles 1025 1025 exact
// RUN: %{emit} --kernel fields --global 32,12 --memory axi4 -o %t/fields
// RUN: %verify %t/fields %{proven}
// RUN: %{emit} --kernel fields --global 32,12 --variant 'map-pipe(map-par[4] f) . vectorise 4' -o %t/vector
// RUN: %verify %t/vector %{proven}
// One part from the neighbours of another one, in place.
// RUN: %{emit} --kernel from --global 64 --arg n=64 --variant 'map-par[2](map-pipe f) . reshapeTo 2' -o %t/from
// RUN: %verify %t/from %{proven}
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles {{.*}} exact
// RUN: %roofline emit opencl %s --kernel fields --global 32,12 -o %t/program
// RUN: %verify %t/program --seeds 1 | FileCheck %s --check-prefix=PROGRAM
// PROGRAM: outputs equal the original's, bit for bit

// Parts that meet: element 63 is read by one work-item and written by another.
// RUN: not %{emit} --kernel from --variant 'map-pipe f' --global 64 --arg n=62 -o %t/no 2>&1 | FileCheck %s --check-prefix=MEET
// MEET: buffer-parts.cl:[[#@LINE+4]]:27: 'u' is written and also accessed at another place: a work-item may read what another one writes
kernel void from(global int *u, int n) {
  int i = get_global_id(0);
  if (i > 0 && i < 63)
    u[n + i] = u[i - 1] + u[i + 1];
}

kernel void sum(global const int *in, global int *out) {
  int i = get_global_id(0);
  out[i] = in[i] + in[i + 1024];
}

kernel void fields(global const int *f, global int *g) {
  int x = get_global_id(0), y = get_global_id(1);
  int w = get_global_size(0), h = get_global_size(1), n = w * h, i = y * w + x;
  if (x < 1 || x >= w - 1 || y < 1 || y >= h - 1)
    return;
  g[i] = f[i] + f[n + i - 1];
  g[n + i] = f[2 * n + i - w] - f[i];
}
