// Potential and force between the two particles of a pair, one work-item per
// pair, after Rodinia's lavaMD. Its exponential is the reciprocal of a
// polynomial here, exp(-u) = 1 / (1 + u + u u / 2), good for small u.
#pragma OPENCL FP_CONTRACT OFF

__kernel void
lavamd(__global const float *restrict ax, __global const float *restrict ay,
       __global const float *restrict az, __global const float *restrict bx,
       __global const float *restrict by, __global const float *restrict bz,
       __global const float *restrict charge,
       __global float *restrict potential, __global float *restrict fx,
       __global float *restrict fy, __global float *restrict fz, float alpha2) {
  int i = get_global_id(0);
  float dx = ax[i] - bx[i];
  float dy = ay[i] - by[i];
  float dz = az[i] - bz[i];
  float u = alpha2 * (dx * dx + dy * dy + dz * dz);
  float vij = charge[i] / (1.0f + u + 0.5f * u * u);
  float fs = 2.0f * vij;
  potential[i] = vij;
  fx[i] = fs * dx;
  fy[i] = fs * dy;
  fz[i] = fs * dz;
}
