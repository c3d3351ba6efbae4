// One step of a wave on a membrane: the next displacement from the current and
// the previous one. courant2 is the square of velocity times step by cell
// length, a field of its own. The rim is clamped and never written.
#pragma OPENCL FP_CONTRACT OFF

__kernel void wave2d(__global const float *restrict prev,
                     __global const float *restrict cur,
                     __global const float *restrict courant2,
                     __global float *restrict next, int width, int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
    int i = y * width + x;
    float laplacian = cur[i - 1] + cur[i + 1] + cur[i - width] +
                      cur[i + width] - 4.0f * cur[i];
    next[i] = 2.0f * cur[i] - prev[i] + courant2[i] * laplacian;
  }
}
