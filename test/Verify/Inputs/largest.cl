kernel void largest(global const short *restrict a, global int *restrict o, int n) {
  int most = 0;
  for (int i = 0; i < n; ++i)
    most = max(most, (int)a[i]);
  o[0] = most;
}
