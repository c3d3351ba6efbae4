// Mixing of bits: xors of shifts, rotations, products.

// designs: 1:1, 1:1:comb, 1:2
kernel void xorshift32(global const uint *restrict a, global uint *restrict o, int n) {
  for (int i = 0; i < n; ++i) {
    uint x = a[i];
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    o[i] = x;
  }
}
// designs: 1:1, 1:1:comb
kernel void xorshift64(global const ulong *restrict a, global ulong *restrict o, int n) {
  for (int i = 0; i < n; ++i) {
    ulong x = a[i];
    x ^= x << 7;
    x ^= x >> 9;
    o[i] = x + (x << 3);
  }
}
// designs: 1:1, 2:1
kernel void finish32(global const uint *restrict a, global uint *restrict o, uint seed, int n) {
  for (int i = 0; i < n; ++i) {
    uint x = a[i] ^ seed;
    x = (x ^ (x >> 15)) * 0x2c1b3c6du;
    x = (x ^ (x >> 12)) * 0x297a2d39u;
    o[i] = x ^ (x >> 15);
  }
}
kernel void finish64(global const ulong *restrict a, global ulong *restrict o, int n) {
  for (int i = 0; i < n; ++i) {
    ulong x = (a[i] ^ (a[i] >> 30)) * 0xbf58476d1ce4e5b9ul;
    o[i] = x ^ (x >> 31);
  }
}
kernel void bytes_by_prime(global const uint *restrict a, global uint *restrict o, int n) {
  for (int i = 0; i < n; ++i) {
    uint h = 2166136261u;
    for (int k = 0; k < 4; ++k)
      h = (h ^ ((a[i] >> (8 * k)) & 255)) * 16777619u;
    o[i] = h;
  }
}
// designs: 1:1, 1:1:comb
kernel void shifts_and_sums(global const uint *restrict a, global uint *restrict o, int n) {
  for (int i = 0; i < n; ++i) {
    uint x = a[i];
    x = (x ^ 61) ^ (x >> 16);
    x += x << 3;
    x ^= x >> 4;
    x += x << 10;
    o[i] = x ^ (x >> 15);
  }
}
kernel void quarter(global const uint4 *restrict a, global uint4 *restrict o, int n) {
  for (int i = 0; i < n; ++i) {
    uint4 v = a[i];
    v.x += v.y;
    v.w = rotate(v.w ^ v.x, 16u);
    v.z += v.w;
    v.y = rotate(v.y ^ v.z, 12u);
    o[i] = v;
  }
}
kernel void congruence(global const uint *restrict a, global ushort *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = (a[i] * 1664525u + 1013904223u) >> 16;
}
kernel void fold64(global const ulong *restrict a, global uint *restrict o, int n) {
  for (int i = 0; i < n; ++i) {
    ulong x = rotate(a[i], 23ul) ^ (a[i] >> 11) ^ 0x5555555555555555ul;
    o[i] = (uint)x ^ (uint)(x >> 32);
  }
}
