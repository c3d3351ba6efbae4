// Shifts and rotations by data.

kernel void left(global const uint *restrict a, global const uchar *restrict s,
                 global uint *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = a[i] << (s[i] & 31);
}
// designs: 1:1, 1:2, 1:1:comb
kernel void arithmetic(global const short *restrict a, global const uchar *restrict s,
                       global short *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = a[i] >> (s[i] & 15);
}
kernel void long_right(global const ulong *restrict a, global const uchar *restrict s,
                       global ulong *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = a[i] >> (s[i] & 63);
}
// designs: 1:1, 1:1:comb
kernel void rotated(global const uint *restrict a, global const uint *restrict s,
                    global uint *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = rotate(a[i], s[i]);
}
kernel void rotated_bytes(global const uchar *restrict a, global const uchar *restrict s,
                          global uchar *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = rotate(a[i], s[i]) + rotate(a[i], (uchar)3);
}
kernel void funnel(global const uint *restrict a, global const uint *restrict b,
                   global uint *restrict o, uint s, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = (((ulong)a[i] << 32) | b[i]) >> (s & 31);
}
kernel void one_hot(global const uchar *restrict s, global uint *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = 1u << (s[i] & 31) | 0xf0f0u >> (s[i] >> 5);
}
// designs: 1:1, 1:1:comb
kernel void normalised(global const uint *restrict a, global uint *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = a[i] << (clz(a[i]) & 31);
}
kernel void field(global const uint *restrict a, global const uchar *restrict s,
                  global uchar *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = (a[i] >> (s[i] & 31)) & ((1 << (s[i] >> 5)) - 1);
}
