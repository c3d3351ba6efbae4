// Forms of GPU code that are no streams as they are written.
kernel void doubled(global const int *restrict in, global int *restrict out) {
  int i = get_global_id(0);
  out[i] = in[i];
  out[i + 64] = in[i];
}

kernel void sampled(read_only image2d_t in, global float *restrict out, int w) {
  const sampler_t edge =
      CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
  int x = get_global_id(0), y = get_global_id(1);
  out[y * w + x] = read_imagef(in, edge, (int2)(x - 1, y)).x;
}

kernel void inner(global const int *restrict a, global int *restrict b, int n) {
  int i = get_global_id(0);
  if (i > 0 && i < n - 1)
    b[i] = a[i];
}

// Each work-item goes through the directions of its cell.
kernel void directions(global const int *restrict f, global int *restrict g, int n) {
  int x = get_global_id(0);
  int in[20], sum = 0;
  for (int d = 0; d < 20; ++d) {
    in[d] = f[d * n + x];
    sum += in[d];
  }
  for (int d = 0; d < 20; ++d)
    g[d * n + x] = sum - in[d];
}

kernel void pairs(global const int2 *restrict a, global int2 *restrict b) {
  int i = get_global_id(0);
  b[i] = a[i] + a[i + 1];
}

kernel void inside(global const int *restrict a, global int *restrict b, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x > 0 && x < w - 1 && y < h - 1)
    b[y * w + x] = a[y * w + x - 1] + a[y * w + x + 1] + a[y * w + w + x];
}

kernel void turned(global const int *restrict a, global int *restrict b) {
  int x = get_global_id(0), y = get_global_id(1);
  b[y * 16 + x] = a[x * 8 + y];
}

kernel void react(global int *restrict u, global int *restrict v) {
  int i = get_global_id(0), was = u[i];
  u[i] = was + v[i] / 4;
  v[i] = v[i] - was / 4;
}
kernel void spread(global const int *restrict u, global const int *restrict v,
                   global int *restrict newu, global int *restrict newv) {
  int i = get_global_id(0), last = get_global_size(0) - 1;
  newu[i] = (u[max(i - 1, 0)] + u[min(i + 1, last)]) / 2;
  newv[i] = (v[max(i - 1, 0)] + v[min(i + 1, last)]) / 2;
}
kernel void both(global int *restrict u, global int *restrict newu) {
  int i = get_global_id(0), was = u[i];
  newu[i] = was / 2;
  u[i] = was + 1;
}

kernel void ahead(global const int *restrict in, global int *restrict out) {
  int i = get_global_id(0);
  out[i] = in[i + 100];
}
kernel void rows_ahead(global const int *restrict in, global int *restrict out) {
  int x = get_global_id(0), y = get_global_id(1);
  out[y * 48 + x] = in[y * 40 + x];
}

constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
kernel void shown(read_only image2d_t in, global float *restrict out) {
  int x = get_global_id(0);
  out[x] = read_imagef(in, edge, (int2)(x, 0)).x;
}
kernel void ring(global const int *restrict in, global int *restrict out, int n) {
  int i = get_global_id(0);
  out[i] = in[i == 0 ? n - 1 : i - 1] + in[i];
}
kernel void large(global const char *restrict in, global char *restrict out, int w) {
  int x = get_global_id(0), y = get_global_id(1);
  out[y * w + x] = in[y * w + x];
}
kernel void large_enough(global const char *restrict in, global char *restrict out, int w) {
  int x = get_global_id(0), y = get_global_id(1);
  out[(long)y * w + x] = in[(long)y * w + x];
}
