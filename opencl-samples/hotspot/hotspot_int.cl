// One step of the chip temperature in fixed point of 8 fraction bits, after
// Rodinia's hotspot. A neighbour beyond the border is not read: the cell's own
// temperature stands for it.
__kernel void hotspot_int(__global const int *restrict temperature,
                          __global const int *restrict power,
                          __global int *restrict next, int width, int height,
                          int per_rx, int per_ry, int per_rz, int ambient) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int i = y * width + x;
  int t = temperature[i];
  int north = y > 0 ? temperature[i - width] : t;
  int south = y < height - 1 ? temperature[i + width] : t;
  int west = x > 0 ? temperature[i - 1] : t;
  int east = x < width - 1 ? temperature[i + 1] : t;
  int change = (power[i] << 4) + (north + south - 2 * t) * per_ry +
               (east + west - 2 * t) * per_rx + (ambient - t) * per_rz;
  next[i] = t + (change >> 8);
}
