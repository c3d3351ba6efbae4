// C = A x B with blocks of A and B in local memory: HPCA16 section 6.3, SM.
// N has to be a multiple of BLOCK.
#define BLOCK 64

__attribute__((reqd_work_group_size(BLOCK, BLOCK, 1))) __kernel void
mm_sm(__global const float *restrict A, __global const float *restrict B,
      __global float *restrict C, int N) {
  __local float a_block[BLOCK][BLOCK];
  __local float b_block[BLOCK][BLOCK];
  int x = get_local_id(0);
  int y = get_local_id(1);
  int col = get_global_id(0);
  int row = get_global_id(1);
  float sum = 0.0f;
  for (int first = 0; first < N; first += BLOCK) {
    a_block[y][x] = A[row * N + first + x];
    b_block[y][x] = B[(first + y) * N + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < BLOCK; ++k)
      sum += a_block[y][k] * b_block[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[row * N + col] = sum;
}
