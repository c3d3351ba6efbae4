// Elements of one byte, whose buffer ends within a word; a scalar of each kind.
kernel void weighted(global const uchar *restrict a, global const float *restrict b,
                     global float *restrict c, global uchar *restrict d, float by, long at, short from) {
  int i = get_global_id(0);
  c[i] = a[i] > from ? b[i] * by : b[i];
  d[i] = (uchar)(a[i] + (at >> 33));
}

// A sum that starts from what the buffer holds, read by its registers alone.
kernel void total(global const int *restrict a, global long *restrict sum, int n) {
  long s = *sum;
  for (int i = 0; i < n; ++i)
    s += a[i];
  *sum = s;
}

kernel void gather(global const int *restrict a, global const int *restrict at, global int *restrict b) {
  int i = get_global_id(0);
  b[i] = a[at[i]];
}
