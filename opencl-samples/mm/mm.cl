// C = A x B of N x N floats, one work-item per element of C: the baseline of
// HPCA16 section 6.3.
__kernel void mm(__global const float *restrict A,
                 __global const float *restrict B, __global float *restrict C,
                 int N) {
  int col = get_global_id(0);
  int row = get_global_id(1);
  float sum = 0.0f;
  for (int k = 0; k < N; ++k)
    sum += A[row * N + k] * B[k * N + col];
  C[row * N + col] = sum;
}
