// Jacobi step in two dimensions: mean of five neighbours. The border keeps what
// it held.
#pragma OPENCL FP_CONTRACT OFF

__kernel void jacobi2d(__global const float *restrict a,
                       __global float *restrict b, int width, int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
    int i = y * width + x;
    b[i] = 0.2f * (a[i] + a[i - 1] + a[i + 1] + a[i - width] + a[i + width]);
  }
}
