// Steps for tiles: a star, one with corners and a constant that its border does not read, two
// levels of time, and a volume.
__kernel void star(__global const int *a, __global int *b, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1), i = y * w + x;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
    b[i] = (3 * a[i] + a[i - 1] - a[i + 1] + 5 * a[i - w] - 7 * a[i + w]) >> 1;
}

__kernel void corners(__global const int *a, __global const int *p, __global int *b, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1), i = y * w + x;
  if (x > 1 && x < w - 1 && y > 0 && y < h - 1)
    b[i] = 3 * a[i] + a[i - 2] - a[i + 1 - w] + 7 * a[i + w - 1] + p[i] + x;
}

__kernel void wave(__global const int *prev, __global const int *cur, __global int *next, int w,
                   int h) {
  int x = get_global_id(0), y = get_global_id(1), i = y * w + x;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1)
    next[i] = 2 * cur[i] - prev[i] + ((cur[i - 1] + cur[i + w] - 2 * cur[i - w]) >> 2);
}

__kernel void volume(__global const int *a, __global int *b, int w, int h, int d) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  int i = (z * h + y) * w + x;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1 && z > 0 && z < d - 1)
    b[i] = a[i] + a[i - 1] - 3 * a[i + w] + a[i - w * h] + 5 * a[i + w * h];
}
