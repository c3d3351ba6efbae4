#define W 12
#define H 8
#define N 40

// One step, which the host repeats.
kernel void step(global int *restrict a, global int *restrict b) {
  for (int y = 1; y < H - 1; ++y)
    for (int x = 1; x < W - 1; ++x)
      b[y * W + x] = (a[y * W + x - 1] + a[y * W + x + 1] + a[(y - 1) * W + x] + a[(y + 1) * W + x]) / 4;
}
kernel void swapped(global int *restrict a, global int *restrict b, int steps) {
  global int *from = a, *to = b;
  for (int t = 0; t < steps; ++t) {
    for (int y = 1; y < H - 1; ++y)
      for (int x = 1; x < W - 1; ++x)
        to[y * W + x] = (from[y * W + x - 1] + from[y * W + x + 1] + from[(y - 1) * W + x] + from[(y + 1) * W + x]) / 4;
    global int *last = from;
    from = to;
    to = last;
  }
}
kernel void by_parity(global int *restrict a, global int *restrict b) {
  for (int t = 1; t <= 7; t++) {
    global int *from = t & 1 ? a : b, *to = t & 1 ? b : a;
    for (int y = 1; y < H - 1; ++y)
      for (int x = 1; x < W - 1; ++x)
        to[y * W + x] = (from[y * W + x - 1] + from[y * W + x + 1] + from[(y - 1) * W + x] + from[(y + 1) * W + x]) / 4;
  }
}
kernel void copied(global int *restrict a, global int *restrict b, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int y = 1; y < H - 1; ++y)
      for (int x = 1; x < W - 1; ++x)
        b[y * W + x] = (a[y * W + x - 1] + a[y * W + x + 1] + a[(y - 1) * W + x] + a[(y + 1) * W + x]) / 4;
    for (int y = 1; y < H - 1; ++y)
      for (int x = 1; x < W - 1; ++x)
        a[y * W + x] = b[y * W + x];
  }
}
