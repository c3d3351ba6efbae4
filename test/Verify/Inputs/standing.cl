kernel void rows_twice(global const uchar *a, global uchar *o, int w) {
  int x = get_global_id(0), y = get_global_id(1);
  o[y * w + x] = a[(y / 2) * w + x];
}
kernel void far_clamp(global const uchar *a, global uchar *o, int w) {
  int x = get_global_id(0), y = get_global_id(1);
  o[y * w + x] = a[max(y - 20, 0) * w + x];
}
kernel void twice(global const uchar *a, global uchar *o) {
  int i = get_global_id(0);
  o[i] = a[i / 2];
}
kernel void upscaled(global const uchar *a, global uchar *o, int w) {
  int x = get_global_id(0), y = get_global_id(1);
  o[y * w + x] = a[(y / 2) * (w / 2) + x / 2];
}
kernel void kept(global const int *restrict a, global int *restrict o, int n) {
  int last = 0;
  for (int i = 0; i < 256; ++i) {
    if (i < n)
      last = a[i];
    o[i] = last;
  }
}
kernel void chosen(global const int *restrict a, global int *restrict o, int n) {
  for (int i = 0; i < 256; ++i)
    o[i] = i < n ? a[i] : 0;
}
