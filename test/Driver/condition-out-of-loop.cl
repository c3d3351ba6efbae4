// A condition that comes out of a loop, where it was made in another block, is one that data
// decide: what it guards is bounded.
// RUN: %roofline analyze --verbose %s --allow-unknown | FileCheck %s
// CHECK: kernel last
// CHECK: Q requested [byte] {{.*}} <= 
kernel void last(global const int *a, global int *b, int n) {
  int i = get_global_id(0);
  bool seen;
  for (int k = 0; k < n; ++k) {
    seen = false;
    if (i > k && i < n - k) {
      seen = true;
      b[k] = a[i];
    }
    if (k == n - 1)
      break;
    if (seen)
      b[i + k] = a[k];
  }
  if (seen)
    b[i] = 1;
}
