// Jacobi step in three dimensions: the centre and the six neighbours, weighted.
// Work-items on the border and beyond the box return at once.
#pragma OPENCL FP_CONTRACT OFF

__kernel void jacobi3d(__global const float *restrict a,
                       __global float *restrict b, float centre, float around,
                       int width, int height, int depth) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int z = get_global_id(2);
  if (x < 1 || y < 1 || z < 1 || x >= width - 1 || y >= height - 1 ||
      z >= depth - 1)
    return;
  int plane = width * height;
  int i = z * plane + y * width + x;
  b[i] = centre * a[i] + around * (a[i - 1] + a[i + 1] + a[i - width] +
                                   a[i + width] + a[i - plane] + a[i + plane]);
}
