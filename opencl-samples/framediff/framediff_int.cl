// Frame differencing on whole numbers: 1 where two frames differ by more than
// the threshold.
__kernel void framediff_int(__global const int *restrict before,
                            __global const int *restrict now,
                            __global int *restrict moved, int threshold,
                            int n) {
  int i = get_global_id(0);
  if (i >= n)
    return;
  moved[i] = (int)abs(now[i] - before[i]) > threshold;
}
