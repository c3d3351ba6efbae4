// Results of whole launches.

// designs: 1:1, 2:1, 1:4
kernel void total(global const int *restrict a, global int *restrict r, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i];
  r[0] = s;
}
// designs: 1:1, 2:1
kernel void squares(global const short *restrict a, global long *restrict r, int n) {
  long s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i] * a[i];
  r[0] = s;
}
// designs: 1:1, 2:1, 1:2
kernel void extremes(global const int *restrict a, global int *restrict r, int n) {
  int lo = INT_MAX, hi = INT_MIN;
  for (int i = 0; i < n; ++i) {
    lo = min(lo, a[i]);
    hi = max(hi, a[i]);
  }
  r[0] = lo;
  r[1] = hi;
}
// designs: 1:1, 1:4
kernel void checksum(global const uint *restrict a, global uint *restrict r, int n) {
  uint x = 0, all = ~0u;
  for (int i = 0; i < n; ++i) {
    x ^= a[i];
    all &= a[i];
  }
  r[0] = x;
  r[1] = all;
}
// designs: 1:1, 4:1
kernel void count_above(global const ushort *restrict a, global uint *restrict r, int n) {
  uint c = 0;
  for (int i = 0; i < n; ++i)
    c += a[i] > 1234;
  r[0] = c;
}
// designs: 1:1, 1:2
kernel void differences(global const uchar *restrict a, global const uchar *restrict b,
                        global uint *restrict r, int n) {
  uint s = 0;
  for (int i = 0; i < n; ++i)
    s += abs_diff(a[i], b[i]);
  r[0] += s;
}
kernel void product(global const uint *restrict a, global uint *restrict r, int n) {
  uint p = 1;
  for (int i = 0; i < n; ++i)
    p *= a[i] | 1;
  r[0] = p;
}
kernel void mean(global const short *restrict a, global int *restrict r, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i];
  r[0] = s / n;
}
kernel void float_total(global const float *restrict a, global float *restrict r, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i];
  r[0] = s;
}
kernel void float_largest(global const float *restrict a, global float *restrict r, int n) {
  float m = -INFINITY;
  for (int i = 0; i < n; ++i)
    m = fmax(m, a[i]);
  r[0] = m;
}
