// One pass of Floyd-Warshall: paths through node k.
#ifdef ALTERA_CL
__attribute__((num_simd_work_items(4)))
__attribute__((reqd_work_group_size(16, 16, 1)))
#endif
kernel void floyd_pass(global int *distance, int nodes, int k) {
  int x = get_global_id(0), y = get_global_id(1);
  int direct = distance[y * nodes + x];
  int through = distance[y * nodes + k] + distance[k * nodes + x];
  distance[y * nodes + x] = min(direct, through);
}
