// One step of a field that the wind carries to the east and south, by second
// order upwind differences: two cells against the wind. The plane is a torus.
#pragma OPENCL FP_CONTRACT OFF

__kernel void advection2d(__global const float *restrict q,
                          __global float *restrict q_next, int width,
                          int height, float courant_x, float courant_y) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int row = y * width;
  int west = (x + width - 1) % width;
  int west2 = (x + width - 2) % width;
  int north = (y + height - 1) % height;
  int north2 = (y + height - 2) % height;
  float here = q[row + x];
  float slope_x = 1.5f * here - 2.0f * q[row + west] + 0.5f * q[row + west2];
  float slope_y =
      1.5f * here - 2.0f * q[north * width + x] + 0.5f * q[north2 * width + x];
  q_next[row + x] = here - courant_x * slope_x - courant_y * slope_y;
}
