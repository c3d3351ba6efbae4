// A kernel was renamed.
kernel void rows(global float *restrict sums, global const float *restrict field, int width,
                 int height) {
  for (int y = 0; y < height; ++y) {
    float sum = 0;
    for (int x = 0; x < width; ++x)
      sum += field[y * width + x];
    sums[y] = sum;
  }
}

kernel void twice(global float *restrict out, global const float *restrict in, int n) {
#pragma unroll 4
  for (int i = 0; i < n; ++i)
    out[i] = in[i] * 2.0f;
}
