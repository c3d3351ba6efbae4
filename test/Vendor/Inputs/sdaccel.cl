// In Xilinx's style: a buffer on the chip, read in bursts, partitioned and pipelined.
#define N 64

__attribute__((reqd_work_group_size(1, 1, 1)))
kernel void matvec(global const int *a, global const int *x, global int *y) {
  local int ax[N] __attribute__((xcl_array_partition(cyclic, 8, 1)));
  __attribute__((xcl_pipeline_loop))
  for (int i = 0; i < N; ++i)
    ax[i] = x[i];
  for (int r = 0; r < N; ++r) {
    int sum = 0;
    __attribute__((xcl_pipeline_loop(1)))
    __attribute__((opencl_unroll_hint(8)))
    for (int i = 0; i < N; ++i)
      sum += a[r * N + i] * ax[i];
    y[r] = sum;
  }
}
