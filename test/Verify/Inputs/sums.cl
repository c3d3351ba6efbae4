__kernel void total(__global const int *level, __global int *sum, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += level[i];
  sum[0] = s;
}

__kernel void doubled(__global const int *from, __global int *level, int n) {
  for (int i = 0; i < n; ++i)
    level[i] = 2 * from[i];
}

// What it divides by is known after the last element only.
__kernel void share(__global const int *level, __global const int *sum,
                    __global int *part, int n) {
  for (int i = 0; i < n; ++i)
    part[i] = level[i] / sum[0];
}
