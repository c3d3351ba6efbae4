// A Fourier transform of 64 points of 16 bits, in two banks, by two tables. By hand: 64 + 6 L(32,7) + 65
// cycles: word 1, product 3, the two parts of it 1, sum and difference 1, store.
// REQUIRES: iverilog
// RUN: rm -rf %t && %roofline emit verilog %s --variant loops --global 32 --local 32 -o %t | FileCheck %s
// RUN: %verify %t --no-synthesis | FileCheck %s --check-prefix=PROOF
// CHECK: core fft, loops with memories, cycles 357 a launch
// PROOF: bit for bit
// PROOF: cycles {{ *}}357 {{ *}}357 {{ *}}exact
constant short cosine[32] = {
  16384, 16305, 16069, 15679, 15137, 14449, 13623, 12665,
  11585, 10394, 9102, 7723, 6270, 4756, 3196, 1606,
  0, -1606, -3196, -4756, -6270, -7723, -9102, -10394,
  -11585, -12665, -13623, -14449, -15137, -15679, -16069, -16305,
};
constant short sine[32] = {
  0, -1606, -3196, -4756, -6270, -7723, -9102, -10394,
  -11585, -12665, -13623, -14449, -15137, -15679, -16069, -16305,
  -16384, -16305, -16069, -15679, -15137, -14449, -13623, -12665,
  -11585, -10394, -9102, -7723, -6270, -4756, -3196, -1606,
};
int reversed(int i) {
  return (i & 1) << 5 | (i & 2) << 3 | (i & 4) << 1 | (i & 8) >> 1 | (i & 16) >> 3 | (i & 32) >> 5;
}
kernel void fft(global const uint *in, global uint *out) {
  local short re[64], im[64];
  int l = get_local_id(0);
  uint first = in[2 * l], second = in[2 * l + 1];
  re[reversed(2 * l)] = first;
  im[reversed(2 * l)] = first >> 16;
  re[reversed(2 * l + 1)] = second;
  im[reversed(2 * l + 1)] = second >> 16;
  for (int s = 0; s < 6; ++s) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int below = l & ((1 << s) - 1);
    int a = (l >> s) << (s + 1) | below, b = a | 1 << s;
    short c = cosine[below << (5 - s)], d = sine[below << (5 - s)];
    short x = re[b], y = im[b];
    int u = (x * c - y * d) >> 14, v = (x * d + y * c) >> 14;
    short p = re[a], q = im[a];
    re[a] = p + u;
    im[a] = q + v;
    re[b] = p - u;
    im[b] = q - v;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[2 * l] = (ushort)re[2 * l] | (uint)(ushort)im[2 * l] << 16;
  out[2 * l + 1] = (ushort)re[2 * l + 1] | (uint)(ushort)im[2 * l + 1] << 16;
}
