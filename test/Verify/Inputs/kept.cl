// Sums that the loops keep in an element of a buffer.
kernel void dot(global const int *a, global const int *b, global int *s,
                int n) {
  s[0] = 0;
  for (int i = 0; i < n; ++i)
    s[0] += a[i] * b[i];
}
kernel void nest(global const float *a, global float *s, int n) {
  for (int j = 0; j < 8; ++j)
    for (int i = 0; i < n; ++i)
      s[2] += a[j * n + i];
}
// The element is read in the loop: as it was before the launch.
kernel void scaled(global const int *a, global int *s, int n) {
  int sum = 7;
  for (int i = 0; i < n; ++i)
    sum += a[i] * s[3];
  s[3] = sum;
}
// Not kept: each iteration reads what the one before it wrote elsewhere.
kernel void meet(global int *a, global int *s, int n) {
  for (int i = 0; i < n; ++i) {
    s[i] = a[i] + 1;
    s[0] += a[i];
  }
}
// Floats are compared in three cycles each.
kernel void peak(global const float *a, global float *s, int n) {
  float most = a[0];
  for (int i = 0; i < n; ++i)
    most = fmax(most, fabs(a[i]));
  s[0] = most;
}
// What an element held goes into the sum, and a narrower one takes its low bits.
kernel void more(global const uchar *a, global uint *count, global short *low,
                 global int *least, int n) {
  uint above = 0;
  int sum = 7, m = INT_MAX;
  for (int i = 0; i < n; ++i) {
    above += a[i] > 100;
    sum += a[i] * 513;
    m = min(m, (int)a[i]);
  }
  count[1] += above;
  *low = (short)sum;
  *least = min(*least, m);
}
// One element grows by another one.
kernel void other(global const uchar *a, global uint *count, int n) {
  uint above = 0;
  for (int i = 0; i < n; ++i)
    above += a[i] > 100;
  count[1] = count[0] + above;
}
