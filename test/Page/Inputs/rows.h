// A loop in a header, at the line of another statement of the kernel's file.



float total(__global const float *a, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i) for (int k = 0; k < 4; ++k)
    s += a[i * 4 + k];
  return s;
}
