// Clamps and saturating arithmetic.

// designs: 1:1, 1:1:comb
kernel void clamp_gain(global const short *restrict a, global short *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = clamp(a[i] * 3 + 100, -20000, 20000);
}
// designs: 1:1, 1:4
kernel void clamp_byte(global const int *restrict a, global uchar *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = convert_uchar_sat(a[i] >> 4);
}
kernel void clamp_between(global const int *restrict a, global const int *restrict lo,
                          global const int *restrict hi, global int *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = min(max(a[i], lo[i]), hi[i]);
}
kernel void clamp_arguments(global const int *restrict a, global int *restrict o, int lo,
                            int hi, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = clamp(a[i], lo, hi);
}
// designs: 1:1, 1:1:comb
kernel void saturate_short(global const short *restrict a, global const short *restrict b,
                           global short *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = add_sat(a[i], sub_sat(b[i], a[i]));
}
kernel void saturate_byte(global const uchar *restrict a, global const uchar *restrict b,
                          global uchar *restrict s, global uchar *restrict d, int n) {
  for (int i = 0; i < n; ++i) {
    s[i] = add_sat(a[i], b[i]);
    d[i] = sub_sat(a[i], b[i]);
  }
}
kernel void saturate_int(global const int *restrict a, global const int *restrict b,
                         global int *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = add_sat(a[i], b[i]) ^ sub_sat(b[i], a[i]);
}
// designs: 1:1, 2:1
kernel void soft_threshold(global const int *restrict a, global int *restrict o, int t, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = a[i] > t ? a[i] - t : a[i] < -t ? a[i] + t : 0;
}
kernel void blend_bytes(global const uchar *restrict a, global const uchar *restrict b,
                        global const uchar *restrict k, global uchar *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = min((a[i] * k[i] + b[i] * (255 - k[i]) + 127) >> 8, 250);
}
kernel void average_and_difference(global const ushort *restrict a,
                                   global const ushort *restrict b,
                                   global ushort *restrict m, global ushort *restrict d, int n) {
  for (int i = 0; i < n; ++i) {
    m[i] = rhadd(a[i], b[i]);
    d[i] = abs_diff(a[i], b[i]);
  }
}
