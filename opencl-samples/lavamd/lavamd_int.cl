// Potential and force between the two particles of a pair, one work-item per
// pair, in fixed point of 8 fraction bits. The exponential is a piece of a
// parabola that ends at the cut-off: (1 - u / 2)^2, and 0 from u = 2 on.
#define ONE 256

__kernel void
lavamd_int(__global const int *restrict ax, __global const int *restrict ay,
           __global const int *restrict az, __global const int *restrict bx,
           __global const int *restrict by, __global const int *restrict bz,
           __global const int *restrict charge,
           __global int *restrict potential, __global int *restrict fx,
           __global int *restrict fy, __global int *restrict fz, int alpha2) {
  int i = get_global_id(0);
  int dx = ax[i] - bx[i];
  int dy = ay[i] - by[i];
  int dz = az[i] - bz[i];
  int u = (alpha2 * ((dx * dx + dy * dy + dz * dz) >> 8)) >> 8;
  int root = max(ONE - (u >> 1), 0);
  int vij = (charge[i] * ((root * root) >> 8)) >> 8;
  int fs = 2 * vij;
  potential[i] = vij;
  fx[i] = (fs * dx) >> 8;
  fy[i] = (fs * dy) >> 8;
  fz[i] = (fs * dz) >> 8;
}
