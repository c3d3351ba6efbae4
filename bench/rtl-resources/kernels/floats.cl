// Operators of floating point.
#pragma OPENCL FP_CONTRACT OFF

kernel void sum_and_difference(global const float *restrict a, global const float *restrict b,
                               global float *restrict s, global float *restrict d, int n) {
  for (int i = 0; i < n; ++i) {
    s[i] = a[i] + b[i];
    d[i] = a[i] - b[i];
  }
}
kernel void polynomial(global const float *restrict a, global float *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = (a[i] * 0.3f - 1.5f) * a[i] + 0.25f;
}
kernel void fused(global const float *restrict a, global const float *restrict b,
                  global const float *restrict c, global float *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = fma(a[i], b[i], c[i]);
}
kernel void quotient(global const float *restrict a, global const float *restrict b,
                     global float *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = a[i] / b[i];
}
kernel void reciprocal(global const float *restrict a, global float *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = 1.0f / a[i];
}
kernel void root(global const float *restrict a, global float *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = sqrt(a[i]);
}
// designs: 1:1, 1:2
kernel void chosen(global const float *restrict a, global const float *restrict b,
                   global float *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = a[i] < b[i] ? a[i] : 2.0f * b[i];
}
kernel void limited(global const float *restrict a, global float *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = fmin(fmax(a[i], -1.0f), 1.0f);
}
kernel void to_whole(global const float *restrict a, global int *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = (int)(a[i] * 255.0f);
}
kernel void from_whole(global const int *restrict a, global float *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = a[i] * 0.0078125f;
}
kernel void byte_to_float(global const uchar *restrict a, global float *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = a[i] / 255.0f;
}
kernel void length(global const float2 *restrict a, global float *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = sqrt(a[i].x * a[i].x + a[i].y * a[i].y);
}
// designs: 1:1, 2:1
kernel void mixed(global const float *restrict a, global const float *restrict b,
                  global float *restrict o, float t, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = a[i] + t * (b[i] - a[i]);
}
kernel void doubles(global const double *restrict a, global const double *restrict b,
                    global double *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = a[i] * b[i] + 1.0;
}
kernel void absolute(global const float *restrict a, global const float *restrict b,
                     global float *restrict o, int n) {
  for (int i = 0; i < n; ++i)
    o[i] = fabs(a[i]) > fabs(b[i]) ? -a[i] : b[i];
}
