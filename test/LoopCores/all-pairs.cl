#define N 256
kernel void forces(global const float *x, global const float *y, global float *out) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      float dx = x[i] - x[j], dy = y[i] - y[j];
      out[i * N + j] = dx * dx + dy * dy;
    }
}
