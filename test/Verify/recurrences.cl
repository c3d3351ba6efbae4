// What comes back into itself: each iteration takes what the one before left. Integers take a
// position a cycle, floats as many as their cycle has; one lane, one position a beat.
// REQUIRES: nightly
// REQUIRES: iverilog
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{name} =
// DEFINE: %{launch} = --arg n=100
// DEFINE: %{prove} = %roofline emit verilog %s --kernel %{name} %{launch} -o %t/%{name} \
// DEFINE:   && %verify %t/%{name} --no-synthesis --seeds 2 | FileCheck %s
// DEFINE: %{form} =
// DEFINE: %{variant} = %verify %s --kernel %{name} %{launch} --no-synthesis --seeds 1 \
// DEFINE:   --variant '%{form}' | FileCheck %s
// DEFINE: %{opencl} = %roofline emit opencl %s --kernel %{name} %{launch} -o %t/%{name}_cl \
// DEFINE:   && %verify %t/%{name}_cl --seeds 1 | FileCheck %s --check-prefix=PROGRAM
// DEFINE: %{hls} = %roofline emit hls %s --kernel %{name} %{launch} -o %t/%{name}_hls \
// DEFINE:   && %verify %t/%{name}_hls --seeds 1 | FileCheck %s --check-prefix=PROGRAM
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles {{.*}} exact
// PROGRAM: outputs equal the original's, bit for bit

// A filter of whole numbers: a position a cycle, and a cycle for its register.
// REDEFINE: %{name} = smooth
// RUN: %{prove}
// RUN: %verify %t/smooth --seeds 1 | FileCheck %s --check-prefix=SMOOTH
// SMOOTH: cycles 102 102 exact
// SMOOTH: FF {{.*}} exact
// REDEFINE: %{form} = map-comb f
// RUN: %{variant}
// REDEFINE: %{form} = map-seq f
// RUN: %{variant}
// REDEFINE: %{form} = map-pipe f/8
// RUN: %{variant}
// RUN: %{opencl}
// RUN: %{hls}
kernel void smooth(global const int *a, global int *out, int n) {
  int y = 7;
  for (int i = 0; i < n; ++i) {
    y = (3 * y + a[i]) >> 2;
    out[i] = y;
  }
}

// RUN: not %roofline emit verilog %s --kernel smooth --arg n=100 -o %t/lanes \
// RUN:   --variant 'map-par[4](map-pipe f) . reshapeTo 4' 2>&1 | FileCheck %s --check-prefix=LANES
// LANES: recurrences.cl:{{[0-9]+}}:{{[0-9]+}}: each position waits for what the one before leaves: one lane

// Running sums and extremes, under a condition; the last ones are stored, too.
// REDEFINE: %{name} = running
// RUN: %{prove}
// REDEFINE: %{form} = map-comb f
// RUN: %{variant}
// RUN: %{hls}
kernel void running(global const short *a, global int *sums, global short *most,
                    global int *total, int n) {
  int sum = 0;
  short m = SHRT_MIN;
  for (int i = 0; i < n; ++i) {
    if (a[i] > 0)
      sum += a[i];
    m = max(m, a[i]);
    sums[i] = sum;
    most[i] = m;
  }
  total[0] = sum;
}

// Floats: the cycle of a sum and a product, and one of its register.
// REDEFINE: %{name} = decay
// REDEFINE: %{launch} = --arg n=100 --arg k=0.75 --arg first=2.5
// RUN: %{prove}
// RUN: %{opencl}
kernel void decay(global const float *a, global float *out, float k, float first, int n) {
  float y = first;
  for (int i = 0; i < n; ++i) {
    y = k * y + a[i];
    out[i] = y;
  }
}

// Two results back: they depend on each other.
// REDEFINE: %{name} = second_order
// REDEFINE: %{launch} = --arg n=100
// RUN: %{prove}
// RUN: %{opencl}
kernel void second_order(global const int *a, global int *out, int n) {
  int y1 = 0, y2 = 1;
  for (int i = 0; i < n; ++i) {
    int y = a[i] + 5 * y1 - 3 * y2;
    out[i] = y;
    y2 = y1;
    y1 = y;
  }
}

// One after another, and a state machine that chooses by itself.
// REDEFINE: %{name} = cascade
// RUN: %{prove}
// REDEFINE: %{form} = map-seq f
// RUN: %{variant}
// RUN: %{hls}
kernel void cascade(global const int *a, global int *out, global uchar *states, int n) {
  int u = 0, v = 0;
  uchar state = 0;
  for (int i = 0; i < n; ++i) {
    u = u / 2 + a[i];
    v = v - (v >> 3) + u * 3;
    if (state == 0)
      state = a[i] < 0 ? 2 : 0;
    else
      state = state == 5 ? 0 : state + 1;
    out[i] = v;
    states[i] = state;
  }
}

