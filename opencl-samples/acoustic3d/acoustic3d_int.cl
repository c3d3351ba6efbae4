// One step of the pressure of sound in three dimensions on whole numbers: the
// Laplacian of eighth order reaches four cells along each axis, with weights of
// 8 fraction bits. courant2 has 8 fraction bits, too. The four outermost layers
// are at rest.
#define REACH 4

__kernel void acoustic3d_int(__global const int *restrict prev,
                             __global const int *restrict cur,
                             __global const int *restrict courant2,
                             __global int *restrict next, int width, int height,
                             int depth) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int z = get_global_id(2);
  int plane = width * height;
  int i = z * plane + y * width + x;
  int result = 0;
  if (x >= REACH && x < width - REACH && y >= REACH && y < height - REACH &&
      z >= REACH && z < depth - REACH) {
    const int weight[REACH + 1] = {-729, 410, -51, 6, -1};
    int laplacian = 3 * weight[0] * cur[i];
    for (int r = 1; r <= REACH; ++r)
      laplacian += weight[r] * (cur[i - r] + cur[i + r] + cur[i - r * width] +
                                cur[i + r * width] + cur[i - r * plane] +
                                cur[i + r * plane]);
    result = 2 * cur[i] - prev[i] + ((courant2[i] * (laplacian >> 8)) >> 8);
  }
  next[i] = result;
}
