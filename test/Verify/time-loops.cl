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
// Two half steps a turn: a pair of steps is one of the loop.
kernel void halves(global int *restrict a, global int *restrict b, int steps) {
  for (int t = 0; t < steps / 2; ++t) {
    for (int i = 1; i < N - 1; ++i)
      b[i] = (a[i - 1] + 2 * a[i] + a[i + 1]) >> 2;
    for (int i = 1; i < N - 1; ++i)
      a[i] = (b[i - 1] + 2 * b[i] + b[i + 1]) >> 2;
  }
}
kernel void wave(global int *restrict p, global int *restrict q, global int *restrict r, int steps) {
  global int *before = p, *now = q, *next = r;
  for (int t = 0; t < 2 * steps; t += 2) {
    for (int i = 1; i < N - 1; ++i)
      next[i] = 2 * now[i] - before[i] + ((now[i - 1] - 2 * now[i] + now[i + 1]) >> 2);
    global int *last = before;
    before = now;
    now = next;
    next = last;
  }
}
