#include "rows.inc"

// The sum of a row, whose loops are in the header.
__kernel void sums(__global const float *a, __global float *c, int n) {
  int x = get_global_id(0);

  c[x] = total(a + 4 * x * n, n);
}
