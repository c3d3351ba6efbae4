// Cosine similarity of every two files, one work-item per pair: HPCA16 section
// 6.5, baseline.
__kernel void similarity(__global const float *restrict feature,
                         __global float *restrict score, int nfiles,
                         int nfeatures) {
  int j = get_global_id(0);
  int i = get_global_id(1);
  float product = 0.0f;
  float square_i = 0.0f;
  float square_j = 0.0f;
  for (int k = 0; k < nfeatures; ++k) {
    float a = feature[i * nfeatures + k];
    float b = feature[j * nfeatures + k];
    product += a * b;
    square_i += a * a;
    square_j += b * b;
  }
  score[i * nfiles + j] = product / (sqrt(square_i) * sqrt(square_j));
}
