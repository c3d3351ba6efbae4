// Electromagnetic waves in three dimensions on whole numbers, all six
// components in place. The box is a conductor at its low walls, and open at its
// high ones: what lies beyond them is 0.
__kernel void fdtd3d_int_e(__global int *restrict ex, __global int *restrict ey,
                           __global int *restrict ez,
                           __global const int *restrict hx,
                           __global const int *restrict hy,
                           __global const int *restrict hz, int width,
                           int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int z = get_global_id(2);
  int plane = width * height;
  int i = z * plane + y * width + x;
  if (y > 0 && z > 0)
    ex[i] += ((hz[i] - hz[i - width]) - (hy[i] - hy[i - plane])) >> 1;
  if (x > 0 && z > 0)
    ey[i] += ((hx[i] - hx[i - plane]) - (hz[i] - hz[i - 1])) >> 1;
  if (x > 0 && y > 0)
    ez[i] += ((hy[i] - hy[i - 1]) - (hx[i] - hx[i - width])) >> 1;
}

__kernel void fdtd3d_int_h(__global int *restrict hx, __global int *restrict hy,
                           __global int *restrict hz,
                           __global const int *restrict ex,
                           __global const int *restrict ey,
                           __global const int *restrict ez, int width,
                           int height, int depth) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int z = get_global_id(2);
  int plane = width * height;
  int i = z * plane + y * width + x;
  int east_y = x < width - 1 ? ey[i + 1] : 0;
  int east_z = x < width - 1 ? ez[i + 1] : 0;
  int south_x = y < height - 1 ? ex[i + width] : 0;
  int south_z = y < height - 1 ? ez[i + width] : 0;
  int above_x = z < depth - 1 ? ex[i + plane] : 0;
  int above_y = z < depth - 1 ? ey[i + plane] : 0;
  hx[i] -= ((south_z - ez[i]) - (above_y - ey[i])) >> 1;
  hy[i] -= ((above_x - ex[i]) - (east_z - ez[i])) >> 1;
  hz[i] -= ((east_y - ey[i]) - (south_x - ex[i])) >> 1;
}
