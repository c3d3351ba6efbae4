// Logic of bits, one by one and by counting.

// designs: 1:1, 1:4, 1:1:comb
kernel void crc8(global const uchar *restrict a, global uchar *restrict o, int n) {
  for (int i = 0; i < n; ++i) {
    uchar c = a[i];
    for (int k = 0; k < 8; ++k)
      c = c & 0x80 ? (c << 1) ^ 0x07 : c << 1;
    o[i] = c;
  }
}
// designs: 1:1, 1:2, 1:2:comb
kernel void crc16(global const ushort *restrict a, global ushort *restrict o, ushort seed, int n) {
  for (int i = 0; i < n; ++i) {
    ushort c = a[i] ^ seed;
    for (int k = 0; k < 16; ++k)
      c = c & 0x8000 ? (c << 1) ^ 0x1021 : c << 1;
    o[i] = c;
  }
}
// designs: 1:1, 1:1:comb
kernel void crc32(global const uint *restrict a, global const uchar *restrict b,
                  global uint *restrict o, int n) {
  for (int i = 0; i < n; ++i) {
    uint c = a[i] ^ b[i];
    for (int k = 0; k < 8; ++k)
      c = (c >> 1) ^ (c & 1 ? 0xedb88320u : 0);
    o[i] = c;
  }
}
// designs: 1:1, 1:1:comb
kernel void parity(global const uint *restrict a, global uchar *restrict o, int n) {
  for (int i = 0; i < n; ++i) {
    uint x = a[i];
    for (int s = 16; s; s >>= 1)
      x ^= x >> s;
    o[i] = x & 1;
  }
}
// designs: 1:1, 1:1:comb
kernel void from_gray(global const ushort *restrict a, global ushort *restrict o, int n) {
  for (int i = 0; i < n; ++i) {
    ushort x = a[i];
    x ^= x >> 8;
    x ^= x >> 4;
    x ^= x >> 2;
    o[i] = x ^ (x >> 1);
  }
}
// designs: 1:1, 1:2
kernel void distance_of_words(global const uint *restrict a, global const uint *restrict b,
                              global uchar *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = popcount(a[i] ^ b[i]);
}
kernel void count_long(global const ulong *restrict a, global uchar *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = popcount(a[i]);
}
kernel void count_by_masks(global const uint *restrict a, global uchar *restrict o, int n) {
  for (int i = 0; i < n; ++i) {
    uint x = a[i];
    x = (x & 0x55555555) + ((x >> 1) & 0x55555555);
    x = (x & 0x33333333) + ((x >> 2) & 0x33333333);
    x = (x + (x >> 4)) & 0x0f0f0f0f;
    o[i] = x * 0x01010101u >> 24;
  }
}
kernel void ends(global const uint *restrict a, global uchar *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = clz(a[i]) + ctz(a[i]);
}
// designs: 1:1, 1:1:comb
kernel void reversed(global const uint *restrict a, global uint *restrict o, int n) {
  for (int i = 0; i < n; ++i) {
    uint r = 0;
    for (int k = 0; k < 32; ++k)
      r |= ((a[i] >> k) & 1) << (31 - k);
    o[i] = r ^ (a[i] & 0xffff);
  }
}
// designs: 1:1, 1:1:comb
kernel void interleaved(global const ushort *restrict a, global const ushort *restrict b,
                        global uint *restrict o, int n) {
  for (int i = 0; i < n; ++i) {
    uint m = 0;
    for (int k = 0; k < 16; ++k)
      m |= (((uint)a[i] >> k) & 1) << (2 * k) | (((uint)b[i] >> k) & 1) << (2 * k + 1);
    o[i] = m + 1;
  }
}
// designs: 1:1, 1:1:comb
kernel void nonlinear_row(global const uchar *restrict a, global uchar *restrict o, int n) {
  for (int i = 0; i < n; ++i) {
    uchar x = a[i], y = (x << 3) | (x >> 5), z = (x << 6) | (x >> 2);
    o[i] = x ^ (~y & z);
  }
}
// designs: 1:1, 1:1:comb
kernel void majority(global const uint *restrict a, global const uint *restrict b,
                     global const uint *restrict c, global uint *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = (a[i] & b[i]) | (a[i] & c[i]) | (b[i] & c[i] & 0x0ff00ff0);
}
kernel void lowest_bit(global const uint *restrict a, global uint *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = (a[i] & -a[i]) | (a[i] & (a[i] - 1)) << 1;
}
kernel void next_power(global const uint *restrict a, global uint *restrict o, int n) {
  for (int i = 0; i < n; ++i) {
    uint x = a[i] - 1;
    for (int s = 1; s < 32; s <<= 1)
      x |= x >> s;
    o[i] = x + 1;
  }
}
// designs: 1:1:comb, 1:4:comb
kernel void lfsr_steps(global const ushort *restrict a, global ushort *restrict o, int n) {
  for (int i = 0; i < n; ++i) {
    ushort x = a[i];
    for (int k = 0; k < 5; ++k)
      x = (x << 1) | (((x >> 15) ^ (x >> 13) ^ (x >> 12) ^ (x >> 10)) & 1);
    o[i] = x;
  }
}
