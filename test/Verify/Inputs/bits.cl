// A choice of a constant that waits, a signed sum with a shift, and one bit of a word.
kernel void waits(global const int *restrict x, global const int *restrict s,
                  global int *restrict y) {
  int i = get_global_id(0);
  int v = s[i] > 5 ? x[i] : 0;
  y[i] = x[i] * s[i] * x[i] + v;
}
kernel void weighted(global const short *restrict a, global short *restrict o) {
  int i = get_global_id(0);
  o[i] = (a[i] + a[i + 1] + a[i + 2] + a[i + 3] + 2 * a[i + 4]) / 6;
}
kernel void one(global const uint *restrict x, global const uchar *restrict s,
                global uchar *restrict y) {
  int i = get_global_id(0);
  y[i] = (x[i] >> (s[i] & 31)) & 1;
}
