// Neighbours in a row: at a border the pixel itself, or 0.
kernel void widest(global const uchar *restrict a, global uchar *restrict o, int w) {
  int x = get_global_id(0), y = get_global_id(1);
  uchar left = a[y * w + max(x - 1, 0)], right = a[y * w + min(x + 1, w - 1)];
  o[y * w + x] = max(max(left, right), a[y * w + x]);
}

kernel void framed(global const uchar *restrict a, global uchar *restrict o, int w) {
  int x = get_global_id(0), y = get_global_id(1);
  uchar left = 0, right = 0;
  if (x > 0)
    left = a[y * w + x - 1];
  if (x < w - 1)
    right = a[y * w + x + 1];
  o[y * w + x] = max(max(left, right), a[y * w + x]);
}
