// One step of the temperature of stacked chips from their power, after
// Rodinia's hotspot3D: a cell exchanges heat with its six neighbours and with
// the air. Beyond the border stands the border's own temperature: the index
// stays.
#pragma OPENCL FP_CONTRACT OFF

__kernel void hotspot3d(__global const float *restrict temperature,
                        __global const float *restrict power,
                        __global float *restrict next, int width, int height,
                        int depth, float per_capacity, float per_rx,
                        float per_ry, float per_rz, float per_air,
                        float ambient) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int z = get_global_id(2);
  int plane = width * height;
  int centre = z * plane + y * width + x;
  int west = x == 0 ? centre : centre - 1;
  int east = x == width - 1 ? centre : centre + 1;
  int north = y == 0 ? centre : centre - width;
  int south = y == height - 1 ? centre : centre + width;
  int below = z == 0 ? centre : centre - plane;
  int above = z == depth - 1 ? centre : centre + plane;
  float t = temperature[centre];
  float flow = (temperature[west] + temperature[east] - 2.0f * t) * per_rx +
               (temperature[north] + temperature[south] - 2.0f * t) * per_ry +
               (temperature[below] + temperature[above] - 2.0f * t) * per_rz +
               (ambient - t) * per_air;
  next[centre] = t + per_capacity * (power[centre] + flow);
}
