// Jacobi step in two dimensions on whole numbers. Beyond the border stand the
// border's own values: the coordinates are clamped.
__kernel void jacobi2d_int(__global const int *restrict a,
                           __global int *restrict b, int width, int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int west = clamp(x - 1, 0, width - 1);
  int east = clamp(x + 1, 0, width - 1);
  int north = clamp(y - 1, 0, height - 1);
  int south = clamp(y + 1, 0, height - 1);
  b[y * width + x] =
      (4 * a[y * width + x] + a[y * width + west] + a[y * width + east] +
       a[north * width + x] + a[south * width + x]) >>
      3;
}
