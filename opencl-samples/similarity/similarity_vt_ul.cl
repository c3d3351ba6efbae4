// Cosine similarity of every two files with four features a load and an
// unrolled loop: HPCA16 section 6.5, VT_UL. nfeatures is a multiple of 4.
__kernel void similarity_vt_ul(__global const float4 *restrict feature,
                               __global float *restrict score, int nfiles,
                               int nfeatures) {
  int j = get_global_id(0);
  int i = get_global_id(1);
  int nvectors = nfeatures / 4;
  float product = 0.0f;
  float square_i = 0.0f;
  float square_j = 0.0f;
#pragma unroll 4
  for (int k = 0; k < nvectors; ++k) {
    float4 a = feature[i * nvectors + k];
    float4 b = feature[j * nvectors + k];
    product += dot(a, b);
    square_i += dot(a, a);
    square_j += dot(b, b);
  }
  score[i * nfiles + j] = product / (sqrt(square_i) * sqrt(square_j));
}
