// Divisions by few bits: without a sign, with one, and with the remainder.
kernel void share(global const int *restrict x, global const uchar *restrict d,
                  global int *restrict y) {
  int i = get_global_id(0);
  y[i] = x[i] / d[i];
}
kernel void ratio(global const int *restrict x, global const char *restrict d,
                  global int *restrict y) {
  int i = get_global_id(0);
  y[i] = x[i] / d[i];
}
kernel void both(global const int *restrict x, global const char *restrict d,
                 global int *restrict y) {
  int i = get_global_id(0);
  y[i] = x[i] / d[i] + x[i] % d[i];
}
