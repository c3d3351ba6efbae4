// The kernel of TYTRA17 Fig. 13: successive over-relaxation, with the sum of
// what moved. Its ui18 are int here.
kernel void sor(global const int *restrict p, global const int *restrict rhs,
                global const int *restrict cn1, global const int *restrict cn2l,
                global const int *restrict cn2s,
                global const int *restrict cn3l,
                global const int *restrict cn3s,
                global const int *restrict cn4l,
                global const int *restrict cn4s, global int *restrict p_new,
                global int *restrict sorErrAcc, int omega, int im, int jm,
                int km) {
  int acc = 0;
  for (int k = 1; k < km - 1; ++k)
    for (int j = 1; j < jm - 1; ++j)
      for (int i = 1; i < im - 1; ++i) {
        int at = (k * jm + j) * im + i;
        int reltmp =
            omega *
            (cn1[at] *
                 (cn2l[at] * p[at + 1] + cn2s[at] * p[at - 1] +
                  cn3l[at] * p[at + im] + cn3s[at] * p[at - im] +
                  cn4l[at] * p[at + im * jm] + cn4s[at] * p[at - im * jm]) -
             rhs[at]);
        p_new[at] = reltmp + p[at];
        acc += reltmp;
      }
  *sorErrAcc = acc;
}
