// One step of a field that the wind carries to the east and south, by first
// order upwind differences; the Courant numbers have 8 fraction bits. The plane
// is a torus.
__kernel void advection2d_int(__global const int *restrict q,
                              __global int *restrict q_next, int width,
                              int height, int courant_x, int courant_y) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int west = x == 0 ? width - 1 : x - 1;
  int north = y == 0 ? height - 1 : y - 1;
  int here = q[y * width + x];
  int change = courant_x * (here - q[y * width + west]) +
               courant_y * (here - q[north * width + x]);
  q_next[y * width + x] = here - (change >> 8);
}
