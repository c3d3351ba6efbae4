// Kernels of eight kinds, for the first screen of their reports.
#define R 3
kernel __attribute__((reqd_work_group_size(16, 16, 1))) void
tiled(global const float *image, global float *out, constant float *weights, int pitch) {
  local float tile[16 + 2 * R][16 + 2 * R];
  int x = get_global_id(0), y = get_global_id(1), u = get_local_id(0), v = get_local_id(1);
  for (int j = v; j < 16 + 2 * R; j += 16)
    for (int i = u; i < 16 + 2 * R; i += 16)
      tile[j][i] = image[(y - v + j) * pitch + x - u + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int j = 0; j <= 2 * R; ++j)
    for (int i = 0; i <= 2 * R; ++i)
      sum += weights[j * (2 * R + 1) + i] * tile[v + j][u + i];
  out[y * pitch + x] = sum;
}
kernel void counts(global const uchar *bytes, global int *bins) {
  atomic_add(&bins[bytes[get_global_id(0)]], 1);
}
kernel void sparse(global const int *begin, global const int *column, global const float *value,
                   global const float *x, global float *y) {
  int row = get_global_id(0);
  float sum = 0;
  for (int i = begin[row]; i < begin[row + 1]; ++i)
    sum += value[i] * x[column[i]];
  y[row] = sum;
}
kernel __attribute__((reqd_work_group_size(256, 1, 1))) void scan(global const int *in,
                                                                global int *out) {
  local int sums[256];
  int i = get_local_id(0);
  sums[i] = in[get_global_id(0)];
  for (int d = 1; d < 256; d *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int before = i >= d ? sums[i - d] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    sums[i] += before;
  }
  out[get_global_id(0)] = sums[i];
}
kernel void wave(global const float *p, global float *q, int w, int h) {
  int x = get_global_id(0) + 1, y = get_global_id(1) + 1, z = get_global_id(2) + 1;
  int i = (z * h + y) * w + x;
  q[i] = 0.4f * p[i] + 0.1f * (p[i - 1] + p[i + 1] + p[i - w] + p[i + w] + p[i - w * h] + p[i + w * h]);
}
kernel void fir(global const float *in, constant float *taps, global float *out, int n) {
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int k = 0; k < 16; ++k)
      sum += taps[k] * in[i + k];
    out[i] = sum;
  }
}
kernel void nearest(global const float2 *points, global float *distance, float2 at, int n) {
  float best = INFINITY;
  for (int i = 0; i < n; ++i) {
    float2 d = points[i] - at;
    best = fmin(best, d.x * d.x + d.y * d.y);
  }
  *distance = best;
}
kernel void pixels(global const uchar4 *in, global uchar4 *out, int pitch) {
  int i = get_global_id(1) * pitch + get_global_id(0);
  uint4 sum = convert_uint4(in[i]) + convert_uint4(in[i + 1]) + convert_uint4(in[i + pitch]);
  out[i] = convert_uchar4(sum / 3);
}
kernel void framed(global const uchar4 *in, global uchar4 *out, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
    return;
  uint4 sum = 0;
  for (int i = 0; i < 9; ++i)
    sum += convert_uint4(in[(y + i / 3 - 1) * w + x + i % 3 - 1]);
  out[y * w + x] = convert_uchar4(sum / 9);
}
kernel void private_counts(global const uchar *bytes, global int *bins) {
  local int own[256];
  own[get_local_id(0)] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 1
  for (int i = 0; i < 64; ++i)
    atomic_inc(&own[bytes[get_global_id(0) * 64 + i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&bins[get_local_id(0)], own[get_local_id(0)]);
}
