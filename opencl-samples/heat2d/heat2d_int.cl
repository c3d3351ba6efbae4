// One step of heat in a plate in fixed point of 8 fraction bits. The plate's
// outermost cells are held at one temperature.
__kernel void heat2d_int(__global const int *restrict t,
                         __global int *restrict t_next, int width, int height,
                         int edge) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int i = y * width + x;
  if (x == 0 || x == width - 1 || y == 0 || y == height - 1)
    t_next[i] = edge;
  else
    t_next[i] =
        (4 * t[i] + t[i - 1] + t[i + 1] + t[i - width] + t[i + width]) >> 3;
}
