// Neighbours in a picture: line buffers, borders.
#define AT(dx, dy) a[(y + dy) * w + x + dx]
#define INSIDE(r) (x >= r && x < w - r && y >= r && y < h - r)

// designs: 1:1, 1:2
kernel void box(global const uchar *restrict a, global uchar *restrict o, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  int s = 0;
  if (INSIDE(1)) {
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        s += AT(dx, dy);
    o[y * w + x] = s / 9;
  }
}
// designs: 1:1, 2:1
kernel void edges(global const uchar *restrict a, global uchar *restrict o, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (INSIDE(1)) {
    int gx = AT(1, -1) + 2 * AT(1, 0) + AT(1, 1) - AT(-1, -1) - 2 * AT(-1, 0) - AT(-1, 1);
    int gy = AT(-1, 1) + 2 * AT(0, 1) + AT(1, 1) - AT(-1, -1) - 2 * AT(0, -1) - AT(1, -1);
    o[y * w + x] = min(abs(gx) + abs(gy), 255u);
  }
}
// designs: 1:1, 1:1:comb
kernel void laplace(global const short *restrict a, global short *restrict o, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (INSIDE(1))
    o[y * w + x] = AT(-1, 0) + AT(1, 0) + AT(0, -1) + AT(0, 1) - 4 * AT(0, 0);
}
kernel void largest_of_cross(global const ushort *restrict a, global ushort *restrict o, int w,
                             int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (INSIDE(2)) {
    int m = 0;
    for (int k = -2; k <= 2; ++k)
      m = max(m, max((int)AT(k, 0), (int)AT(0, k)));
    o[y * w + x] = m;
  }
}
kernel void over_threshold(global const int *restrict a, global uchar *restrict o, int t, int w,
                           int h) {
  int x = get_global_id(0), y = get_global_id(1);
  int up = y > 0 ? AT(0, -1) : 0;
  int left = x > 0 ? AT(-1, 0) : 0;
  o[y * w + x] = (AT(0, 0) > t) + (up > t) * 2 + (left > t) * 4;
}
kernel void neighbours(global const uchar *restrict a, global uchar *restrict o, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (INSIDE(1)) {
    int s = 0, at = 0;
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        if (dx || dy)
          s |= (AT(dx, dy) > AT(0, 0)) << at++;
    o[y * w + x] = s;
  }
}
kernel void vertical(global const int *restrict a, global int *restrict o, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  o[y * w + x] = AT(0, 0) - a[max(y - 3, 0) * w + x];
}
kernel void relaxed(global const float *restrict a, global float *restrict o, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (INSIDE(1))
    o[y * w + x] = 0.6f * AT(0, 0) + 0.1f * (AT(-1, 0) + AT(1, 0)) + 0.1f * (AT(0, -1) + AT(0, 1));
}
