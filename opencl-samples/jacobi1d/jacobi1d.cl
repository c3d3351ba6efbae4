// Jacobi step in one dimension: mean of three neighbours. The two ends keep
// what they held.
#pragma OPENCL FP_CONTRACT OFF

__kernel void jacobi1d(__global const float *restrict a,
                       __global float *restrict b, int n) {
  int i = get_global_id(0);
  if (i > 0 && i < n - 1)
    b[i] = 0.33333f * (a[i - 1] + a[i] + a[i + 1]);
}
