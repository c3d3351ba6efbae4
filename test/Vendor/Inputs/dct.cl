// A DCT of 8 x 8 blocks: a work-group for each block, rows then columns in local memory.
#define B 8

__attribute__((reqd_work_group_size(B, B, 1)))
kernel void dct8x8(global const float *restrict image,
                   global float *restrict spectrum,
                   constant float *restrict basis, uint width) {
  local float block[B][B + 1];
  local float rows[B][B + 1];
  uint x = get_local_id(0), y = get_local_id(1);
  size_t at = (get_group_id(1) * B + y) * (size_t)width + get_group_id(0) * B + x;
  block[y][x] = image[at];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  #pragma unroll
  for (uint k = 0; k < B; ++k)
    sum += block[y][k] * basis[x * B + k];
  rows[y][x] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  sum = 0.0f;
  #pragma unroll
  for (uint k = 0; k < B; ++k)
    sum += rows[k][x] * basis[y * B + k];
  spectrum[at] = sum;
}
