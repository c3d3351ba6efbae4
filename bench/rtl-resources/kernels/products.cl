// Products of several widths, sums of products, multiply-adds with constants.

// designs: 1:1, 1:4
kernel void bytes(global const uchar *restrict a, global const uchar *restrict b,
                  global ushort *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = a[i] * b[i];
}
kernel void mixed_signs(global const short *restrict a, global const ushort *restrict b,
                        global int *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = a[i] * b[i];
}
kernel void of_24_bits(global const uint *restrict a, global const uint *restrict b,
                       global ulong *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = (ulong)(a[i] & 0xffffff) * (b[i] & 0xffffff);
}
kernel void of_12_by_20_bits(global const uint *restrict a, global uint *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = (a[i] & 0xfff) * (a[i] >> 12);
}
kernel void full(global const int *restrict a, global const int *restrict b,
                 global long *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = (long)a[i] * b[i];
}
kernel void high_half(global const uint *restrict a, global const uint *restrict b,
                      global uint *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = mul_hi(a[i], b[i]);
}
kernel void low_64(global const ulong *restrict a, global const ulong *restrict b,
                   global ulong *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = a[i] * b[i];
}
// designs: 1:1, 2:1
kernel void cubes(global const short *restrict a, global long *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = (long)a[i] * a[i] * a[i];
}
kernel void by_constants(global const int *restrict a, global int *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = a[i] * 10 ^ a[i] * 1000003 ^ a[i] * 0x5bd1e995;
}
kernel void fixed_point(global const int *restrict a, global int *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = (int)(((long)a[i] * 46341 + 32768) >> 16);
}
// designs: 1:1, 1:2, 1:1:comb
kernel void luma(global const uchar4 *restrict a, global uchar *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = (77 * a[i].x + 150 * a[i].y + 29 * a[i].z + 128) >> 8;
}
kernel void fir4(global const short *restrict a, global int *restrict o, int n) {
  for (int i = 3; i < n; ++i)
    o[i] = 1210 * a[i] - 377 * a[i - 1] + 93 * a[i - 2] + 5 * a[i - 3];
}
kernel void fir8_symmetric(global const short *restrict a, global short *restrict o, int n) {
  for (int i = 7; i < n; ++i)
    o[i] = (3 * (a[i] + a[i - 7]) + 11 * (a[i - 1] + a[i - 6]) + 43 * (a[i - 2] + a[i - 5]) +
            71 * (a[i - 3] + a[i - 4])) >> 8;
}
kernel void fir_by_arguments(global const short *restrict a, global int *restrict o, short c0,
                             short c1, short c2, int n) {
  for (int i = 2; i < n; ++i)
    o[i] = c0 * a[i] + c1 * a[i - 1] + c2 * a[i - 2];
}
// designs: 1:1, 1:2
kernel void dot_of_bytes(global const char4 *restrict a, global const char4 *restrict b,
                         global int *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = a[i].x * b[i].x + a[i].y * b[i].y + a[i].z * b[i].z + a[i].w * b[i].w;
}
kernel void complex_product(global const short2 *restrict a, global const short2 *restrict b,
                            global int2 *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = (int2)(a[i].x * b[i].x - a[i].y * b[i].y, a[i].x * b[i].y + a[i].y * b[i].x);
}
kernel void horner(global const short *restrict a, global int *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = ((a[i] * 7 - 120) * a[i] + 3300) * a[i] - 41;
}
kernel void multiply_add(global const int *restrict a, global const int *restrict b,
                         global const int *restrict c, global int *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = a[i] * b[i] + c[i] * 12 - 7;
}
kernel void squared_distance(global const short2 *restrict a, global uint *restrict o, short x,
                             short y, int n) {
  for (int i = 0; i < n; ++i) {
    int dx = a[i].x - x, dy = a[i].y - y;
    o[i] = dx * dx + dy * dy;
  }
}
