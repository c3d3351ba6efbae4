// Electromagnetic waves in two dimensions by finite differences in time: three
// kernels, each of which reads what the one before it wrote. The fields are
// updated in place; the wave enters at row 0.
#pragma OPENCL FP_CONTRACT OFF

__kernel void fdtd2d_ey(__global float *restrict ey,
                        __global const float *restrict hz, float source,
                        int width) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int i = y * width + x;
  if (y == 0)
    ey[i] = source;
  else
    ey[i] = ey[i] - 0.5f * (hz[i] - hz[i - width]);
}

__kernel void fdtd2d_ex(__global float *restrict ex,
                        __global const float *restrict hz, int width) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int i = y * width + x;
  if (x > 0)
    ex[i] = ex[i] - 0.5f * (hz[i] - hz[i - 1]);
}

__kernel void fdtd2d_hz(__global float *restrict hz,
                        __global const float *restrict ex,
                        __global const float *restrict ey, int width,
                        int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int i = y * width + x;
  if (x < width - 1 && y < height - 1)
    hz[i] = hz[i] - 0.7f * (ex[i + 1] - ex[i] + ey[i + width] - ey[i]);
}
