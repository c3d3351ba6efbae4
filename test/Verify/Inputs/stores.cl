// Stores beside what a map of positions writes.
kernel void before(global const int *a, global int *o, global int *c, int n,
                   int k) {
  c[3] = k + a[5];
  for (int i = 0; i < n; i++)
    o[i] = a[i] + 1;
}
kernel void first(global const int *a, global int *o, int n) {
  o[0] = 0;
  for (int i = 1; i < n; i++)
    o[i] = a[i] - a[i - 1];
}
kernel void behind_a_test(global const int *a, global int *c, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  if (a[0] > 10)
    c[1] = s;
}
kernel void into_the_same(global const int *a, global int *o, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    o[i] = a[i];
    s += a[i];
  }
  o[2] = s;
}
kernel void wrapped(global const int *a, global int *o, int n) {
  int g = get_global_id(0);
  o[g % n] = a[g];
}
kernel void clamped(global const int *a, global int *o, int n) {
  int g = get_global_id(0);
  o[min(g, n - 1)] = a[g];
}
kernel void ring(global const int *a, global int *o, int n, int m) {
  for (int i = 0; i < m; i++)
    o[i % n] = a[i] == 7;
}
kernel void border(global const int *a, global int *o) {
  int g = get_global_id(0);
  if (g == 0) {
    o[g] = -1;
    return;
  }
  o[g] = a[g] - a[g - 1];
}
kernel void column(global const int *a, global int *o, int w) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x == 0)
    o[y * w + x] = a[y * w + x];
  else
    o[y * w + x] = a[y * w + x] - a[y * w + x - 1];
}
kernel void wide(global const float8 *a, global float8 *o) {
  int g = get_global_id(0);
  o[g] = a[g] + a[g];
}
kernel void tests(global const int *a, global const int *b, global int *o) {
  int g = get_global_id(0);
  o[g] = (a[g] == b[g]) + 2 * (a[g] == 0);
}

kernel void corner(global const int *in, global int *out) {
  int i = get_global_id(0), j = get_global_id(1);
  if (i == 0 && j == 0)
    out[0] = 1;
  else
    out[j * 16 + i] = in[j * 16 + i];
}
kernel void single(global const int *in, global int *out, global int *c) {
  int i = get_global_id(0);
  out[i] = in[i];
  if (i == 5)
    c[0] = in[i];
}
// Rows of 4 in rows of 8, of which three stores write parts.
kernel void parts(global const int *a, global int *c, global int *o) {
  int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
  int v = a[y * w + x];
  o[y * w + x] = v;
  if (x < 4) {
    if (y == 0)
      c[x] = v;
    else if (y == 5)
      c[20 + x] = v + 1;
    else
      c[y * 4 + x] = -v;
  }
}
kernel void two_pitches(global const int *a, global int *o) {
  int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
  int v = a[y * w + x];
  if (x < 4)
    v ^= a[y * 4 + x];
  o[y * w + x] = v;
}
kernel void apart(global const int *a, global int *c, global int *o) {
  int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
  int v = a[y * w + x];
  c[y * w + x + w] = v;
  o[y * w + x] = v;
}
kernel void row_and_column(global const int *a, global int *o) {
  int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
  int v = 0;
  if (x == 0)
    v += a[y];
  if (y == 0)
    v += a[x];
  o[y * w + x] = v;
}
kernel void last(global const uint *a, global uint *o, int n) {
  for (int i = 0; i < n; ++i)
    o[0] = a[i];
}
