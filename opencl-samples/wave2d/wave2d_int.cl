// One step of a wave on a membrane on whole numbers; courant2 has 8 fraction
// bits. The rim is at rest.
__kernel void wave2d_int(__global const int *restrict prev,
                         __global const int *restrict cur,
                         __global const int *restrict courant2,
                         __global int *restrict next, int width, int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int i = y * width + x;
  int result = 0;
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
    int laplacian =
        cur[i - 1] + cur[i + 1] + cur[i - width] + cur[i + width] - 4 * cur[i];
    result = 2 * cur[i] - prev[i] + ((courant2[i] * laplacian) >> 8);
  }
  next[i] = result;
}
