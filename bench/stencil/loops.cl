// Steps that a host repeats, and the same in a loop of the kernel: pointers
// that change places, or a copy. Each as the kernels NAME_step, NAME_swap,
// NAME_copy.
#define INNER(i, n) for (int i = 1; i < (n) - 1; ++i)
#define IN int w, int h, int d

#define LINE(a, b) INNER(x, w) b[x] = (a[x - 1] + 2 * a[x] + a[x + 1]) >> 2
#define LINE_COPY INNER(x, w) a[x] = b[x]

#define STAR(a, b)                                                             \
  INNER(y, h)                                                                  \
  INNER(x, w) b[y * w + x] = (a[y * w + x - 1] + a[y * w + x + 1] +            \
                              a[(y - 1) * w + x] + a[(y + 1) * w + x]) /       \
                             4
#define STAR_COPY INNER(y, h) INNER(x, w) a[y * w + x] = b[y * w + x]

#define CUBE(a, b)                                                             \
  INNER(z, d) INNER(y, h) INNER(x, w) {                                        \
    int i = (z * h + y) * w + x;                                               \
    b[i] = 3 * a[i] + a[i - 1] + a[i + 1] + a[i - w] + a[i + w] +              \
           a[i - w * h] + a[i + w * h];                                        \
  }
#define CUBE_COPY                                                              \
  INNER(z, d)                                                                  \
  INNER(y, h) INNER(x, w) a[(z * h + y) * w + x] = b[(z * h + y) * w + x]

#define LOOPS(name, STEP, COPY)                                                \
  kernel void name##_step(global const int *restrict a,                        \
                          global int *restrict b, IN) {                        \
    STEP(a, b);                                                                \
  }                                                                            \
  kernel void name##_swap(global int *restrict a, global int *restrict b, IN,  \
                          int steps) {                                         \
    global int *from = a, *to = b;                                             \
    for (int t = 0; t < steps; ++t) {                                          \
      STEP(from, to);                                                          \
      global int *last = from;                                                 \
      from = to;                                                               \
      to = last;                                                               \
    }                                                                          \
  }                                                                            \
  kernel void name##_copy(global int *restrict a, global int *restrict b, IN,  \
                          int steps) {                                         \
    for (int t = 0; t < steps; ++t) {                                          \
      STEP(a, b);                                                              \
      COPY;                                                                    \
    }                                                                          \
  }
LOOPS(line, LINE, LINE_COPY)
LOOPS(star, STAR, STAR_COPY)
LOOPS(cube, CUBE, CUBE_COPY)

// Two time levels, and a field that stays.
#define WAVE(p, q, r)                                                          \
  INNER(y, h) INNER(x, w) {                                                    \
    int i = y * w + x;                                                         \
    r[i] = 2 * q[i] - p[i] +                                                   \
           ((c[i] * (q[i - 1] + q[i + 1] + q[i - w] + q[i + w] - 4 * q[i])) >> \
            4);                                                                \
  }
kernel void wave_step(global const int *restrict p,
                      global const int *restrict q, global int *restrict r,
                      global const int *restrict c, IN){WAVE(p, q, r)} kernel
    void wave_swap(global int *restrict p, global int *restrict q,
                   global int *restrict r, global const int *restrict c, IN,
                   int steps) {
  global int *before = p, *now = q, *next = r;
  for (int t = 0; t < steps; ++t) {
    WAVE(before, now, next)
    global int *last = before;
    before = now;
    now = next;
    next = last;
  }
}
kernel void wave_copy(global int *restrict p, global int *restrict q,
                      global int *restrict r, global const int *restrict c, IN,
                      int steps) {
  for (int t = 0; t < steps; ++t) {
    WAVE(p, q, r)
    INNER(y, h) INNER(x, w) {
      p[y * w + x] = q[y * w + x];
      q[y * w + x] = r[y * w + x];
    }
  }
}
