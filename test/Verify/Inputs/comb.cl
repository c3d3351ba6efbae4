kernel void window(global const int *a, global int *o, int n) {
  int i = get_global_id(0);
  if (i >= 2 && i < n - 2)
    o[i] = a[i - 2] + a[i - 1] + a[i] + a[i + 1] + a[i + 2];
}

kernel void blend(global const uchar4 *a, global const uchar4 *b,
                  global uchar4 *o, int alpha) {
  int i = get_global_id(0);
  int4 x = convert_int4(a[i]), y = convert_int4(b[i]);
  o[i] = convert_uchar4((x * alpha + y * (256 - alpha)) >> 8);
}

kernel void digits(global const uint *a, global uint *o) {
  int i = get_global_id(0);
  o[i] = a[i] / 10 + (a[i] % 10 << 16);
}

kernel void tenths(global const int *a, global int *o) {
  int i = get_global_id(0);
  o[i] = a[i] / 10;
}
