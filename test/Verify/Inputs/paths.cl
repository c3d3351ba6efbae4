kernel void delayed(global const int *a, global int *c, int n) {
  int s = 0, t = 0;
  for (int i = 24; i < n; i++) {
    s += a[i];
    t += a[i - 20];
  }
  c[0] = s;
  c[1] = t;
}
kernel void both(global const int *a, global int *c, int n) {
  int s = 0, m = -100;
  for (int i = 0; i < n; i++) {
    s += a[i] * 3;
    m = max(m, a[i]);
  }
  c[0] = s;
  c[1] = m;
}
kernel void rounds(global const int *a, global int *c) {
  int i = get_global_id(0), s = a[i];
  s = s > 0 ? s * 3 + 1 : s - 7;
  s = s > 0 ? s * 3 + 1 : s - 7;
  s = s > 0 ? s * 3 + 1 : s - 7;
  c[i] = s;
}
