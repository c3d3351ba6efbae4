// Nearest cluster centre of each point, features stored one after the other
// (feature-major, as Rodinia leaves them): HPCA16 section 6.4, baseline.
__kernel void kmeans(__global const float *restrict feature,
                     __global const float *restrict centers,
                     __global int *restrict membership, int npoints,
                     int nclusters, int nfeatures) {
  int pid = get_global_id(0);
  int nearest = 0;
  float least = FLT_MAX;
  for (int i = 0; i < nclusters; ++i) {
    float distance = 0.0f;
    for (int l = 0; l < nfeatures; ++l) {
      float difference =
          feature[l * npoints + pid] - centers[i * nfeatures + l];
      distance += difference * difference;
    }
    if (distance < least) {
      least = distance;
      nearest = i;
    }
  }
  membership[pid] = nearest;
}
