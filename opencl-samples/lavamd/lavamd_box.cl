// Potential and force of each particle from the NEAR particles that follow it
// in its box, one work-item per particle, after Rodinia's lavaMD. The arrays
// hold NEAR particles more than there are work-items.
#define NEAR 4
#pragma OPENCL FP_CONTRACT OFF

__kernel void lavamd_box(
    __global const float *restrict x, __global const float *restrict y,
    __global const float *restrict z, __global const float *restrict charge,
    __global float *restrict potential, __global float *restrict fx,
    __global float *restrict fy, __global float *restrict fz, float alpha2) {
  int i = get_global_id(0);
  float v = 0.0f, sx = 0.0f, sy = 0.0f, sz = 0.0f;
  for (int k = 1; k <= NEAR; ++k) {
    float dx = x[i] - x[i + k];
    float dy = y[i] - y[i + k];
    float dz = z[i] - z[i + k];
    float u = alpha2 * (dx * dx + dy * dy + dz * dz);
    float vij = charge[i + k] / (1.0f + u + 0.5f * u * u);
    float fs = 2.0f * vij;
    v += vij;
    sx += fs * dx;
    sy += fs * dy;
    sz += fs * dz;
  }
  potential[i] = v;
  fx[i] = sx;
  fy[i] = sy;
  fz[i] = sz;
}
