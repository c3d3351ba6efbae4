// Successive over-relaxation in fixed point of 8 fraction bits, TYTRA17's
// exemplar: ten input streams. The border of the box takes its old pressure.
__kernel void
sor3d_int(__global const int *restrict p, __global const int *restrict rhs,
          __global const int *restrict cn1, __global const int *restrict cn2l,
          __global const int *restrict cn2s, __global const int *restrict cn3l,
          __global const int *restrict cn3s, __global const int *restrict cn4l,
          __global const int *restrict cn4s, __global const int *restrict mask,
          __global int *restrict p_new, int omega, int im, int jm, int km) {
  int i = get_global_id(0);
  int j = get_global_id(1);
  int k = get_global_id(2);
  int at = (k * jm + j) * im + i;
  if (i > 0 && i < im - 1 && j > 0 && j < jm - 1 && k > 0 && k < km - 1) {
    int sum = cn2l[at] * p[at + 1] + cn2s[at] * p[at - 1] +
              cn3l[at] * p[at + im] + cn3s[at] * p[at - im] +
              cn4l[at] * p[at + im * jm] + cn4s[at] * p[at - im * jm];
    int reltmp =
        (omega * (((cn1[at] * ((sum >> 8) - rhs[at])) >> 8) - p[at])) >> 8;
    p_new[at] = mask[at] != 0 ? p[at] + reltmp : p[at];
  } else {
    p_new[at] = p[at];
  }
}
