// Jacobi step in one dimension on whole numbers, one work-item per inner
// element: no work-item stands on the two ends.
__kernel void jacobi1d_int(__global const int *restrict a,
                           __global int *restrict b) {
  int i = get_global_id(0) + 1;
  b[i] = (a[i - 1] + 2 * a[i] + a[i + 1]) >> 2;
}
