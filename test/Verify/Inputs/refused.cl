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
