// Two loops of 128 and 16 iterations that keep each other waiting: HPCA16
// Algorithm 1, whose hierarchy is its Fig. 5.
__kernel void
algorithm1(__global int *restrict a, __global const int *restrict b,
           __global const int *restrict c, __global int *restrict d,
           __global const int *restrict e, __global const int *restrict f) {
  int gid = get_global_id(0);
  for (int j = 0; j < 128; ++j)
    a[(gid << 7) + j] = b[(gid << 7) + j] + c[(gid << 7) + j];
  for (int k = 0; k < 16; ++k)
    d[(gid << 4) + k] = e[(gid << 4) + k] + f[(gid << 4) + k];
}
