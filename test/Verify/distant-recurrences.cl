// Values that come back into themselves some iterations later, as the last place of a shift
// register does: floats keep the registers of their operators, and take a position a cycle.
// REQUIRES: nightly, iverilog
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{name} =
// DEFINE: %{launch} = --arg n=512
// DEFINE: %{prove} = %roofline emit verilog %s --kernel %{name} %{launch} -o %t/%{name} \
// DEFINE:   && %verify %t/%{name} --no-synthesis --seeds 1 | FileCheck %s --check-prefix
// Eight products in turn: the product of floats has seven registers, and the place is another.
// REDEFINE: %{name} = products
// RUN: %{prove} PRODUCTS
// PRODUCTS: outputs equal the original's, bit for bit
// PRODUCTS: cycles 519 519 exact
// RUN: %roofline emit opencl %s --kernel products --arg n=100 -o %t/program
// RUN: %verify %t/program --seeds 1 | FileCheck %s --check-prefix=PROGRAM
// RUN: %roofline emit hls %s --kernel products --arg n=100 -o %t/hls
// RUN: %verify %t/hls --seeds 1 | FileCheck %s --check-prefix=PROGRAM
// PROGRAM: outputs equal the original's, bit for bit
kernel void products(global const float *a, global float *o, int n) {
  float s[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  for (int i = 0; i < n; ++i) {
    float t = s[7] * a[i];
#pragma unroll
    for (int k = 7; k > 0; --k)
      s[k] = s[k - 1];
    s[0] = t;
    o[i] = t;
  }
}

// A sum in eight places: 512 positions, eight stages of the adder and one to take what is left;
// behind the loop three levels of sums, eight cycles each, and one.
// REDEFINE: %{name} = tree
// RUN: %{prove} TREE
// TREE: outputs equal the original's, bit for bit
// TREE: cycles 546 546 exact
kernel void tree(global const float *a, global float *r, int n) {
  float s[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  for (int i = 0; i < n; ++i) {
    float t = s[7] + a[i];
#pragma unroll
    for (int k = 7; k > 0; --k)
      s[k] = s[k - 1];
    s[0] = t;
  }
  *r = ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
}

// The same, of twelve places that a loop adds up: twelve sums after another.
// REDEFINE: %{name} = loops
// RUN: %{prove} LOOPS
// LOOPS: outputs equal the original's, bit for bit
// LOOPS: cycles 618 618 exact
kernel void loops(global const float *a, global float *r, int n) {
  float s[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, all = 0;
  for (int i = 0; i < n; ++i) {
    float t = s[11] + a[i];
    for (int k = 11; k > 0; --k)
      s[k] = s[k - 1];
    s[0] = t;
  }
  for (int k = 0; k < 12; ++k)
    all += s[k];
  *r = all;
}

// Filters of 64 channels in turn: a product and a sum behind 512 elements. Their cycle of 31 stages
// has 64 positions.
// REDEFINE: %{name} = channels
// REDEFINE: %{launch} = --arg n=8
// RUN: %{prove} CHANNELS
// CHANNELS: outputs equal the original's, bit for bit
// CHANNELS: cycles 527 527 exact
kernel void channels(global const float *x, global float *y, float b0, float b1, float b2,
                     float a1, float a2, int n) {
  float z1[64] = {0}, z2[64] = {0};
  for (int i = 0; i < n; ++i)
    for (int c = 0; c < 64; ++c) {
      float in = x[i * 64 + c], out = b0 * in + z1[c];
      z1[c] = b1 * in - a1 * out + z2[c];
      z2[c] = b2 * in - a2 * out;
      y[i * 64 + c] = out;
    }
}

// The integral image: a line of 128 sums, each of which waits for the one above. A sum along the
// row, one down the columns, and what the row's first position begins with.
// REDEFINE: %{name} = integral
// REDEFINE: %{launch} = --arg h=8
// RUN: %{prove} INTEGRAL
// INTEGRAL: outputs equal the original's, bit for bit
// INTEGRAL: cycles 1027 1027 exact
kernel void integral(global const uchar *in, global uint *out, int h) {
  uint above[128] = {0};
  for (int y = 0; y < h; y++) {
    uint row = 0;
    for (int x = 0; x < 128; x++) {
      row += in[y * 128 + x];
      above[x] += row;
      out[y * 128 + x] = above[x];
    }
  }
}

// Three places, and a sum of eight stages and a register: a third of these, 3 cycles, a position.
// They are 64 positions and three more until the sum is there.
// REDEFINE: %{name} = near
// REDEFINE: %{launch} = --arg n=64
// RUN: %{prove} NEAR
// NEAR: outputs equal the original's, bit for bit
// NEAR: cycles 201 201 exact
kernel void near(global const float *a, global float *o, int n) {
  float s[3] = {0, 0, 0};
  for (int i = 0; i < n; ++i) {
    float t = s[2] + a[i];
    s[2] = s[1];
    s[1] = s[0];
    s[0] = t;
    o[i] = t;
  }
}

// Two sums in one cycle, of which each has eight stages and a register in steps of 3 cycles: three
// steps each, and six places.
// REDEFINE: %{name} = twice
// RUN: %{prove} TWICE
// TWICE: outputs equal the original's, bit for bit
// TWICE: cycles 210 210 exact
kernel void twice(global const float *a, global const float *b, global float *o, int n) {
  float s[6] = {0, 0, 0, 0, 0, 0};
  for (int i = 0; i < n; ++i) {
    float t = (s[5] + a[i]) + b[i];
    for (int k = 5; k > 0; --k)
      s[k] = s[k - 1];
    s[0] = t;
    o[i] = t;
  }
}
