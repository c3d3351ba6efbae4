// Nearest cluster centre of each point, centres in local memory, both loops
// unrolled, the features of a point side by side: HPCA16 section 6.4, SM_UL_MC.
#define MAX_CENTERS 1024 // nclusters x nfeatures: 128 x 8 in HPCA16

__kernel void kmeans_sm_ul_mc(__global const float *restrict feature,
                              __global const float *restrict centers,
                              __global int *restrict membership, int nclusters,
                              int nfeatures) {
  __local float center[MAX_CENTERS];
  int pid = get_global_id(0);
  for (int c = get_local_id(0); c < nclusters * nfeatures;
       c += get_local_size(0))
    center[c] = centers[c];
  barrier(CLK_LOCAL_MEM_FENCE);
  int nearest = 0;
  float least = FLT_MAX;
#pragma unroll 2
  for (int i = 0; i < nclusters; ++i) {
    float distance = 0.0f;
#pragma unroll 8
    for (int l = 0; l < nfeatures; ++l) {
      float difference =
          feature[pid * nfeatures + l] - center[i * nfeatures + l];
      distance += difference * difference;
    }
    if (distance < least) {
      least = distance;
      nearest = i;
    }
  }
  membership[pid] = nearest;
}
