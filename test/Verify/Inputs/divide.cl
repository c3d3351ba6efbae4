// Divisions by few bits: without a sign, with one, and with the remainder.
kernel void share(global const short *restrict x, global const uchar *restrict d,
                  global short *restrict y) {
  int i = get_global_id(0);
  y[i] = x[i] / d[i];
}
kernel void ratio(global const short *restrict x, global const char *restrict d,
                  global short *restrict y) {
  int i = get_global_id(0);
  y[i] = x[i] / d[i];
}
kernel void both(global const short *restrict x, global const char *restrict d,
                 global short *restrict y) {
  int i = get_global_id(0);
  y[i] = x[i] / d[i] + x[i] % d[i];
}
