// One step of the pressure of sound in three dimensions, of second order in
// time and of eighth order in space: the Laplacian reaches four cells along
// each axis. courant2 is the square of velocity times step by cell length. The
// four outermost layers are never written.
#pragma OPENCL FP_CONTRACT OFF

#define REACH 4

// Weights of the second derivative, by the distance.
__constant float weight[REACH + 1] = {
    -205.0f / 72.0f, 8.0f / 5.0f, -1.0f / 5.0f, 8.0f / 315.0f, -1.0f / 560.0f};

__kernel void acoustic3d(__global const float *restrict prev,
                         __global const float *restrict cur,
                         __global const float *restrict courant2,
                         __global float *restrict next, int width, int height,
                         int depth) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int z = get_global_id(2);
  if (x < REACH || x >= width - REACH || y < REACH || y >= height - REACH ||
      z < REACH || z >= depth - REACH)
    return;
  int plane = width * height;
  int i = z * plane + y * width + x;
  float laplacian = 3.0f * weight[0] * cur[i];
  for (int r = 1; r <= REACH; ++r)
    laplacian += weight[r] *
                 (cur[i - r] + cur[i + r] + cur[i - r * width] +
                  cur[i + r * width] + cur[i - r * plane] + cur[i + r * plane]);
  next[i] = 2.0f * cur[i] - prev[i] + courant2[i] * laplacian;
}
