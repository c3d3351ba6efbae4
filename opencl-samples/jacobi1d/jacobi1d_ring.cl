// Jacobi step in one dimension on whole numbers, the ends joined to a ring.
__kernel void jacobi1d_ring(__global const int *restrict a,
                            __global int *restrict b, int n) {
  int i = get_global_id(0);
  int left = i == 0 ? n - 1 : i - 1;
  int right = i == n - 1 ? 0 : i + 1;
  b[i] = (a[left] + 2 * a[i] + a[right]) >> 2;
}
