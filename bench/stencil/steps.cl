// Steps of the shapes and borders that bench/stencil asks for; -D KIND=.. -D
// REACH=..
#define CLAMP 0
#define WRAP 1
#define MIRROR 2
#define MIRROR_BOTH 3
#define CONSTANT 4
#define NONE 5

// Gives the place of the cell that is D cells from I, along an axis of N.
#if KIND == CLAMP
#define AT(i, d, n) clamp((i) + (d), 0, (n) - 1)
#elif KIND == WRAP
#define AT(i, d, n) (((i) + (d) + (n)) % (n))
#elif KIND == MIRROR
#define AT(i, d, n)                                                            \
  ((d) < 0 ? abs((i) + (d)) : (n) - 1 - abs((n) - 1 - (i) - (d)))
#elif KIND == MIRROR_BOTH
#define AT(i, d, n) ((n) - 1 - abs((n) - 1 - abs((i) + (d))))
#else
#define AT(i, d, n) ((i) + (d))
#endif

bool exists(int i, int n) { return KIND != CONSTANT || (i >= 0 && i < n); }

bool computed(int i, int n) {
  return KIND != NONE || (i >= REACH && i < n - REACH);
}

uint cell(global const uint *a, int x, int u, int y, int v, int w, int h) {
  if (!exists(x + u, w) || !exists(y + v, h))
    return 77;
  return a[AT(y, v, h) * w + AT(x, u, w)];
}

kernel void line(global const uint *restrict a, global uint *restrict b,
                 int w) {
  int x = get_global_id(0);
  uint sum = 5 * a[x];
  if (!computed(x, w))
    return;
  for (int d = 1; d <= REACH; ++d)
    sum += d * cell(a, x, -d, 0, 0, w, 1) + cell(a, x, d, 0, 0, w, 1);
  b[x] = sum >> 2;
}

kernel void star(global const uint *restrict a, global uint *restrict b, int w,
                 int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (!computed(x, w) || !computed(y, h))
    return;
  uint sum = 3 * a[y * w + x];
  for (int d = 1; d <= REACH; ++d)
    sum += d * cell(a, x, -d, y, 0, w, h) + cell(a, x, d, y, 0, w, h) +
           3 * cell(a, x, 0, y, -d, w, h) + (cell(a, x, 0, y, d, w, h) >> d);
  b[y * w + x] = sum >> 2;
}

kernel void box(global const uint *restrict a, global uint *restrict b, int w,
                int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (!computed(x, w) || !computed(y, h))
    return;
  uint sum = 0;
  for (int v = -REACH; v <= REACH; ++v)
    for (int u = -REACH; u <= REACH; ++u)
      sum += (v + 2 * u + 9) * cell(a, x, u, y, v, w, h);
  b[y * w + x] = sum >> 5;
}

// Two fields, each of which reads the other's neighbours.
kernel void pair(global const uint *restrict a, global const uint *restrict c,
                 global uint *restrict b, global uint *restrict d, int w,
                 int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (!computed(x, w) || !computed(y, h))
    return;
  int i = y * w + x;
  b[i] =
      a[i] + (cell(c, x, -REACH, y, 0, w, h) ^ cell(c, x, REACH, y, 0, w, h));
  d[i] =
      c[i] - (cell(a, x, 0, y, -REACH, w, h) | cell(a, x, 0, y, REACH, w, h));
}

// The mean of six neighbours, the outermost cells kept.
kernel void cube(global const int *restrict a, global int *restrict b, int w,
                 int h, int depth) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x < 1 || y < 1 || z < 1 || x >= w - 1 || y >= h - 1 || z >= depth - 1)
    return;
  int i = (z * h + y) * w + x, plane = w * h;
  b[i] = (2 * a[i] + a[i - 1] + a[i + 1] + a[i - w] + a[i + w] + a[i - plane] +
          a[i + plane]) >>
         3;
}
