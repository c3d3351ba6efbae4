// Electromagnetic waves in two dimensions on whole numbers: three kernels, each
// of which reads what the one before it wrote. Each writes a new field.
__kernel void fdtd2d_int_ey(__global const int *restrict ey,
                            __global const int *restrict hz,
                            __global int *restrict ey_new, int source,
                            int width) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int i = y * width + x;
  ey_new[i] = y > 0 ? ey[i] - ((hz[i] - hz[i - width]) >> 1) : source;
}

__kernel void fdtd2d_int_ex(__global const int *restrict ex,
                            __global const int *restrict hz,
                            __global int *restrict ex_new, int width) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int i = y * width + x;
  ex_new[i] = x > 0 ? ex[i] - ((hz[i] - hz[i - 1]) >> 1) : ex[i];
}

__kernel void fdtd2d_int_hz(__global const int *restrict hz,
                            __global const int *restrict ex_new,
                            __global const int *restrict ey_new,
                            __global int *restrict hz_new, int width,
                            int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int i = y * width + x;
  int result = hz[i];
  if (x < width - 1 && y < height - 1)
    result -=
        (3 * (ex_new[i + 1] - ex_new[i] + ey_new[i + width] - ey_new[i])) >> 2;
  hz_new[i] = result;
}
