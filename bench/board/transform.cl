// An 8x8 transform of an image in groups as the suite's documentation describes them: each
// work-item has eight pixels of a column. That the group exchanges them through padded local
// memory and that work-items beyond the image return is assumed, as such kernels do.
#ifdef ROLLED
#define STEP _Pragma("unroll 1")
#else
#define STEP _Pragma("unroll")
#endif

void transform(float *v) {
  float s0 = v[0] + v[7], s1 = v[1] + v[6], s2 = v[2] + v[5], s3 = v[3] + v[4];
  float d0 = v[0] - v[7], d1 = v[6] - v[1], d2 = v[2] - v[5], d3 = v[4] - v[3];
  float e0 = s0 + s3, e1 = s0 - s3, e2 = s1 + s2, e3 = s1 - s2;
  v[0] = 0.35f * (e0 + e2);
  v[2] = 0.46f * e1 + 0.19f * e3;
  v[4] = 0.35f * (e0 - e2);
  v[6] = 0.19f * e1 - 0.46f * e3;
  v[1] = 0.49f * d0 - 0.41f * d1 + 0.27f * d2 - 0.09f * d3;
  v[3] = 0.41f * d0 + 0.09f * d1 - 0.49f * d2 + 0.27f * d3;
  v[5] = 0.27f * d0 + 0.49f * d1 + 0.09f * d2 - 0.41f * d3;
  v[7] = 0.09f * d0 + 0.27f * d1 + 0.41f * d2 + 0.49f * d3;
}

__attribute__((reqd_work_group_size(WIDTH, HEIGHT / 8, 1)))
__attribute__((num_simd_work_items(SIMD)))
__attribute__((num_compute_units(UNITS)))
kernel void transform8x8(global float *restrict to, global const float *restrict from,
                         uint pitch, uint height, uint width) {
  local float tile[HEIGHT][WIDTH + 1];
  uint x = get_local_id(0), y = 8 * get_local_id(1), column = x & 7;
  uint gx = get_group_id(0) * WIDTH + x, gy = get_group_id(1) * HEIGHT + y;
  if (gx - column + 7 >= width || gy + 7 >= height)
    return;
  local float *down = &tile[y][x];
  local float *across = &tile[y + column][x - column];
  from += gy * pitch + gx;
  to += gy * pitch + gx;
  float v[8];
  STEP for (int i = 0; i < 8; ++i) down[i * (WIDTH + 1)] = from[i * pitch];
  barrier(CLK_LOCAL_MEM_FENCE);
  STEP for (int i = 0; i < 8; ++i) v[i] = across[i];
  transform(v);
  STEP for (int i = 0; i < 8; ++i) across[i] = v[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  STEP for (int i = 0; i < 8; ++i) v[i] = down[i * (WIDTH + 1)];
  transform(v);
  STEP for (int i = 0; i < 8; ++i) to[i * pitch] = v[i];
}
