kernel void passes(global float *restrict a, global float *restrict b, global float *restrict c,
                   int n) {
  for (int i = 0; i < n; ++i)
    a[i] = 1.0f;
  for (int i = 0; i < n; ++i)
    b[i] = b[i] * 3.0f;
  for (int i = 0; i < n; ++i)
    c[i] = c[i] + 5.0f;
}
