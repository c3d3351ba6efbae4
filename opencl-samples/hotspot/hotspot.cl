// One step of the chip temperature from its power, after Rodinia's hotspot: a
// cell exchanges heat with its four neighbours and with the air. Beyond the
// border stands the border's own temperature: the index stays.
#pragma OPENCL FP_CONTRACT OFF

__kernel void hotspot(__global const float *restrict temperature,
                      __global const float *restrict power,
                      __global float *restrict next, int width, int height,
                      float per_capacity, float per_rx, float per_ry,
                      float per_rz, float ambient) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int centre = y * width + x;
  int north = y == 0 ? centre : centre - width;
  int south = y == height - 1 ? centre : centre + width;
  int west = x == 0 ? centre : centre - 1;
  int east = x == width - 1 ? centre : centre + 1;
  float t = temperature[centre];
  float change =
      per_capacity *
      (power[centre] +
       (temperature[south] + temperature[north] - 2.0f * t) * per_ry +
       (temperature[east] + temperature[west] - 2.0f * t) * per_rx +
       (ambient - t) * per_rz);
  next[centre] = t + change;
}