// A generator that nothing goes into; what it ends with is stored. Its number goes into a sum.
// REDEFINE: %{name} = noise
// REDEFINE: %{launch} = --arg n=100 --arg seed=12345
// RUN: %{prove}
kernel void noise(global uint *out, global uint *end, uint seed, int n) {
  uint x = seed, sum = 0;
  for (int i = 0; i < n; ++i) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    out[i] = x;
    sum += x & 255;
  }
  end[0] = x;
  end[1] = sum;
}

// Over rows: one that goes on, one that each row begins again, from an element.
// REDEFINE: %{name} = rows
// REDEFINE: %{launch} = --arg w=12 --arg h=8
// RUN: %{prove}
// RUN: %{opencl}
kernel void rows(global const int *a, global const int *first, global int *within,
                 global int *all, int w, int h) {
  int on = first[3];
  for (int y = 0; y < h; ++y) {
    int row = y + 1;
    for (int x = 0; x < w; ++x) {
      row = row * 3 + a[y * w + x];
      on = on * 5 - a[y * w + x];
      within[y * w + x] = row;
      all[y * w + x] = on;
    }
  }
}

// Backwards, in its own order.
// REDEFINE: %{name} = backwards
// REDEFINE: %{launch} = --arg n=100
// RUN: %{prove}
kernel void backwards(global const int *a, global int *out, int n) {
  int y = 0;
  for (int i = n - 1; i >= 0; --i) {
    y = y / 3 + a[i];
    out[i] = y;
  }
}

// Neighbours of the input, whose last ones come late, and a guard.
// REDEFINE: %{name} = guarded
// RUN: %{prove}
kernel void guarded(global const int *a, global int *out, int n) {
  int y = 0;
  for (int i = 1; i < n - 1; ++i) {
    y = (y + a[i - 1] + a[i + 1]) ^ a[i];
    if (i % 3)
      out[i] = y;
  }
}

// The two best: a last value that is neither a sum nor a place.
// REDEFINE: %{name} = two_best
// RUN: %{prove}
kernel void two_best(global const float *a, global float *out, int n) {
  float best = -1.0f, next = -1.0f;
  for (int i = 0; i < n; ++i) {
    if (a[i] > best) {
      next = best;
      best = a[i];
    } else if (a[i] > next) {
      next = a[i];
    }
  }
  out[0] = best;
  out[1] = next;
}

// By columns: in the order of the loops, though memory has another.
// REDEFINE: %{name} = columns
// REDEFINE: %{launch} = --arg h=9 --global 16
// RUN: %{prove}
kernel void columns(global const int *a, global int *out, int h) {
  int x = get_global_id(0), w = get_global_size(0), sum = 0;
  for (int y = 0; y < h; ++y) {
    sum += a[y * w + x];
    out[y * w + x] = sum;
  }
}

// REDEFINE: %{name} = last_of_columns
// REDEFINE: %{launch} = --arg w=5 --arg h=6
// RUN: %{prove}
// The data do not always tell the orders apart.
// RUN: %roofline emit verilog %s --kernel last_of_columns %{launch} --seed 2 -o %t/seed2
// RUN: %roofline emit verilog %s --kernel last_of_columns %{launch} --seed 7 -o %t/seed7
kernel void last_of_columns(global const int *a, global const float *b, global int *last,
                            global float *total, int w, int h) {
  int at = 0;
  float sum = 0;
  for (int x = 0; x < w; ++x)
    for (int y = 0; y < h; ++y) {
      if (a[y * w + x] > 0)
        at = x * 10 + y;
      sum += b[y * w + x];
    }
  last[0] = at;
  total[0] = sum;
}

// What an output takes as it is goes on from row to row: no lanes.
// RUN: not %roofline emit verilog %s --kernel goes_on --arg w=40 --arg h=12 -o %t/goes_on \
// RUN:   --variant 'map-par[2](map-pipe f) . reshapeTo 2' 2>&1 | FileCheck %s --check-prefix=LANES
kernel void goes_on(global const int *a, global int *out, int w, int h) {
  int row = 3;
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      out[y * w + x] = row;
      if (x == 0)
        row = a[y * w + x];
    }
}

// RUN: not %roofline emit verilog %s --variant 'map-pipe f' --kernel many --arg n=64 -o %t/many 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MANY
// MANY: recurrences.cl:{{[0-9]+}}:{{[0-9]+}}: more than 64 values that one iteration leaves to the next
kernel void many(global const int *a, global int *out, int n) {
  int s[70] = {0};
  for (int i = 0; i < n; ++i) {
    for (int k = 69; k > 0; --k)
      s[k] = s[k - 1] ^ (s[k] >> 1);
    s[0] = a[i];
    out[i] = s[69];
  }
}

// Beside millions of positions, each is compared in order.
// RUN: %roofline emit verilog %s --kernel smooth --arg n=3000000 -o %t/large

// No chain has it.
// RUN: not %roofline emit verilog %s --variant 'map-pipe f' --kernel smooth,backwards --arg n=64 -o %t/chain 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CHAIN
// CHAIN: recurrences.cl:{{[0-9]+}}:{{[0-9]+}}: a value that one position leaves to the next: kernels, or nests, one after another are one core only without that
