// What a row's loop leaves is stored behind it, by work-items or by a loop around it: the
// loop is a dimension of the launch, its value a recurrence, and its store the last iteration's.
// REQUIRES: nightly, iverilog
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{name} =
// DEFINE: %{launch} = --arg w=40 --global 12
// DEFINE: %{prove} = %roofline emit verilog %s --kernel %{name} %{launch} -o %t/%{name} \
// DEFINE:   && %verify %t/%{name} --no-synthesis --seeds 2 | FileCheck %s
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles {{.*}} exact

// A matrix times a vector, which is read again for each row: 480 elements, one each cycle.
// REDEFINE: %{name} = matrix_vector
// RUN: %{prove}
// RUN: %verify %t/matrix_vector --no-synthesis --seeds 1 | FileCheck %s --check-prefix=CYCLES
// CYCLES: cycles 48{{[0-9]}} 48{{[0-9]}} exact
// Lanes have whole rows.
// DEFINE: %{lanes} = --kernel matrix_vector --arg w=40 --global 12 --variant
// RUN: %verify %s %{lanes} 'map-par[4](map-pipe f) . reshapeTo 4' --no-synthesis --seeds 1 \
// RUN:   | FileCheck %s --check-prefix=LANES
// LANES: outputs equal the original's, bit for bit
// LANES: cycles 12{{[0-9]}} 12{{[0-9]}} exact
// RUN: not %roofline emit verilog %s %{lanes} 'map-par[8](map-pipe f) . reshapeTo 8' \
// RUN:   -o %t/within 2>&1 | FileCheck %s --check-prefix=WITHIN
// WITHIN: row-results.cl:{{[0-9]+}}:{{[0-9]+}}: a lane begins within a row, whose positions wait for the one before
// RUN: %roofline emit opencl %s --kernel matrix_vector --arg w=40 --global 12 -o %t/opencl
// RUN: %verify %t/opencl --seeds 1 | FileCheck %s --check-prefix=PROGRAM
// PROGRAM: outputs equal the original's, bit for bit
kernel void matrix_vector(global const int *a, global const int *v, global int *out, int w) {
  int y = get_global_id(0), sum = 0;
  for (int x = 0; x < w; ++x)
    sum += a[y * w + x] * v[x];
  out[y] = sum;
}

// Floats, and what is computed of them behind the loop; an element that the row begins with.
// REDEFINE: %{name} = norms
// RUN: %{prove}
kernel void norms(global const float *a, global const float *first, global float *out,
                  global float *most, int w) {
  int y = get_global_id(0);
  float sum = first[y], m = 0;
  for (int x = 0; x < w; ++x) {
    sum += a[y * w + x] * a[y * w + x];
    m = fmax(m, fabs(a[y * w + x]));
  }
  out[y] = sqrt(sum) / (float)w;
  most[y] = m;
}

// A single work-item's loops, and a sum over all of them.
// REDEFINE: %{name} = single
// REDEFINE: %{launch} = --arg w=40 --arg h=12
// RUN: %{prove}
kernel void single(global const int *a, global int *out, global int *total, int w, int h) {
  int all = 0;
  for (int y = 0; y < h; ++y) {
    int sum = 5;
    for (int x = 0; x < w; ++x) {
      sum += a[y * w + x];
      all ^= a[y * w + x];
    }
    out[y] = sum;
  }
  total[0] = all;
}

// Three loops: a product of matrices.
// REDEFINE: %{name} = product
// REDEFINE: %{launch} = --arg k=40 --global 6,4
// RUN: %{prove}
kernel void product(global const int *a, global const int *b, global int *c, int k) {
  int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0), sum = 0;
  for (int i = 0; i < k; ++i)
    sum += a[y * k + i] * b[i * w + x];
  c[y * w + x] = sum;
}

// The place of each row's least value.
// REDEFINE: %{name} = nearest
// REDEFINE: %{launch} = --arg k=40 --global 12
// RUN: %{prove}
kernel void nearest(global const float *points, global const float *of, global int *which,
                    int k) {
  int i = get_global_id(0), at = 0;
  float least = INFINITY;
  for (int c = 0; c < k; ++c) {
    float d = fabs(points[i * k + c] - of[i]);
    if (d < least) {
      least = d;
      at = c;
    }
  }
  which[i] = at;
}

// A row begins with its own first element.
// REDEFINE: %{name} = greatest
// REDEFINE: %{launch} = --arg w=40 --global 12
// RUN: %{prove}
kernel void greatest(global const int *a, global int *most, global int *which, int w) {
  int y = get_global_id(0), m = a[y * w], at = 0;
  for (int x = 1; x < w; ++x)
    if (a[y * w + x] > m) {
      m = a[y * w + x];
      at = x;
    }
  most[y] = m;
  which[y] = at;
}

// In place, and what the result is scaled with.
// REDEFINE: %{name} = in_place
// REDEFINE: %{launch} = --arg w=40 --arg alpha=0.5 --arg beta=0.25 --global 12
// RUN: %{prove}
kernel void in_place(global const float *a, global float *out, global int *count, float alpha,
                     float beta, int w) {
  int y = get_global_id(0), n = count[y];
  float sum = 0;
  for (int x = 0; x < w; ++x) {
    sum += a[y * w + x];
    n += a[y * w + x] > 0;
  }
  out[y] = alpha * sum + beta * out[y];
  count[y] = n;
}

// Lanes of padded rows.
// RUN: %verify %s --kernel filled --arg w=7 --arg h=5 --no-synthesis --seeds 1 --variant \
// RUN:   'map-par[3](map-pipe f) . reshapeTo 3 . padTo 42' | FileCheck %s
kernel void filled(global const int *a, global int *out, int w, int h) {
  for (int y = 0; y < h; ++y) {
    int s = y;
    for (int x = 0; x < w; ++x) {
      s = s * 3 + a[y * w + x];
      out[y * w + x] = s;
    }
  }
}

// 2^30 positions: some rows are compared.
// RUN: %roofline emit verilog %s --kernel product --arg k=1024 --global 1024,1024 -o %t/large

// RUN: not %roofline emit verilog %s --variant 'map-pipe f' --kernel chosen --arg w=40 --global 12 -o %t/chosen 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CHOSEN
kernel void chosen(global const int *a, global int *out, int w) {
  int y = get_global_id(0), sum = 0;
  for (int x = 0; x < w; ++x)
    sum += a[y * w + x];
  // CHOSEN: row-results.cl:[[#@LINE+2]]:12: a store outside the innermost mapped loop; that of a row's result stands behind the row's loop alone, under no condition
  if (sum > 100)
    out[y] = sum;
}

// Values are kept where nothing is stored.
// REDEFINE: %{name} = later
// REDEFINE: %{launch} = --arg n=64
// RUN: %{prove}
kernel void later(global const int *a, global int *out, global int *total, int n) {
  int sum = 0, y = 1;
  for (int i = 0; i < n; ++i) {
    sum += a[i];
    y = y / 2 + a[i];
    if (i >= 10)
      out[i] = y;
  }
  total[0] = sum;
}
