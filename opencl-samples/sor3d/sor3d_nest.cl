// Successive over-relaxation in fixed point of 8 fraction bits as one loop nest
// with the sum of what moved, as TYTRA17's Fig. 13 has it: a map and a
// reduction in one pass.
__kernel void
sor3d_nest(__global const int *restrict p, __global const int *restrict rhs,
           __global const int *restrict cn1, __global const int *restrict cn2l,
           __global const int *restrict cn2s, __global const int *restrict cn3l,
           __global const int *restrict cn3s, __global const int *restrict cn4l,
           __global const int *restrict cn4s, __global int *restrict p_new,
           __global int *restrict error, int omega, int im, int jm, int km) {
  int moved = 0;
  for (int k = 1; k < km - 1; ++k)
    for (int j = 1; j < jm - 1; ++j)
      for (int i = 1; i < im - 1; ++i) {
        int at = (k * jm + j) * im + i;
        int sum = cn2l[at] * p[at + 1] + cn2s[at] * p[at - 1] +
                  cn3l[at] * p[at + im] + cn3s[at] * p[at - im] +
                  cn4l[at] * p[at + im * jm] + cn4s[at] * p[at - im * jm];
        int reltmp =
            (omega * (((cn1[at] * ((sum >> 8) - rhs[at])) >> 8) - p[at])) >> 8;
        p_new[at] = p[at] + reltmp;
        moved += abs(reltmp);
      }
  *error = moved;
}
