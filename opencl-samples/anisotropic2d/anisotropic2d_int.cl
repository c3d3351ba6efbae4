// One step of diffusion in a material that conducts differently from place to
// place and along each axis, in fixed point of 8 fraction bits: kx of a cell is
// the conductivity of its east face, ky of its south face. Nothing flows
// through the border.
__kernel void anisotropic2d_int(__global const int *restrict t,
                                __global const int *restrict kx,
                                __global const int *restrict ky,
                                __global int *restrict t_next, int width,
                                int height) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  int i = y * width + x;
  int flow = 0;
  if (x > 0)
    flow += kx[i - 1] * (t[i - 1] - t[i]);
  if (x < width - 1)
    flow += kx[i] * (t[i + 1] - t[i]);
  if (y > 0)
    flow += ky[i - width] * (t[i - width] - t[i]);
  if (y < height - 1)
    flow += ky[i] * (t[i + width] - t[i]);
  t_next[i] = t[i] + (flow >> 8);
}
