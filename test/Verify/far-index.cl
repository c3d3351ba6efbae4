// Indices that no memory has are refused where they stand; none of their sums wraps into another's.
// DEFINE: %{emit} = not %roofline emit verilog %s --variant 'map-pipe f' --global 64 -o %t --kernel
// RUN: %{emit} two 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: %{emit} sign 2>&1 | FileCheck %s --check-prefix=SIGN
// RUN: %{emit} folded 2>&1 | FileCheck %s --check-prefix=FOLDED
// RUN: not ls %t

kernel void two(global const char *restrict a, global char *restrict c) {
  long i = get_global_id(0);
  // TWO: error: {{.*}}far-index.cl:[[#@LINE+1]]:10: this access is 2^48 bytes away, or more
  c[i] = a[i << 62];
}

kernel void sign(global const int *restrict a, global int *restrict c) {
  long i = get_global_id(0);
  // SIGN: error: {{.*}}far-index.cl:[[#@LINE+1]]:10: this access is 2^48 bytes away, or more
  c[i] = a[i << 61];
}

kernel void folded(global const char *restrict a, global char *restrict c) {
  long i = get_global_id(0);
  // FOLDED: error: {{.*}}far-index.cl:[[#@LINE+1]]:10: this access is 2^48 bytes away, or more
  c[i] = a[(i % 7) << 61];
}
