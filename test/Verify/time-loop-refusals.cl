// Loops over steps that are no repetition of one step: each has a place, and what to change.
#define N 40

kernel void by_time(global int *restrict a, global int *restrict b, int steps) {
  global int *from = a, *to = b;
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < N - 1; ++i)
      // TIME: time-loop-refusals.cl:[[#@LINE+1]]:{{[0-9]+}}: the number of the step goes into the data
      to[i] = (from[i - 1] + from[i + 1]) / 2 + t;
    global int *last = from;
    from = to;
    to = last;
  }
}
kernel void until_even(global int *restrict a, global int *restrict b, global int *restrict change) {
  for (int t = 0; t < 100; ++t) {
    for (int i = 1; i < N - 1; ++i)
      b[i] = (a[i - 1] + a[i + 1]) / 2;
    for (int i = 1; i < N - 1; ++i)
      a[i] = b[i];
    // BREAK: time-loop-refusals.cl:[[#@LINE+1]]:{{[0-9]+}}: data may end the loop of steps here
    if (a[N / 2] == a[N / 2 + 1])
      break;
  }
}
kernel void stays(global int *restrict a, global int *restrict b, global int *restrict c) {
  global int *from = a, *to = b;
  for (int t = 0; t < 9; ++t) {
    for (int i = 1; i < N - 1; ++i)
      to[i] = (from[i - 1] + from[i + 1]) / 2;
    from = b;
    to = c;
  }
}
kernel void change(global int *restrict a, global int *restrict b, global int *restrict sum) {
  global int *from = a, *to = b;
  int all = 0;
  for (int t = 0; t < 9; ++t) {
    for (int i = 1; i < N - 1; ++i) {
      int next = (from[i - 1] + from[i + 1]) / 2;
      all += next;
      to[i] = next;
    }
    global int *last = from;
    from = to;
    to = last;
  }
  *sum = all;
}
kernel void sum_of_step(global int *restrict a, global int *restrict b, global int *restrict sum) {
  for (int t = 0; t < 9; ++t) {
    for (int i = 1; i < N - 1; ++i)
      b[i] = (a[i - 1] + a[i + 1]) / 2;
    int all = 0;
    for (int i = 1; i < N - 1; ++i)
      all += b[i];
    *sum = all;
    for (int i = 1; i < N - 1; ++i)
      a[i] = b[i];
  }
}
kernel void beside(global int *restrict a, global int *restrict b) {
  for (int i = 0; i < N; ++i)
    b[i] = a[i];
  for (int t = 0; t < 9; ++t) {
    for (int i = 1; i < N - 1; ++i)
      b[i] = (a[i - 1] + a[i + 1]) / 2;
    for (int i = 1; i < N - 1; ++i)
      a[i] = b[i];
  }
}
kernel void mixed(global int *restrict a, global int *restrict b) {
  global int *from = a, *to = b;
  for (int t = 0; t < 9; ++t) {
    for (int i = 1; i < N - 1; ++i)
      to[i] = (from[i - 1] + a[i + 1]) / 2;
    global int *last = from;
    from = to;
    to = last;
  }
}
kernel void arms(global int *restrict a, global int *restrict b) {
  for (int t = 0; t < 9; ++t)
    if (t & 1) {
      for (int i = 1; i < N - 1; ++i)
        a[i] = (b[i - 1] + b[i + 1]) / 2;
    } else {
      for (int i = 1; i < N - 1; ++i)
        b[i] = (a[i - 1] + a[i + 1]) / 2;
    }
}
kernel void first(global int *restrict a, global int *restrict b, global int *restrict c) {
  int scale = a[0];
  for (int t = 0; t < 9; ++t) {
    for (int i = 1; i < N - 1; ++i)
      b[i] = scale * (a[i - 1] + a[i + 1]) / 2;
    for (int i = 0; i < N - 1; ++i)
      a[i] = b[i];
  }
  c[0] = 1;
}
kernel void none(global int *restrict a, global int *restrict b) {
  for (int i = 1; i < N - 1; ++i)
    b[i] = (a[i - 1] + a[i + 1]) / 2;
}
kernel void unbound(global int *restrict a, global int *restrict b, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < N - 1; ++i)
      b[i] = (a[i - 1] + a[i + 1]) / 2;
    for (int i = 1; i < N - 1; ++i)
      a[i] = b[i];
  }
}
kernel void seidel(global int *restrict a, int steps) {
  for (int t = 0; t < steps; ++t)
    for (int i = 1; i < N - 1; ++i)
      a[i] = (a[i - 1] + a[i + 1]) / 2;
}
