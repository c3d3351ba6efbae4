// One step of the temperature of stacked chips in fixed point of 8 fraction
// bits, after Rodinia's hotspot3D. A neighbour beyond the border is not read:
// the cell's own temperature stands for it.
__kernel void hotspot3d_int(__global const int *restrict temperature,
                            __global const int *restrict power,
                            __global int *restrict next, int width, int height,
                            int depth, int per_rx, int per_ry, int per_rz,
                            int per_air, int ambient) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int z = get_global_id(2);
  int plane = width * height;
  int i = z * plane + y * width + x;
  int t = temperature[i];
  int west = x > 0 ? temperature[i - 1] : t;
  int east = x < width - 1 ? temperature[i + 1] : t;
  int north = y > 0 ? temperature[i - width] : t;
  int south = y < height - 1 ? temperature[i + width] : t;
  int below = z > 0 ? temperature[i - plane] : t;
  int above = z < depth - 1 ? temperature[i + plane] : t;
  int change = (power[i] << 4) + (west + east - 2 * t) * per_rx +
               (north + south - 2 * t) * per_ry +
               (below + above - 2 * t) * per_rz + (ambient - t) * per_air;
  next[i] = t + (change >> 8);
}
