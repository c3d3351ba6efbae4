// Dependences between the parts of a loop's body, and between rows whose length
// an argument gives.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --device de5net --kernel steps --arg n=1026 --arg T=100 --json %t.json | FileCheck %s --check-prefix=STEPS
// RUN: %python -c "import json, sys; print(json.load(open(sys.argv[1])))" %t.json | FileCheck %s --check-prefix=JSON
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --device de5net --kernel rows --arg m=1000 --arg n=1026 | FileCheck %s --check-prefix=ROWS
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --device de5net --kernel halves --arg T=100 | FileCheck %s --check-prefix=HALVES
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --device de5net --kernel centred --arg m=1000 --arg n=1024 | FileCheck %s --check-prefix=CENTRED
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --device de5net --kernel sum --arg n=1024 | FileCheck %s --check-prefix=SUM

// 1024 elements in a pass of either loop: T * 2 * 1024 and the pipelines' depths
// (20 and 8 cycles less one, and 2 and 1 blocks of a cycle each).
// STEPS: {{20[67][0-9][0-9][0-9]}} cycles
// STEPS: passes of the loop at line [[@LINE+3]]:3 do not overlap: line [[@LINE+7]] writes what line [[@LINE+5]] reads 1 iteration later
// JSON: 'serialized_by': {'consumer': {{.*}}'distance': 1, 'kind': 'memory'
kernel void steps(global float *restrict a, global float *restrict b, int n, int T) {
  for (int t = 0; t < T; ++t) {
    for (int i = 1; i < n - 1; ++i)
      b[i] = 0.25f * a[i - 1] + 0.5f * a[i] + 0.25f * a[i + 1];
    for (int i = 1; i < n - 1; ++i)
      a[i] = b[i];
  }
}

// The row above is not this one: an element each cycle, 999 * 1024 and the
// depth of a row's pipeline 999 times.
// ROWS: {{10[34][0-9][0-9][0-9][0-9]}} cycles
// ROWS-NOT: an iteration each
kernel void rows(global float *restrict a, int m, int n) {
  for (int i = 1; i < m; ++i)
    for (int j = 1; j < n - 1; ++j)
      a[i * n + j] = 0.5f * a[(i - 1) * n + j] + 1.0f;
}

// One half is read while the other is written: 100 * 64 and the depths.
// HALVES: loop [[@LINE+5]]-{{[0-9]+}}, trip 64
// HALVES-NOT: an iteration each
kernel void halves(global float *restrict a, int T) {
  local float s[2][64];
  for (int t = 0; t < T; ++t)
    for (int k = 0; k < 64; ++k)
      s[(t + 1) & 1][k] = s[t & 1][k] * 0.5f + 1.0f;
  for (int k = 0; k < 64; ++k)
    a[k] = s[T & 1][k];
}

// A row's mean is taken off the row: nothing goes from row to row.
// CENTRED-NOT: do not overlap
// CENTRED: hierarchy
kernel void centred(global int *restrict a, int m, int n) {
  for (int i = 0; i < m; ++i) {
    int s = 0;
    for (int j = 0; j < n; ++j)
      s += a[i * n + j];
    for (int j = 0; j < n; ++j)
      a[i * n + j] -= s;
  }
}

// SUM: an iteration each 7 cycles: line [[@LINE+4]] computes what line [[@LINE+4]] needs 1 iteration later
kernel void sum(global const float *restrict a, global float *restrict o, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i];
  o[0] = s;
}
