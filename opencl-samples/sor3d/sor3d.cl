// Successive over-relaxation of the pressure in a weather model, TYTRA17's
// exemplar (section 3): ten input streams, of which p is a stencil of seven
// points; mask is 0 in obstacles. The border of the box keeps its pressure.
#pragma OPENCL FP_CONTRACT OFF

__kernel void
sor3d(__global const float *restrict p, __global const float *restrict rhs,
      __global const float *restrict cn1, __global const float *restrict cn2l,
      __global const float *restrict cn2s, __global const float *restrict cn3l,
      __global const float *restrict cn3s, __global const float *restrict cn4l,
      __global const float *restrict cn4s, __global const float *restrict mask,
      __global float *restrict p_new, float omega, int im, int jm, int km) {
  int i = get_global_id(0);
  int j = get_global_id(1);
  int k = get_global_id(2);
  if (i == 0 || i >= im - 1 || j == 0 || j >= jm - 1 || k == 0 || k >= km - 1)
    return;
  int at = (k * jm + j) * im + i;
  float sum = cn2l[at] * p[at + 1] + cn2s[at] * p[at - 1] +
              cn3l[at] * p[at + im] + cn3s[at] * p[at - im] +
              cn4l[at] * p[at + im * jm] + cn4s[at] * p[at - im * jm];
  float reltmp = omega * (cn1[at] * (sum - rhs[at]) - p[at]);
  p_new[at] = p[at] + mask[at] * reltmp;
}

// How far the pressure moved: the sum of the squares, in one work-item.
__kernel void sor3d_error(__global const float *restrict p,
                          __global const float *restrict p_new,
                          __global float *restrict error, int im, int jm,
                          int km) {
  float sum = 0.0f;
  for (int k = 1; k < km - 1; ++k)
    for (int j = 1; j < jm - 1; ++j)
      for (int i = 1; i < im - 1; ++i) {
        int at = (k * jm + j) * im + i;
        float moved = p_new[at] - p[at];
        sum += moved * moved;
      }
  error[0] = sum;
}
