// Jacobi step in three dimensions on whole numbers. The input has a border of
// one element on each side, the output has none.
__kernel void jacobi3d_int(__global const int *restrict a,
                           __global int *restrict b) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int z = get_global_id(2);
  int width = get_global_size(0);
  int height = get_global_size(1);
  int pitch = width + 2;
  int plane = pitch * (height + 2);
  int i = (z + 1) * plane + (y + 1) * pitch + x + 1;
  b[(z * height + y) * width + x] =
      (2 * a[i] + a[i - 1] + a[i + 1] + a[i - pitch] + a[i + pitch] +
       a[i - plane] + a[i + plane]) >>
      3;
}
