// Of each element the sum of squared distances to all of them.
kernel void distances(global const int *x, global int *out) {
  for (int i = 0; i < 128; ++i) {
    int sum = 0;
    for (int j = 0; j < 128; ++j) {
      int d = x[i] - x[j];
      sum += d * d;
    }
    out[i] = sum;
  }
}
