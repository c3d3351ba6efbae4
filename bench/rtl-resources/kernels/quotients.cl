// Quotients of several values by one divisor, and by several constants.

kernel void pair_by_one(global const uint *restrict a, global const uint *restrict b,
                        global const ushort *restrict d, global uint *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = a[i] / d[i] + b[i] / d[i];
}
kernel void colours_by_one(global const uchar4 *restrict a, global uchar4 *restrict o, int n) {
  for (int i = 0; i < n; ++i) {
    uchar4 v = a[i];
    uint d = v.w;
    o[i] = (uchar4)(v.x * 15 / d, v.y * 15 / d, v.z * 15 / d, v.w);
  }
}
kernel void quotient_and_rest(global const ushort *restrict a, global const ushort *restrict d,
                              global ushort *restrict q, global ushort *restrict r, int n) {
  for (int i = 0; i < n; ++i) {
    q[i] = a[i] / d[i];
    r[i] = a[i] % d[i];
  }
}
kernel void by_constants(global const uint *restrict a, global uint *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = a[i] / 3 + a[i] / 5 + a[i] / 7;
}
// designs: 1:1, 1:1:comb
kernel void byte_by_constants(global const uchar *restrict a, global uchar *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = a[i] / 10 + a[i] % 6;
}
kernel void digits(global const ushort *restrict a, global uint *restrict o, int n) {
  for (int i = 0; i < n; ++i) {
    uint v = a[i] % 1000;
    o[i] = v % 10 | v / 10 % 10 << 4 | v / 100 << 8;
  }
}
kernel void signed_by_constants(global const int *restrict a, global int *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = a[i] / 10 - a[i] / 16;
}
kernel void clock_of_seconds(global const uint *restrict a, global uchar4 *restrict o, int n) {
  for (int i = 0; i < n; ++i) {
    uint s = a[i] % 86400;
    o[i] = (uchar4)(s / 3600, s / 60 % 60, s % 60, 0);
  }
}
kernel void long_by_constant(global const ulong *restrict a, global ulong *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = a[i] / 1000;
}
kernel void by_argument(global const int *restrict a, global int *restrict o, int d, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = a[i] / d;
}
kernel void weighted_mean(global const uchar *restrict a, global const uchar *restrict w,
                          global uchar *restrict o, int n) {
  for (int i = 1; i < n - 1; ++i)
    o[i] = (a[i - 1] * w[i - 1] + a[i] * w[i] + a[i + 1] * w[i + 1]) /
           (w[i - 1] + w[i] + w[i + 1] + 1);
}
