// Mean and variance of whole numbers, and how many are above a limit, in one work-item.
__kernel void moments_int(__global const short *restrict x,
                          __global int *restrict result, int limit, int n) {
  int sum = 0, above = 0;
  long squares = 0;
  for (int i = 0; i < n; ++i) {
    sum += x[i];
    squares += x[i] * x[i];
    if (x[i] > limit)
      ++above;
  }
  int mean = sum / n;
  result[0] = mean;
  result[1] = (int)(squares / n) - mean * mean;
  result[2] += above;
}
