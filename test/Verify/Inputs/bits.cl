// A choice of a constant that waits, a signed sum with a shift, and one bit of a word.
kernel void waits(global const int *restrict x, global const int *restrict s,
                  global int *restrict y) {
  int i = get_global_id(0);
  int v = s[i] > 5 ? x[i] : 0;
  y[i] = x[i] * s[i] * x[i] + v;
}
kernel void weighted(global const short *restrict a, global short *restrict o) {
  int i = get_global_id(0);
  o[i] = (a[i] + a[i + 1] + a[i + 2] + a[i + 3] + 2 * a[i + 4]) / 6;
}
kernel void one(global const uint *restrict x, global const uchar *restrict s,
                global uchar *restrict y) {
  int i = get_global_id(0);
  y[i] = (x[i] >> (s[i] & 31)) & 1;
}

kernel void saturated(global const int *a, global char *o) {
  size_t i = get_global_id(0);
  o[i] = convert_char_sat(a[i]);
}

kernel void faded(global const short *a, global const short *b, global int *o,
                  int s, int t) {
  size_t i = get_global_id(0);
  short k = s - t, m = s ^ t;
  o[i] = a[i] * k + b[i] * m;
}

// A cell is the lowest bit of its byte; the world is a torus.
kernel void living(global const uchar *s, global uchar *o, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  int left = (x + w - 1) % w, right = (x + 1) % w;
  int up = (y + h - 1) % h * w, here = y * w, down = (y + 1) % h * w;
  int n = (s[up + x] & 1) + (s[here + left] & 1) + (s[here + right] & 1) +
          (s[down + x] & 1);
  o[here + x] = n == 3 || (n == 2 && (s[here + x] & 1));
}

// With rows of 16, y - 1 is y + (2^28 - 1), as the compiler has it.
kernel void behind(global const int *a, global int *o, int nx, int ny) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (y > 0 && z > 0)
    o[(z * ny + y) * nx + x] = a[((z - 1) * ny + y - 1) * nx + x];
}
