// Histogram of bytes in one work-item; the update of a bin has to wait for the
// one before it.
__attribute__((reqd_work_group_size(1, 1, 1))) __kernel void
histogram_single(__global const uchar *restrict data,
                 __global uint *restrict bins, int n) {
  __local uint local_bins[256];
  for (int b = 0; b < 256; ++b)
    local_bins[b] = 0;
  for (int i = 0; i < n; ++i)
    local_bins[data[i]] += 1;
  for (int b = 0; b < 256; ++b)
    bins[b] = local_bins[b];
}
