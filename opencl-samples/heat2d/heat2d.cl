// One step of heat in a plate whose edge is held at one temperature: that is
// what stands beyond the border.
#pragma OPENCL FP_CONTRACT OFF

__kernel void heat2d(__global const float *restrict t,
                     __global float *restrict t_next, int width, int height,
                     float edge, float rate) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int i = y * width + x;
  float west = x > 0 ? t[i - 1] : edge;
  float east = x < width - 1 ? t[i + 1] : edge;
  float north = y > 0 ? t[i - width] : edge;
  float south = y < height - 1 ? t[i + width] : edge;
  t_next[i] = t[i] + rate * (west + east + north + south - 4.0f * t[i]);
}
