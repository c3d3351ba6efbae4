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
