// Histogram of bytes: each work-group counts in local memory, then adds its
// bins to the result, which starts at zero.
__attribute__((reqd_work_group_size(256, 1, 1))) __kernel void
histogram(__global const uchar *restrict data,
          volatile __global uint *restrict bins, int per_item) {
  __local uint local_bins[256];
  int lid = get_local_id(0);
  int size = get_global_size(0);
  local_bins[lid] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < per_item; ++i)
    atomic_inc(&local_bins[data[i * size + get_global_id(0)]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&bins[lid], local_bins[lid]);
}
