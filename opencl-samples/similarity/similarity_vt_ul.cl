// Cosine similarity of every two files with four features a load and an
// unrolled loop: HPCA16 section 6.5, VT_UL. nfeatures is a multiple of 4.
__kernel void similarity_vt_ul(__global const float4 *restrict feature,
                               __global float *restrict score, int nfiles,
                               int nfeatures) {
  int j = get_global_id(0);
  int i = get_global_id(1);
  int nvectors = nfeatures / 4;
  float4 product = 0.0f;
  float4 square_i = 0.0f;
  float4 square_j = 0.0f;
#pragma unroll 4
  for (int k = 0; k < nvectors; ++k) {
    float4 a = feature[i * nvectors + k];
    float4 b = feature[j * nvectors + k];
    product += a * b;
    square_i += a * a;
    square_j += b * b;
  }
  float dot_ij = product.x + product.y + product.z + product.w;
  float dot_ii = square_i.x + square_i.y + square_i.z + square_i.w;
  float dot_jj = square_j.x + square_j.y + square_j.z + square_j.w;
  score[i * nfiles + j] = dot_ij / (sqrt(dot_ii) * sqrt(dot_jj));
}
