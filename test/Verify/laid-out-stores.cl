// Short constant loops that store are laid out: what they store is the fields of a position, or
// planes of a buffer apart. Cycles are one for each work-item, and the stages of the operators.
// REQUIRES: iverilog
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{name} =
// DEFINE: %{launch} = --global 512
// DEFINE: %{prove} = %roofline emit verilog %s --kernel %{name} %{launch} -o %t/%{name} \
// DEFINE:   && %verify %t/%{name} --no-synthesis --seeds 1 | FileCheck %s --check-prefix
// A register behind wires.
// REDEFINE: %{name} = reverse
// RUN: %{prove} REVERSE
// REVERSE: outputs equal the original's, bit for bit
// REVERSE: cycles 513 513 exact
kernel void reverse(global const int *in, global int *out) {
  int g = 8 * get_global_id(0);
  for (int k = 0; k < 8; k++)
    out[g + k] = in[g + 7 - k];
}

// An insertion sort of four compares in five steps.
// REDEFINE: %{name} = sort
// RUN: %{prove} SORT
// SORT: outputs equal the original's, bit for bit
// SORT: cycles 517 517 exact
kernel void sort(global const int *in, global int *out) {
  int g = 4 * get_global_id(0), v[4];
  for (int k = 0; k < 4; k++)
    v[k] = in[g + k];
  for (int k = 1; k < 4; k++)
    for (int m = k; m > 0; m--)
      if (v[m - 1] > v[m]) {
        int t = v[m];
        v[m] = v[m - 1];
        v[m - 1] = t;
      }
  for (int k = 0; k < 4; k++)
    out[g + k] = v[k];
}

// Planes, as of a lattice: two sums and a difference.
// REDEFINE: %{name} = lattice
// REDEFINE: %{launch} = --global 512 --arg n=512
// RUN: %{prove} LATTICE
// LATTICE: outputs equal the original's, bit for bit
// LATTICE: cycles 515 515 exact
kernel void lattice(global const int *f, global int *g, int n) {
  int i = get_global_id(0), q[3], r = 0;
  for (int k = 0; k < 3; k++) {
    q[k] = f[k * n + i];
    r += q[k];
  }
  for (int k = 0; k < 3; k++)
    g[k * n + i] = q[k] - r;
}

// Blocks of two by two pixels: rows of the block are no fields, so that their loop is a dimension.
// REDEFINE: %{name} = pairs
// REDEFINE: %{launch} = --global 16,8
// RUN: %{prove} PAIRS
// PAIRS: outputs equal the original's, bit for bit
// PAIRS: cycles {{.*}} exact
kernel void pairs(global const int *in, global int *out) {
  int x = get_global_id(0), y = get_global_id(1);
  for (int r = 0; r < 2; r++)
    for (int c = 0; c < 2; c++) {
      int i = (2 * y + r) * 32 + 2 * x + c;
      out[i] = in[i] + 1;
    }
}

// A pragma lays a loop out in a single work-item, too: 32 elements, 1024 bits.
// REDEFINE: %{name} = blocks
// REDEFINE: %{launch} = --arg n=64
// RUN: %{prove} BLOCKS
// BLOCKS: outputs equal the original's, bit for bit
// BLOCKS: cycles 65 65 exact
kernel void blocks(global const int *in, global int *out, int n) {
  for (int i = 0; i < n; ++i) {
#pragma unroll
    for (int k = 0; k < 32; k++)
      out[32 * i + k] = in[32 * i + 31 - k];
  }
}
