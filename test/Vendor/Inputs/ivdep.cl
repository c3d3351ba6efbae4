// Adds numbers into bins whose indices the author knows to be apart.
__attribute__((task))
kernel void scatter_add(global float *bins, global const uint *restrict index,
                        global const float *restrict value, int count) {
  #pragma ivdep array(bins) safelen(8)
  #pragma ii 2
  for (int i = 0; i < count; ++i)
    bins[index[i]] += value[i];
  #pragma ivdep
  #pragma unroll 4
  for (int i = 0; i < count; ++i)
    bins[index[i]] *= 0.5f;
  #pragma loop_coalesce 2
  #pragma max_concurrency 1
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 8; ++j)
      bins[8 * i + j] += 1.0f;
}
