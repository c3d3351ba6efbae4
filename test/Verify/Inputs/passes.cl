// Steps that a host repeats: two buffers that take turns, then three.
kernel void smooth(global const int *a, global int *b, int width, int height) {
  int x = get_global_id(0), y = get_global_id(1), i = y * width + x;
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1)
    b[i] = (a[i - width] + a[i - 1] + 3 * a[i] + a[i + 1] + a[i + width]) >> 2;
}

kernel void wave(global const int *prev, global const int *cur,
                 global int *next, global const uchar *speed, int width,
                 int height) {
  int x = get_global_id(0), y = get_global_id(1), i = y * width + x;
  int sum = 0;
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1)
    sum = cur[i - width] + cur[i - 1] - 4 * cur[i] + cur[i + 1] + cur[i + width];
  next[i] = 2 * cur[i] - prev[i] + ((sum * speed[i]) >> 8);
}

// Buffers that are no fields: a sum, and a weight that another step writes.
kernel void total(global const int *a, global int *sum, int n) {
  int all = 0;
  for (int i = 0; i < n; ++i)
    all += a[i];
  sum[0] = all;
}

kernel void weighted(global const int *a, global int *b) {
  int i = get_global_id(0);
  b[i] = a[i] * a[0];
}

kernel void endless(global const char *a, global char *b) {
  size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  b[i] = a[i] + 1;
}
