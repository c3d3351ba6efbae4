// One step of diffusion in a material that conducts differently from place to
// place and along each axis: kx of a cell is the conductivity of its east face,
// ky of its south face. The border keeps what it holds.
#pragma OPENCL FP_CONTRACT OFF

__kernel void anisotropic2d(__global const float *restrict t,
                            __global const float *restrict kx,
                            __global const float *restrict ky,
                            __global float *restrict t_next, int width,
                            int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int i = y * width + x;
  float change = 0.0f;
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1)
    change = kx[i] * (t[i + 1] - t[i]) - kx[i - 1] * (t[i] - t[i - 1]) +
             ky[i] * (t[i + width] - t[i]) -
             ky[i - width] * (t[i] - t[i - width]);
  t_next[i] = t[i] + change;
}
